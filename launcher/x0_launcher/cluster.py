"""Store, log and services on one machine: what ``make run`` starts and what tests start."""

from __future__ import annotations

import asyncio
import functools
import os
import sys
from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from types import TracebackType

from x0_launcher import broker, keys, logs, store
from x0_launcher.child import Child, Plan
from x0_launcher.environment import DEFAULT_PORT, MANAGED, Environments
from x0_launcher.errors import LauncherError, StartFailed
from x0_launcher.folder import DataFolder
from x0_launcher.group import ProcessGroup
from x0_launcher.ports import LOCAL, Ports
from x0_launcher.probes import http_ready, mongo_answers, until
from x0_launcher.services import SERVICES, Service, by_name, instances
from x0_launcher.settings import Settings
from x0_launcher.topics import create_topics

STORE_LIMIT = 120.0  # a large store that was killed reads its journal first
SERVICE_LIMIT = 120.0


def _print(line: str) -> None:
    print(line, flush=True)


class Cluster:
    """``async with Cluster(folder) as cluster:`` runs everything until the block ends.

    ``services`` names a part of the table, or brings services of its own; with none only store
    and log run. ``port`` is that of the first gateway; without it any free one is used.
    """

    def __init__(
        self,
        data_dir: Path | str,
        *,
        services: Sequence[str | Service] | None = None,
        copies: Mapping[str, int] | None = None,
        host: str = LOCAL,
        port: int | None = None,
        port_is_default: bool = False,
        env: Mapping[str, str] | None = None,
        quiet: bool = False,
        say: Callable[[str], None] = _print,
        settings: Settings | None = None,
    ) -> None:
        chosen = SERVICES if services is None else services
        table = [by_name(item) if isinstance(item, str) else item for item in chosen]
        self.folder = DataFolder(Path(data_dir))
        self.processes: dict[str, Child] = {}
        self.mongo_url = ""
        self.kafka = ""
        self._instances = instances(table, copies or {})
        self._host = host
        self._port = port
        self._port_is_default = port_is_default
        self._more_env = dict(env or {})
        self._say: Callable[[str], None] = (lambda _: None) if quiet else say
        self._settings = settings or Settings()
        self._group: ProcessGroup | None = None
        self._ports: Ports | None = None
        self._environments: Environments | None = None

    # -- what it offers ---------------------------------------------------------------------------

    @property
    def urls(self) -> list[str]:
        """One for each gateway."""
        return self._environment().urls()

    @property
    def url(self) -> str:
        if not (urls := self.urls):
            raise LauncherError("no gateway runs here")
        return urls[0]

    @property
    def web_root(self) -> str:
        """The folder of the web client that gateways serve; empty where there is none."""
        return self._more_env.get("X0_WEB_ROOT", self._settings.client)

    def env(self, name: str) -> dict[str, str]:
        """The settings of a service or of one copy of it (``game``, ``game-2``).

        Also for a service that is not started here, so that a test can run it in its own process.
        """
        instance = name if "-" in name else f"{name}-1"
        table = [*self._instances.values(), *SERVICES]
        service = self._instances.get(instance) or by_name(instance.rpartition("-")[0], table)
        made = self._environment().make(instance, service, self.mongo_url, self.kafka)
        return {**made, **self._more_env}

    async def wait_ready(self, name: str, timeout: float = SERVICE_LIMIT) -> None:
        await self._child(name).wait_ready(timeout)

    async def kill(self, name: str) -> None:
        """SIGKILL. The supervisor brings it back: ``wait_ready`` tells when."""
        await self._child(name).kill()

    async def stop(self, name: str) -> None:
        """Stop one in an orderly way; it stays down until ``start``."""
        await self._child(name).stop()
        self._publish_state()

    async def start(self, name: str) -> None:
        self._child(name).start()
        await self.wait_ready(name)

    # -- life -------------------------------------------------------------------------------------

    async def __aenter__(self) -> Cluster:
        await self.start_all()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.stop_all()

    async def start_all(self) -> None:
        self.folder.lock()
        try:
            logs.rotate(self.folder.logs)
            self._group = ProcessGroup(self.folder.lock_descriptor)
            self._ports = Ports(self.folder.ports)
            self._environments = Environments(
                self._settings,
                keys.load_or_make(self.folder.keys),
                self._ports,
                self._instances,
                host=self._host,
                port=self._port,
                port_is_default=self._port_is_default,
            )
            self._tell_port()
            self._publish_state()
            await _all(self._start_store(self._ports), self._start_log(self._ports))
            await self._start_services()
        except BaseException:
            await self.stop_all()
            raise

    async def stop_all(self) -> None:
        """Gateways, other services, log, store: nobody loses what it still needs to finish."""
        public = [name for name, service in self._instances.items() if service.http]
        private = [name for name, service in self._instances.items() if not service.http]
        try:
            for stage in (public, private, [broker.NAME], [store.NAME]):
                running = [self.processes[name] for name in stage if name in self.processes]
                await _all(*(child.stop() for child in running))
        finally:
            self.kill_all()
            if self._ports:
                self._ports.close()
            self.folder.unlock()

    def kill_all(self) -> None:
        """SIGKILL to every child at once: for somebody who does not want to wait."""
        if self._group:
            self._group.stop()

    # -- starting ---------------------------------------------------------------------------------

    async def _start_store(self, ports: Ports) -> None:
        if self._settings.mongo_url:
            self.mongo_url = self._settings.mongo_url
            await self._wait_foreign_store()
            return
        port = ports.get(store.NAME)
        self.mongo_url = store.url(LOCAL, port)
        plan = store.plan(self.folder, LOCAL, port, self._inherited())
        await self._add(plan, lambda: ports.release(store.NAME)).wait_ready(STORE_LIMIT)

    async def _wait_foreign_store(self) -> None:
        try:
            async with asyncio.timeout(STORE_LIMIT):
                await until(functools.partial(mongo_answers, self.mongo_url), every=0.2)
        except TimeoutError:
            raise StartFailed("the store that X0_MONGO_URL names does not answer") from None
        self._say("store      the one that X0_MONGO_URL names")

    async def _start_log(self, ports: Ports) -> None:
        if self._settings.kafka:
            self.kafka = self._settings.kafka
            await create_topics(self.kafka, broker.START_LIMIT)
            self._say("log        the one that X0_KAFKA names")
            return
        names = (broker.NAME, "controller")
        pair = (ports.get(names[0]), ports.get(names[1]))
        self.kafka = f"{LOCAL}:{pair[0]}"
        plan = await broker.plan(
            self._children_group(), self.folder, LOCAL, pair, self._inherited(), self._say
        )

        def release() -> None:
            for name in names:
                ports.release(name)

        await self._add(plan, release).wait_ready(broker.START_LIMIT)
        await create_topics(self.kafka, broker.START_LIMIT)

    async def _start_services(self) -> None:
        children = []
        for name, service in self._instances.items():
            at = self._environment().addresses(name, service)
            plan = Plan(
                name=name,
                # -P: what lies in the working directory is no module of the service.
                command=[sys.executable, "-P", "-m", service.module],
                env={**self._inherited(), **self.env(name)},
                cwd=self.folder.path,
                log=self.folder.logs / f"{name}.log",
                probe=functools.partial(http_ready, LOCAL, at.metrics),
                where=f"{self._host}:{at.http}" if at.http else f"{LOCAL}:{at.grpc}",
            )
            release = functools.partial(self._environment().release, name, service)
            children.append(self._add(plan, release))
        # All at once: each needs store and log to become ready, none needs another.
        await _all(*(child.wait_ready(SERVICE_LIMIT) for child in children))

    def _add(self, plan: Plan, before_spawn: Callable[[], None]) -> Child:
        child = Child(plan, self._children_group(), self._tell, before_spawn)
        self.processes[plan.name] = child
        child.start()
        return child

    # -- telling ----------------------------------------------------------------------------------

    def _tell(self, child: Child, message: str) -> None:
        self._say(f"{child.name:<10} {message}")
        self._publish_state()

    def _tell_port(self) -> None:
        first = next((name for name, service in self._instances.items() if service.http), None)
        if first and self._port_is_default and self._ports:
            port = self._ports.get(f"{first}.http", self._host)
            if port != DEFAULT_PORT:
                self._say(f"{first:<10} port {DEFAULT_PORT} is taken: using {port}")

    def _publish_state(self) -> None:
        self.folder.write_running(
            {
                "pid": os.getpid(),
                "urls": self.urls,
                "mongo_url": self.mongo_url,
                "kafka": self.kafka,
                "processes": {
                    name: {
                        "pid": child.pid,
                        "ready": child.ready,
                        "restarts": child.restarts,
                        "where": child.plan.where,
                    }
                    for name, child in self.processes.items()
                },
            }
        )

    # -- small parts ------------------------------------------------------------------------------

    def _environment(self) -> Environments:
        if self._environments is None:
            raise LauncherError("the cluster was not started")
        return self._environments

    def _children_group(self) -> ProcessGroup:
        if self._group is None:
            raise LauncherError("the cluster was not started")
        return self._group

    def _child(self, name: str) -> Child:
        try:
            return self.processes[name]
        except KeyError:
            known = ", ".join(self.processes)
            raise LauncherError(f"no process {name!r} runs here; there are: {known}") from None

    def _inherited(self) -> dict[str, str]:
        kept = {key: value for key, value in os.environ.items() if key not in MANAGED}
        return {**kept, "PYTHONUNBUFFERED": "1"}


async def _all(*steps: Coroutine[object, object, None]) -> None:
    """All at the same time; the first failure cancels the rest and is raised as itself."""
    tasks = [asyncio.create_task(step) for step in steps]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
