"""A real child for supervision tests: ready like a service, with a few ways to misbehave."""

import http.server
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

READY_AFTER_DEATHS = "TINY_DEATHS_FIRST"


class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path == "/environment":
            body = json.dumps({k: v for k, v in os.environ.items() if k.startswith("X0_")})
        else:
            body = "ok"
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *args: object) -> None:
        pass


def die_first() -> None:
    """Count this start, and end if there were not enough deaths yet."""
    wanted = int(os.environ.get(READY_AFTER_DEATHS, "0"))
    counter = Path(f"{os.environ['X0_INSTANCE']}.starts")
    starts = int(counter.read_text()) if counter.exists() else 0
    counter.write_text(str(starts + 1))
    if starts < wanted:
        print(f"I refuse to start, attempt {starts + 1}")
        sys.exit(9)


def main() -> None:
    die_first()
    if os.environ.get("TINY_IGNORES_TERM"):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if os.environ.get("TINY_HAS_CHILD"):
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    if "X0_HTTP_LISTEN" in os.environ:
        threading.Thread(target=listen("X0_HTTP_LISTEN").serve_forever, daemon=True).start()
    listen("X0_METRICS_LISTEN").serve_forever()


def listen(variable: str) -> http.server.ThreadingHTTPServer:
    host, _, port = os.environ[variable].rpartition(":")
    return http.server.ThreadingHTTPServer((host, int(port)), Answer)


if __name__ == "__main__":
    main()
