"""One running system for all tests that cross services: two copies of each."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from x0_launcher.cluster import Cluster

sys.path.insert(0, str(Path(__file__).parent))

# All tests come from one address: what protects a public server would only stop them.
# `test_limits` has a gateway with the real ones.
UNLIMITED = {
    "X0_ADDRESS_RATE": "100000",
    "X0_ADDRESS_BURST": "100000",
    "X0_PLAYER_RATE": "100000",
    "X0_PLAYER_BURST": "100000",
    "X0_SIGN_IN_RATE": "100000",
    "X0_SIGN_IN_BURST": "100000",
    "X0_SOCKETS_PER_ADDRESS": "10000",
    "X0_MESSAGE_RATE": "10000",
    "X0_MESSAGE_BURST": "10000",
}


@pytest.fixture(scope="session")
async def cluster(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Cluster]:
    copies = {"account": 2, "game": 2, "rating": 2, "gateway": 2}
    folder = tmp_path_factory.mktemp("cluster")
    async with Cluster(folder, copies=copies, quiet=True, env=UNLIMITED) as running:
        yield running
