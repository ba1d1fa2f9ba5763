"""Deleted accounts from the log."""

from google.protobuf.message import DecodeError
from servicekit.kafka import Poison, Record
from x0.account.v1 import events_pb2

from x0_puzzle.service.puzzles import Puzzles

TOPIC = "x0.account.events.v1"
GROUP = "puzzle-accounts"


class Accounts:
    """Handler of the consumer loop."""

    def __init__(self, puzzles: Puzzles) -> None:
        self._puzzles = puzzles

    async def handle(self, batch: list[Record]) -> None:
        gone: list[str] = []
        for record in batch:
            try:
                event = events_pb2.AccountEvent.FromString(record.value)
            except DecodeError as error:
                raise Poison(f"not an AccountEvent: {error}") from None
            if event.WhichOneof("event") == "player_deleted":
                gone.append(event.player_id)
        if gone:
            await self._puzzles.forget(gone)
