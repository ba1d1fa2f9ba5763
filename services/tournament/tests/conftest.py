"""A real store for the tests of this package."""

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from x0_launcher.cluster import Cluster

# importlib mode: helpers beside the tests are imported by name.
sys.path.insert(0, str(Path(__file__).parent))

from service_helpers import FakeGames, Instance, Two, new_store


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def cluster(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Cluster]:
    folder = tmp_path_factory.mktemp("cluster")
    async with Cluster(folder, services=[], quiet=True) as running:
        yield running


@pytest_asyncio.fixture(loop_scope="session")
async def two(cluster: Cluster) -> AsyncIterator[Two]:
    """Two instances over one store."""
    async with new_store(cluster) as store:
        games = FakeGames()
        yield Instance(store, games), Instance(store, games), games
