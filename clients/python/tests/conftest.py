"""Shared by the tests of the client."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

# importlib mode: helpers beside the tests are imported by name.
sys.path.insert(0, str(Path(__file__).parent))

from game_server import Gateway
from x0.client import Client
from x0.client.backoff import Backoff


@pytest.fixture
async def gateway() -> AsyncIterator[Gateway]:
    async with Gateway() as running:
        yield running


@pytest.fixture
async def client(gateway: Gateway) -> AsyncIterator[Client]:
    # A server on the same machine need not be spared.
    async with Client(gateway.url, deadline=20, backoff=Backoff(0.01, 0.05)) as made:
        yield made
