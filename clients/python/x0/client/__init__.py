"""Client of X-0: a typed, asynchronous library, and the command `x0` on top of it."""

from x0.client.client import Client, new_action_id
from x0.client.errors import ClientError, Refused, SeekEnded, SignInNeeded, Unreachable
from x0.client.hooks import Acked, Hooks
from x0.client.models.settings import GameRequest, Settings, TimeControl
from x0.client.models.tournaments import TournamentRequest
from x0.client.seeks import Search
from x0.client.view import GameView

__all__ = [
    "Acked",
    "Client",
    "ClientError",
    "GameRequest",
    "GameView",
    "Hooks",
    "Refused",
    "Search",
    "SeekEnded",
    "Settings",
    "SignInNeeded",
    "TimeControl",
    "TournamentRequest",
    "Unreachable",
    "new_action_id",
]
