"""One supervised child process: started, watched, brought back, stopped."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from x0_launcher.errors import StartFailed
from x0_launcher.group import ProcessGroup
from x0_launcher.probes import Probe, until

FIRST_DELAY, LONGEST_DELAY = 0.2, 5.0  # seconds between a death and the next start
GOOD_RUN = 30.0  # seconds up after which earlier deaths are forgotten
DEATHS_TO_REPORT = 3  # in a row, before its last lines are shown
DEATHS_TO_GIVE_UP = 4  # in a row without ever having been ready
PROBE_EVERY = 0.05
CANNOT_START = 127  # the status a shell gives for it


@dataclass(frozen=True)
class Plan:
    """How to run a child, and how to know that it works."""

    name: str
    command: Sequence[str]
    env: Mapping[str, str]
    cwd: Path
    log: Path
    probe: Probe
    where: str  # shown to people
    stop_limit: float = 10.0


class Child:
    def __init__(
        self,
        plan: Plan,
        group: ProcessGroup,
        tell: Callable[[Child, str], None],
        before_spawn: Callable[[], None],
    ) -> None:
        self.plan = plan
        self.name = plan.name
        self.restarts = 0
        self._group = group
        self._tell = tell
        self._before_spawn = before_spawn
        self._process: asyncio.subprocess.Process | None = None
        self._ready = asyncio.Event()
        self._changed = asyncio.Condition()
        self._deaths = 0  # in a row
        self._was_ready = False
        self._task: asyncio.Task[None] | None = None

    @property
    def pid(self) -> int | None:
        """The id of the running process; None between two."""
        return self._process.pid if self._process and self._process.returncode is None else None

    @property
    def ready(self) -> bool:
        return self._ready.is_set()

    @property
    def running(self) -> bool:
        """Whether it is meant to run, even if it is just being brought back."""
        return self._task is not None

    def start(self) -> None:
        if self._task is None:
            self._deaths = 0
            self._was_ready = False
            self._task = asyncio.create_task(self._supervise(), name=f"supervise {self.name}")

    async def wait_ready(self, timeout: float) -> None:
        """Until it answers. Gives up early on a child that dies again and again on its start."""
        try:
            async with asyncio.timeout(timeout), self._changed:
                await self._changed.wait_for(lambda: self.ready or self._hopeless)
        except TimeoutError:
            raise StartFailed(
                f"{self.name} was not ready after {timeout:.0f} s{self.tail()}"
            ) from None
        if not self.ready:
            raise StartFailed(f"{self.name} ends again and again{self.tail()}")

    @property
    def _hopeless(self) -> bool:
        return not self._was_ready and self._deaths >= DEATHS_TO_GIVE_UP

    async def kill(self) -> None:
        """SIGKILL; returns when the process is gone. The supervisor brings it back."""
        process = self._process
        if process and process.returncode is None:
            self._ready.clear()
            process.kill()
            await process.wait()
            self._ready.clear()  # a probe may have been under way

    async def stop(self) -> None:
        """SIGTERM, after a limit SIGKILL; it stays down."""
        task, self._task = self._task, None
        if task is None:
            return
        process = self._process
        if process and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(signal.SIGTERM)
            try:
                async with asyncio.timeout(self.plan.stop_limit):
                    await process.wait()
            except TimeoutError:
                self._tell(self, f"did not stop within {self.plan.stop_limit:.0f} s: killed")
            finally:  # also when the wait itself is cancelled by an impatient person
                if process.returncode is None:
                    process.kill()
        task.cancel()
        # Its own failure, if any, was told when it happened; here it only has to be over.
        await asyncio.wait([task])
        if self._process is not None and self._process.returncode is None:
            self._process.kill()  # started between the signal and the cancellation
            await self._process.wait()
        self._ready.clear()

    def tail(self, lines: int = 15) -> str:
        """The last lines of its log, for people."""
        try:
            text = self.plan.log.read_text(errors="replace").splitlines()[-lines:]
        except OSError:
            text = []
        shown = "".join(f"\n    {line}" for line in text)
        return f"; the end of {self.plan.log}:{shown}" if shown else f" ({self.plan.log} is empty)"

    async def _supervise(self) -> None:
        delay = FIRST_DELAY
        while True:
            started = time.monotonic()
            code = await self._run_once()
            if time.monotonic() - started > GOOD_RUN:
                delay, self._deaths = FIRST_DELAY, 0
            self._deaths += 1
            self.restarts += 1
            async with self._changed:
                self._changed.notify_all()
            message = f"ended ({_reason(code)}); again in {delay:.1f} s"
            # On its first start the failure itself shows them.
            if self._was_ready and self._deaths % DEATHS_TO_REPORT == 0:
                message += f", {self._deaths} times in a row{self.tail()}"
            self._tell(self, message)
            await asyncio.sleep(delay)
            delay = min(delay * 2, LONGEST_DELAY)

    async def _run_once(self) -> int:
        self._before_spawn()
        started = time.monotonic()
        with self.plan.log.open("ab") as output:
            try:
                process = await self._group.spawn(
                    self.plan.command, env=self.plan.env, cwd=self.plan.cwd, output=output
                )
            except OSError as error:
                output.write(f"cannot be started: {error}\n".encode())
                return CANNOT_START
        self._process = process
        probing = asyncio.create_task(self._probe(process, started))
        try:
            return await process.wait()
        finally:
            self._ready.clear()
            probing.cancel()
            await asyncio.wait([probing])

    async def _probe(self, process: asyncio.subprocess.Process, started: float) -> None:
        await until(self.plan.probe, PROBE_EVERY)
        if process.returncode is not None:
            return  # somebody else answered on its port
        self._ready.set()
        self._was_ready = True
        self._tell(self, f"ready after {time.monotonic() - started:.1f} s  {self.plan.where}")
        async with self._changed:
            self._changed.notify_all()


def _reason(code: int) -> str:
    if code >= 0:
        return f"status {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"
