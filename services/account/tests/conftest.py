"""A real store and a real log for the tests of this package."""

import secrets
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from x0_launcher.cluster import Cluster

# importlib mode: helpers beside the tests are imported by name.
sys.path.insert(0, str(Path(__file__).parent))

from account_stack import Running, two_instances
from clan_world import World


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def cluster(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Cluster]:
    folder = tmp_path_factory.mktemp("cluster")
    async with Cluster(folder, services=[], quiet=True) as running:
        yield running


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def running(cluster: Cluster) -> AsyncIterator[Running]:
    async with two_instances(cluster) as instances:
        yield instances


@pytest.fixture
def database_name() -> str:
    """Each test has a database of its own."""
    return f"t_{secrets.token_hex(6)}"


@pytest.fixture
def world(running: Running) -> World:
    return World(running)
