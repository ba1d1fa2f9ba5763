"""Sessions on disk, lines from a terminal, arguments."""

from __future__ import annotations

import asyncio
import io
import stat
from datetime import UTC, datetime
from pathlib import Path

import pytest
from x0.client.cli import main, parser
from x0.client.cli.commands import split
from x0.client.cli.config import SessionFile
from x0.client.cli.terminal import LONGEST_LINE, Terminal
from x0.client.models.accounts import Session

NOW = datetime(2026, 1, 2, tzinfo=UTC)


def session(name: str) -> Session:
    return Session("s", "p", name, False, "access", NOW, "refresh", NOW)


def test_sessions_are_kept_by_server_and_profile(tmp_path: Path) -> None:
    one = SessionFile("http://one/", "default", tmp_path)
    two = SessionFile("http://one", "other", tmp_path)
    one.save(session("Ann"))
    two.save(session("Bob"))
    assert one.load() == session("Ann")
    assert SessionFile("http://one", "default", tmp_path).load() == session("Ann")
    one.save(None)
    assert one.load() is None
    assert two.load() == session("Bob")


def test_nobody_else_can_read_them(tmp_path: Path) -> None:
    folder = tmp_path / "x0"
    SessionFile("http://one", "default", folder).save(session("Ann"))
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    files = list(folder.iterdir())
    assert [path.name for path in files] == ["sessions.json"]
    assert stat.S_IMODE(files[0].stat().st_mode) == 0o600


def test_a_broken_file_is_nobody(tmp_path: Path) -> None:
    store = SessionFile("http://one", "default", tmp_path)
    for text in ("{", "[]", '{"default http://one": {"name": "x"}}'):
        (tmp_path / "sessions.json").write_text(text)
        assert store.load() is None


async def test_one_at_a_time_uses_the_refresh_token(tmp_path: Path) -> None:
    order: list[str] = []

    async def hold(name: str) -> None:
        async with SessionFile("http://one", name, tmp_path).lock():
            order.append(name)
            await asyncio.sleep(0.02)
            order.append(name)

    await asyncio.gather(hold("a"), hold("b"), hold("c"))
    assert order[::2] == order[1::2]


async def test_lines_of_every_kind() -> None:
    reader = asyncio.StreamReader(limit=LONGEST_LINE)
    long = b"x" * (LONGEST_LINE + 100)
    reader.feed_data(b"  h8 \r\n\xff\x1b[2J\n" + long + b"\nlast")
    reader.feed_eof()
    terminal = Terminal(reader, io.StringIO())
    lines = []
    while (line := await terminal.line()) is not None:
        lines.append(line)
    assert lines[0] == "h8"
    # A strange terminal's control characters do not come back out.
    assert lines[1] == "\N{REPLACEMENT CHARACTER} [2J"
    assert lines[-1] == "last"


def test_commands() -> None:
    assert split("chat  hello you ") == ("chat", "hello you")
    assert split("?") == ("help", "")
    assert split("Undo") == ("takeback", "")
    assert split("h8") is None


@pytest.mark.parametrize("command", [[], ["play"], ["watch"], ["replay"], ["top"], ["login"]])
def test_help_is_everywhere(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*command, "--help"])
    assert ended.value.code == 0
    assert "usage: x0" in capsys.readouterr().out


def test_the_server_may_be_named_before_or_after_the_command() -> None:
    made = parser.make()
    for words in (["--url", "http://a", "whoami"], ["whoami", "--url", "http://a"]):
        assert made.parse_args(words).url == "http://a"
