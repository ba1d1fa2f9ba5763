"""One running system for all tests that cross services: two copies of each."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from x0_launcher.cluster import Cluster

sys.path.insert(0, str(Path(__file__).parent))

from unlimited import UNLIMITED


@pytest.fixture(scope="session")
async def cluster(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Cluster]:
    services = ("account", "game", "rating", "tournament", "puzzle", "gateway")
    copies = dict.fromkeys(services, 2)
    folder = tmp_path_factory.mktemp("cluster")
    async with Cluster(folder, copies=copies, quiet=True, env=UNLIMITED) as running:
        yield running
