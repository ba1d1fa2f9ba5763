"""Kills the launcher's children when the launcher is gone, however it went.

Run as a script: it leads the process group into which every child is born and waits for the end of
its standard input, whose other end only the launcher holds. When that closes - also by ``kill -9``,
when nobody else could clean up - the whole group gets SIGKILL, grandchildren included. No process
id is passed around, so there is no moment in which a child is not covered, and it works the same
on Linux and macOS.
"""

from __future__ import annotations

import os
import select
import signal
import sys


def main() -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_IGN)
    launcher = os.getppid()
    os.write(sys.stdout.fileno(), b"ready\n")
    # A process forked from the launcher may hold the pipe open as well: look at the parent too.
    while os.getppid() == launcher:
        readable, _, _ = select.select([sys.stdin], [], [], 1.0)
        if readable and not os.read(sys.stdin.fileno(), 1):
            break
    os.killpg(os.getpgrp(), signal.SIGKILL)


if __name__ == "__main__":
    main()
