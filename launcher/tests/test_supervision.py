"""Services as supervised children: tiny real processes, with a store and a log of somebody else.

Here it is not tried whether store and log work (test_store_and_log.py does), so they are not
started for each of these tests: one pair serves all.
"""

import asyncio
import json
import os
import signal
import urllib.request
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from x0_launcher import settings as launcher_settings
from x0_launcher.cluster import Cluster
from x0_launcher.errors import FolderInUse, LauncherError, StartFailed
from x0_launcher.services import Service
from x0_launcher.settings import Settings

pytestmark = pytest.mark.asyncio(loop_scope="module")

HERE = {"PYTHONPATH": str(Path(__file__).parent)}
TINY = Service("tiny", "tiny_service")
SIGNER = Service("signer", "tiny_service", signs_tokens=True)
DOOR = Service("door", "tiny_service", http=True)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Settings]:
    folder = tmp_path_factory.mktemp("shared")
    async with Cluster(folder, services=[], quiet=True) as running:
        yield Settings(mongo_url=running.mongo_url, kafka=running.kafka)


def cluster(folder: Path, shared: Settings, *services: Service, **more: Any) -> Cluster:
    env = {**HERE, **more.pop("env", {})}
    return Cluster(folder, services=services, settings=shared, quiet=True, env=env, **more)


def told(env: dict[str, str]) -> dict[str, str]:
    """What the running child says that its environment is."""
    url = f"http://{env['X0_METRICS_LISTEN']}/environment"
    with urllib.request.urlopen(url, timeout=10) as answer:
        loaded: dict[str, str] = json.load(answer)
        return loaded


def key_files(folder: Path) -> list[Path]:
    return list(folder.glob("keys/*.pem"))


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def test_each_copy_gets_the_environment_of_the_contract(
    tmp_path: Path, shared: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("X0_TOKEN_PRIVATE_KEY", "inherited, must go nowhere")
    async with cluster(tmp_path, shared, TINY, SIGNER, DOOR, copies={"tiny": 2, "door": 2}) as c:
        assert list(c.processes) == ["tiny-1", "tiny-2", "signer-1", "door-1", "door-2"]
        seen = {name: told(c.env(name)) for name in c.processes}
        pems = key_files(tmp_path)
        ports = [v for env in seen.values() for k, v in env.items() if k.endswith("_LISTEN")]
        urls = c.urls
    assert len(set(ports)) == len(ports)
    for name, env in seen.items():
        assert env["X0_INSTANCE"] == name
        assert env["X0_MONGO_URL"] == shared.mongo_url
        assert env["X0_KAFKA"] == shared.kafka
        assert env["X0_TINY_TARGET"] == ",".join(
            seen[copy]["X0_GRPC_LISTEN"] for copy in ("tiny-1", "tiny-2")
        )
        assert ("X0_TOKEN_PRIVATE_KEY" in env) == (name == "signer-1")
        assert ("X0_HTTP_LISTEN" in env) == name.startswith("door")
        assert ("X0_WEB_ROOT" in env) == name.startswith("door")
        assert env["X0_PUBLIC_URL"] == urls[0]
    assert urls == [f"http://{seen[door]['X0_HTTP_LISTEN']}" for door in ("door-1", "door-2")]
    (pem,) = pems
    assert pem.stat().st_mode & 0o777 == 0o600
    assert seen["signer-1"]["X0_TOKEN_PRIVATE_KEY"] == pem.read_text()
    assert list(json.loads(seen["tiny-1"]["X0_TOKEN_PUBLIC_KEYS"])) == [
        seen["signer-1"]["X0_TOKEN_KEY_ID"]
    ]


async def test_which_web_client_is_served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("X0_WEB_ROOT", raising=False)
    monkeypatch.setattr(launcher_settings, "WEB_CLIENT", tmp_path / "dist")
    assert Cluster(tmp_path).web_root == ""  # nothing was built
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist" / "index.html").touch()
    assert Cluster(tmp_path).web_root == str(tmp_path / "dist")
    monkeypatch.setenv("X0_WEB_ROOT", "mine")
    assert Cluster(tmp_path).web_root == str(Path.cwd() / "mine")
    monkeypatch.setenv("X0_WEB_ROOT", "")
    assert Cluster(tmp_path).web_root == ""
    assert Cluster(tmp_path, env={"X0_WEB_ROOT": "theirs"}).web_root == "theirs"


async def test_a_killed_child_comes_back_on_its_port(tmp_path: Path, shared: Settings) -> None:
    async with cluster(tmp_path, shared, TINY) as c:
        before = c.processes["tiny-1"].pid
        await c.kill("tiny-1")
        await c.wait_ready("tiny-1")
        assert c.processes["tiny-1"].pid not in (None, before)
        assert c.processes["tiny-1"].restarts == 1
        assert told(c.env("tiny-1"))["X0_GRPC_LISTEN"] == c.env("tiny-1")["X0_GRPC_LISTEN"]


async def test_a_child_that_dies_on_start_at_first_is_brought_up(
    tmp_path: Path, shared: Settings
) -> None:
    async with cluster(tmp_path, shared, TINY, env={"TINY_DEATHS_FIRST": "3"}) as c:
        assert c.processes["tiny-1"].restarts == 3


async def test_a_child_that_cannot_start_shows_its_last_lines(
    tmp_path: Path, shared: Settings
) -> None:
    with pytest.raises(StartFailed, match=r"tiny-1 ends again and again(.|\n)*I refuse to start"):
        async with cluster(tmp_path, shared, TINY, env={"TINY_DEATHS_FIRST": "1000"}):
            pass


async def test_a_child_that_ignores_sigterm_is_killed(tmp_path: Path, shared: Settings) -> None:
    async with cluster(tmp_path, shared, TINY, env={"TINY_IGNORES_TERM": "1"}) as c:
        pid = c.processes["tiny-1"].pid
        assert pid is not None
        await c.stop("tiny-1")
        assert not alive(pid)
        assert c.processes["tiny-1"].pid is None


async def test_stopped_stays_down_until_started(tmp_path: Path, shared: Settings) -> None:
    async with cluster(tmp_path, shared, TINY) as c:
        await c.stop("tiny-1")
        await c.stop("tiny-1")  # once more has no effect
        assert (c.processes["tiny-1"].pid, c.processes["tiny-1"].restarts) == (None, 0)
        await c.start("tiny-1")
        assert told(c.env("tiny-1"))["X0_INSTANCE"] == "tiny-1"


async def test_a_second_launcher_on_the_folder_refuses(tmp_path: Path, shared: Settings) -> None:
    async with cluster(tmp_path, shared, TINY) as c:
        with pytest.raises(FolderInUse, match=f"in use .*process {os.getpid()}"):
            await cluster(tmp_path, shared, TINY).start_all()
        assert c.processes["tiny-1"].ready
    async with cluster(tmp_path, shared, TINY):  # and is welcome when the first is gone
        pass


async def test_ports_of_gateways(tmp_path: Path, shared: Settings) -> None:
    async with cluster(tmp_path / "1", shared, DOOR) as first:
        taken = int(first.url.rpartition(":")[2])
        with pytest.raises(LauncherError, match=f"port {taken} is taken"):
            await cluster(tmp_path / "2", shared, DOOR, port=taken).start_all()
        told_lines: list[str] = []
        async with Cluster(
            tmp_path / "2",
            services=[DOOR],
            settings=shared,
            port=taken,
            port_is_default=True,
            env=HERE,
            say=told_lines.append,
        ) as second:
            assert int(second.url.rpartition(":")[2]) > taken
        assert any("is taken: using" in line for line in told_lines)


async def test_logs_are_kept_apart_by_start(tmp_path: Path, shared: Settings) -> None:
    for _ in range(2):
        with pytest.raises(StartFailed):
            async with cluster(tmp_path, shared, TINY, env={"TINY_DEATHS_FIRST": "1000"}):
                pass
    assert "attempt 1\n" in (tmp_path / "logs" / "tiny-1.log.1").read_text()
    assert "attempt 1\n" not in (tmp_path / "logs" / "tiny-1.log").read_text()


@pytest.mark.parametrize("number", [signal.SIGSTOP, signal.SIGKILL])
async def test_the_guard_does_not_matter_while_the_launcher_lives(
    tmp_path: Path, shared: Settings, number: signal.Signals
) -> None:
    async with cluster(tmp_path, shared, TINY) as c:
        pid = c.processes["tiny-1"].pid
        assert pid is not None
        guard = os.getpgid(pid)
        os.kill(guard, number)
        await c.kill("tiny-1")
        await c.wait_ready("tiny-1")  # a new child finds its place in the group
        await asyncio.sleep(0)
        if number == signal.SIGSTOP:
            os.kill(guard, signal.SIGCONT)
