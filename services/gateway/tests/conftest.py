import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

# importlib mode: helpers beside the tests are imported by name.
sys.path.insert(0, str(Path(__file__).parent))

from gateway_stack import Stack


@pytest.fixture
async def stack() -> AsyncIterator[Stack]:
    async with Stack() as running:
        yield running
