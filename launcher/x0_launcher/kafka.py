"""How a Kafka broker of one node is configured and started."""

from __future__ import annotations

import base64
import uuid
from dataclasses import dataclass
from pathlib import Path

from x0_launcher.group import ProcessGroup

_FAST_START = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto")
_QUIET = (
    "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
    "-Dorg.slf4j.simpleLogger.showDateTime=true",
    "-Dorg.slf4j.simpleLogger.dateTimeFormat=yyyy-MM-dd'T'HH:mm:ss.SSSXXX",
)


@dataclass(frozen=True)
class Kafka:
    """The installed program: Java, the jars, and the class archive if there is one."""

    java: str
    jars: Path
    archive: Path | None = None

    def broker(self, properties: Path, *more: str) -> list[str]:
        options = ["-Xmx256m", "-XX:+ExitOnOutOfMemoryError", *_FAST_START, *_QUIET]
        if self.archive:
            options.append(f"-XX:SharedArchiveFile={self.archive}")
        return [*self._java(*options, *more), "kafka.Kafka", str(properties)]

    async def format(self, group: ProcessGroup, folder: Path, properties: Path) -> None:
        """Once for each folder: give the log its cluster id."""
        marker = folder / "cluster-id"  # written last, so that a format cut short is done again
        if marker.exists():
            return
        cluster_id = base64.urlsafe_b64encode(uuid.uuid4().bytes).decode().rstrip("=")
        await group.run_tool(
            [
                *self._java(*_FAST_START, *_QUIET),
                "kafka.tools.StorageTool",
                # With "=": one in 64 begins with "-", and would be taken for an option.
                *("format", f"--cluster-id={cluster_id}", "--config", str(properties)),
                "--ignore-formatted",
            ]
        )
        marker.write_text(cluster_id + "\n")

    def _java(self, *options: str) -> list[str]:
        return [self.java, *options, "-cp", str(self.jars / "*")]


def write_properties(folder: Path, host: str, port: int, controller_port: int) -> Path:
    """The broker's configuration, made anew at each start because ports may change."""
    folder.mkdir(parents=True, exist_ok=True)
    settings = {
        "process.roles": "broker,controller",
        "node.id": 1,
        "controller.quorum.voters": f"1@{host}:{controller_port}",
        "listeners": f"PLAINTEXT://{host}:{port},CONTROLLER://{host}:{controller_port}",
        "controller.listener.names": "CONTROLLER",
        "log.dirs": folder / "data",
        "auto.create.topics.enable": "false",  # a misspelt topic must not come to be
        # One node: one copy of everything, and few partitions of what Kafka keeps for itself.
        "offsets.topic.replication.factor": 1,
        "offsets.topic.num.partitions": 4,
        "transaction.state.log.replication.factor": 1,
        "transaction.state.log.min.isr": 1,
        "transaction.state.log.num.partitions": 4,
        "share.coordinator.state.topic.replication.factor": 1,
        "share.coordinator.state.topic.min.isr": 1,
        "share.coordinator.state.topic.num.partitions": 1,
        # A broker killed with -9 may come back only when its old session has expired.
        "broker.session.timeout.ms": 2000,
        "broker.heartbeat.interval.ms": 500,
        "group.initial.rebalance.delay.ms": 0,
        # After a crash the segments that were open are read again: keep them small.
        "log.segment.bytes": 64 * 1024 * 1024,
        # Only the offsets topic is compacted; the default would be half of the heap.
        "log.cleaner.dedupe.buffer.size": 4 * 1024 * 1024,
    }
    file = folder / "server.properties"
    file.write_text("".join(f"{key}={_escape(value)}\n" for key, value in settings.items()))
    return file


def _escape(value: object) -> str:
    """Backslashes mean something in a properties file; paths may contain them."""
    return str(value).replace("\\", "\\\\")
