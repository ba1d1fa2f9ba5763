"""The event log of one machine: a Kafka broker as a child process."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping

from x0_launcher import kafka_setup
from x0_launcher.child import Plan
from x0_launcher.folder import DataFolder
from x0_launcher.group import ProcessGroup
from x0_launcher.kafka import write_properties
from x0_launcher.probes import kafka_answers

NAME = "log"
START_LIMIT = kafka_setup.START_LIMIT


async def plan(
    group: ProcessGroup,
    folder: DataFolder,
    host: str,
    ports: tuple[int, int],
    env: Mapping[str, str],
    say: Callable[[str], None],
) -> Plan:
    """Sets Kafka up where that was not done yet."""
    port, controller_port = ports
    kafka = await kafka_setup.prepare(group, say)
    properties = write_properties(folder.log, host, port, controller_port)
    await kafka.format(group, folder.log, properties)
    return Plan(
        name=NAME,
        command=kafka.broker(properties),
        env=env,
        cwd=folder.log,
        log=folder.logs / f"{NAME}.log",
        probe=functools.partial(kafka_answers, host, port),
        where=f"Kafka at {host}:{port}",
        stop_limit=30.0,
    )
