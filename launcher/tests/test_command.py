"""The command in a process of its own: how it ends, and what it leaves behind."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from x0_launcher import java
from x0_launcher.errors import MissingTool

RUN_TINY = Path(__file__).parent / "run_tiny.py"
PATIENCE = 120  # how long to wait for what must happen; nothing is measured


def launcher(*arguments: str, answer: str = "", **env: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "x0_launcher", *arguments],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        input=answer,
        env={**os.environ, **env},
    )


class Running:
    """A launcher with store, log and two tiny services, and all that descends from it."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(RUN_TINY), str(folder)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.output = ""
        assert self.process.stdout
        for line in self.process.stdout:
            self.output += line
            if "Ctrl-C stops everything" in line:
                break
        else:
            raise AssertionError(f"it ended:\n{self.output}")
        self.descendants = psutil.Process(self.process.pid).children(recursive=True)

    def rest_of_output(self) -> str:
        assert self.process.stdout
        return self.process.stdout.read()

    def left_behind(self) -> list[str]:
        """What still lives of the descendants, after giving the kernel time to finish."""
        _, still = psutil.wait_procs(self.descendants, timeout=PATIENCE)
        return [" ".join(process.cmdline()) for process in still]


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    it = Running(tmp_path / "data")
    yield it
    it.process.kill()
    it.process.wait()
    assert it.process.stdout
    it.process.stdout.close()
    for process in it.descendants:
        if process.is_running():
            process.kill()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_stops_everything_in_order(running: Running, number: signal.Signals) -> None:
    # guard, store, log, two services and a child of each
    assert len(running.descendants) == 7
    running.process.send_signal(number)
    assert "stopped" in running.rest_of_output()
    assert running.process.wait(PATIENCE) == 0
    assert running.left_behind() == []


def test_a_second_signal_does_not_wait(running: Running) -> None:
    store = next(p for p in running.descendants if "secantusd" in " ".join(p.cmdline()))
    store.suspend()  # it cannot stop by itself now
    running.process.send_signal(signal.SIGINT)
    assert running.process.stdout
    for line in running.process.stdout:
        if "once more" in line:
            break
    running.process.send_signal(signal.SIGINT)
    assert running.process.wait(PATIENCE) == 0
    assert running.left_behind() == []


def test_a_killed_launcher_leaves_nothing_behind(running: Running, tmp_path: Path) -> None:
    running.process.kill()
    assert running.left_behind() == []
    again = Running(tmp_path / "data")  # and the folder is free and whole
    again.process.send_signal(signal.SIGINT)
    assert "stopped" in again.rest_of_output()
    assert again.process.wait(PATIENCE) == 0
    assert again.process.stdout
    again.process.stdout.close()
    assert again.left_behind() == []


def test_a_signal_during_the_start(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, str(RUN_TINY), str(tmp_path / "data")], stdout=subprocess.DEVNULL
    )
    running = tmp_path / "data" / "running.json"
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if running.exists() and json.loads(running.read_text())["processes"]:
            break
        time.sleep(0.01)
    descendants = psutil.Process(process.pid).children(recursive=True)
    assert descendants
    process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE) == 130
    assert psutil.wait_procs(descendants, timeout=PATIENCE)[1] == []


def test_status_and_clean_data(running: Running, tmp_path: Path) -> None:
    data = str(tmp_path / "data")
    shown = launcher("status", "--data", data)
    assert shown.returncode == 0
    for name in ("store", "log", "tiny-1", "door-1"):
        assert f"\n{name:<10} ready" in shown.stdout
    refused = launcher("clean-data", "--yes", "--data", data)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert f"in use by another launcher (process {running.process.pid})" in refused.stderr
    second = launcher("run", "--data", data)
    assert second.returncode == 1
    assert "in use by another launcher" in second.stderr

    running.process.send_signal(signal.SIGINT)
    assert running.process.wait(PATIENCE) == 0
    assert launcher("status", "--data", data).returncode == 3
    assert launcher("clean-data", "--data", data, answer="n\n").returncode == 1
    assert (tmp_path / "data" / "store").exists()
    assert launcher("clean-data", "--data", data, answer="y\n").returncode == 0
    assert (tmp_path / "data").exists()  # the tiny services wrote there: not the launcher's
    assert sorted(os.listdir(tmp_path / "data")) == ["door-1.starts", "tiny-1.starts"]


def test_clean_data_touches_no_foreign_folder(tmp_path: Path) -> None:
    (tmp_path / "keys").mkdir()
    (tmp_path / "keys" / "precious").write_text("mine")
    refused = launcher("clean-data", "--yes", "--data", str(tmp_path))
    assert refused.returncode == 1
    assert "not made by this launcher" in refused.stderr
    assert (tmp_path / "keys" / "precious").read_text() == "mine"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("run", "--port", "0"), "is no port"),
        (("run", "--copies", "chess=2"), "there is no service 'chess'"),
        (("run", "--copies", "game=0"), "a number from 1 to 32"),
        (("dance",), "invalid choice"),
    ],
)
def test_bad_arguments_say_why(arguments: tuple[str, ...], why: str) -> None:
    refused = launcher(*arguments)
    assert refused.returncode == 2
    assert why in refused.stderr


def test_a_missing_java_says_how_to_install_it(tmp_path: Path) -> None:
    (tmp_path / "no-programs").mkdir()
    data = str(tmp_path / "data")
    refused = launcher("run", "--data", data, PATH=str(tmp_path / "no-programs"))
    assert refused.returncode == 1
    (line,) = refused.stderr.splitlines()
    assert "apt-get install default-jre-headless" in line and "brew install openjdk" in line


def test_a_missing_maven_says_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingTool, match=r"apt-get install maven .* brew install maven"):
        java.maven()
