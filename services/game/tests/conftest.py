from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from x0_launcher.cluster import Cluster

# importlib mode: helpers beside the tests are imported by name.
sys.path.insert(0, str(Path(__file__).parent))

from game_calls import Game


@pytest.fixture(scope="module")
async def game(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Game]:
    folder: Path = tmp_path_factory.mktemp("game")
    async with Cluster(folder, services=["game"], copies={"game": 2}, quiet=True) as cluster:
        service = Game([cluster.env(f"game-{n}")["X0_GRPC_LISTEN"] for n in (1, 2)])
        yield service
        for channel in service.channels:
            await channel.close()
