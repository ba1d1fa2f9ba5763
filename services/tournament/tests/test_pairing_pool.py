"""Pairing in another process: the same rounds, and a limit to how long it takes."""

import asyncio
import os
import time
from concurrent.futures.process import BrokenProcessPool

import pytest
from life_helpers import forward, opened
from x0_tournament.domain.pairing import Engine, Paired
from x0_tournament.domain.swiss import Policy, otherwise, pair
from x0_tournament.domain.tournament import Phase, request
from x0_tournament.pairing import PairingPool

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_the_pool_pairs_as_the_domain_does_and_falls_back_when_it_takes_too_long() -> None:
    t = forward(opened(33), lambda t: t.phase is Phase.PAIRING)
    asked = request(t)
    pool = PairingPool(60)
    try:
        found = await asyncio.gather(*(pool.pair(asked, Policy.END_EARLY) for _ in range(3)))
        assert found == [pair(asked)] * 3
    finally:
        await pool.close()
    hurried = PairingPool(0.01)
    try:
        started = time.monotonic()
        paired = await hurried.pair(asked, Policy.END_EARLY)
        assert isinstance(paired, Paired) and paired.engine is Engine.MATCHING
        assert time.monotonic() - started < 60
    finally:
        await hurried.close()


async def test_a_pool_whose_process_was_killed_is_made_anew() -> None:
    t = forward(opened(9), lambda t: t.phase is Phase.PAIRING)
    pool = PairingPool(60)
    try:
        with pytest.raises(BrokenProcessPool):
            await pool._run(os._exit, 1)
        assert isinstance(await pool._run(otherwise, request(t), Policy.END_EARLY), Paired)
    finally:
        await pool.close()
