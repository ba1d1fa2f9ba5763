"""Lines in, lines out. Works on any terminal, a pipe or a file."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from typing import TextIO

LONGEST_LINE = 4096


class Terminal:
    def __init__(self, reader: asyncio.StreamReader, out: TextIO) -> None:
        self._reader = reader
        self._out = out

    def say(self, text: str = "") -> None:
        print(text, file=self._out, flush=True)

    def prompt(self, text: str) -> None:
        print(text, end=" ", file=self._out, flush=True)

    async def line(self) -> str | None:
        """The next line without its end; None when there are no more."""
        try:
            found = await self._reader.readuntil(b"\n")
        except asyncio.IncompleteReadError as error:
            found = error.partial
            if not found:
                return None
        except asyncio.LimitOverrunError as error:
            await self._reader.readexactly(error.consumed)
            return ""
        return clean(found.decode(errors="replace")).strip()


def clean(text: str) -> str:
    """Without what could steer a terminal: names and chat come from strangers."""
    return "".join(char if char.isprintable() else " " for char in text)


def standard_terminal() -> Terminal:
    """Of this process. Input is read in a thread: the loop cannot wait for a plain file, and a
    terminal made non-blocking would be so for output, too."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=LONGEST_LINE)

    def hand(data: bytes) -> None:
        if data:
            reader.feed_data(data)
        else:
            reader.feed_eof()

    def read() -> None:
        while True:
            try:
                data = os.read(0, LONGEST_LINE)
            except OSError:
                data = b""
            try:
                loop.call_soon_threadsafe(hand, data)
            except RuntimeError:
                return  # the loop is closed
            if not data:
                return

    threading.Thread(target=read, daemon=True, name="stdin").start()
    return Terminal(reader, sys.stdout)
