"""argon2id in threads, a few at a time, as the account service does it."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from servicekit.errors import RateLimited

_MAX_WAITING = 50

T = TypeVar("T")


class Argon2Passwords:
    def __init__(self, *, time_cost: int, memory_kib: int, parallelism: int, at_once: int) -> None:
        self._hasher = PasswordHasher(
            time_cost=time_cost, memory_cost=memory_kib, parallelism=parallelism
        )
        self._pool = ThreadPoolExecutor(at_once, thread_name_prefix="argon2")
        self._waiting = 0

    async def hash(self, password: str) -> str:
        return await self._run(self._hasher.hash, password)

    async def verify(self, hash: str, password: str) -> bool:
        return await self._run(self._verify, hash, password)

    async def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _verify(self, hash: str, password: str) -> bool:
        try:
            return self._hasher.verify(hash, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _run(self, work: Callable[..., T], *args: str) -> T:
        if self._waiting >= _MAX_WAITING:
            raise RateLimited("busy", "too many passwords at once", retry_after_ms="2000")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work, *args)
        finally:
            self._waiting -= 1
