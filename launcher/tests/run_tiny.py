"""A launcher in a process of its own: ``run_tiny.py FOLDER`` runs until a signal.

Uses the command's own loop, with tiny services in the place of X-0's.
"""

import asyncio
import sys
from pathlib import Path

from x0_launcher.cli import run_until_signal
from x0_launcher.cluster import Cluster
from x0_launcher.services import Service

if __name__ == "__main__":
    here = str(Path(__file__).parent)
    tiny = [Service("tiny", "tiny_service"), Service("door", "tiny_service", http=True)]
    env = {"PYTHONPATH": here, "TINY_HAS_CHILD": "1"}
    raise SystemExit(
        asyncio.run(run_until_signal(Cluster(Path(sys.argv[1]), services=tiny, env=env)))
    )
