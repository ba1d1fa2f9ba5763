"""Messages of the socket, named by direction."""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from x0_gateway.models.actions import Action, Ply
from x0_gateway.models.base import ChatRoom, ClientId, Id, In, Out, Text
from x0_gateway.models.chat import ChatLine, ChatText
from x0_gateway.models.events import GameEvent
from x0_gateway.models.games import Snapshot
from x0_gateway.models.ratings import RatedGame
from x0_gateway.models.seeks import Inbox, LiveGames, Lobby
from x0_gateway.models.tournaments import TournamentNow

TopicName = Annotated[
    str,
    Field(
        max_length=100,
        pattern=r"^(player|lobby|live|(game|rating):[A-Za-z0-9_-]{1,64}"
        r"|chat:[A-Za-z0-9_-]{1,64}:(players|spectators)|tournament:[A-Za-z0-9_:-]{1,64})$",
        description="game:ID, chat:ID:players, chat:ID:spectators, rating:ID, player, lobby, "
        "live, tournament:ID",
    ),
]
Nonce = Annotated[int, Field(ge=0, le=2**53)]


class Auth(In):
    """Must come first, within 10 s; later again with a fresh token."""

    type: Literal["auth"]
    token: Annotated[
        Annotated[Text, Field(max_length=4096)] | None,
        Field(description="An access token; null: a spectator who is not signed in."),
    ]


class Subscribe(In):
    type: Literal["subscribe"]
    topic: TopicName
    from_: Annotated[
        int | None,
        Field(
            alias="from",
            ge=0,
            le=2**53,
            description="The last version the client has; null: it has nothing.",
        ),
    ] = None


class Unsubscribe(In):
    type: Literal["unsubscribe"]
    topic: TopicName


class Act(In):
    type: Literal["act"]
    id: ClientId
    game: Id
    ply: Ply = None
    action: Action


class Say(In):
    type: Literal["chat"]
    id: ClientId
    game: Id
    room: ChatRoom
    text: ChatText


class Ping(In):
    """Asks for the server's time."""

    type: Literal["ping"]
    id: ClientId


class Pong(In):
    """Answers the server's own ping: that is how the server measures the connection."""

    type: Literal["pong"]
    n: Nonce


ClientMessage = Annotated[
    Auth | Subscribe | Unsubscribe | Act | Say | Ping | Pong, Field(discriminator="type")
]
client_message: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)


class Me(Out):
    player_id: str
    name: str
    guest: bool
    scopes: list[str]


class Welcome(Out):
    """Answers `auth`."""

    type: Literal["welcome"]
    player: Annotated[Me | None, Field(description="Null: not signed in.")]
    now: Annotated[int, Field(description="Server time, milliseconds of the Unix epoch.")]
    expires_at: Annotated[
        int | None, Field(description="When the token ends, milliseconds of the Unix epoch.")
    ]


class Subscribed(Out):
    """The topic is followed from here on; what the client missed has been sent before."""

    type: Literal["subscribed"]
    topic: TopicName
    version: int


class Unsubscribed(Out):
    """The server ended a subscription: who the socket belongs to has changed."""

    type: Literal["unsubscribed"]
    topic: TopicName
    reason: str


class _Snapshot(Out):
    type: Literal["snapshot"]


class GameSnapshot(_Snapshot):
    kind: Literal["game"]
    topic: TopicName
    version: int
    snapshot: Snapshot


class ChatEntry(Out):
    version: int
    line: ChatLine


class ChatLines(Out):
    lines: Annotated[
        list[ChatEntry], Field(description="The last ones in order; older ones are not sent.")
    ]


class ChatSnapshot(_Snapshot):
    kind: Literal["chat"]
    topic: TopicName
    version: int
    snapshot: ChatLines


class RatingSnapshot(_Snapshot):
    """Version 0 and null until the game is rated, version 1 and the record then."""

    kind: Literal["rating"]
    topic: TopicName
    version: int
    snapshot: RatedGame | None


class PlayerSnapshot(_Snapshot):
    """The player's own inbox, whole; the version is the server's time."""

    kind: Literal["player"]
    topic: TopicName
    version: int
    snapshot: Inbox


class LobbySnapshot(_Snapshot):
    kind: Literal["lobby"]
    topic: TopicName
    version: int
    snapshot: Lobby


class LiveSnapshot(_Snapshot):
    """Public games that are played now."""

    kind: Literal["live"]
    topic: TopicName
    version: int
    snapshot: LiveGames


class TournamentSnapshot(_Snapshot):
    """A tournament with the top of its table and the first boards of its last round."""

    kind: Literal["tournament"]
    topic: TopicName
    version: int
    snapshot: TournamentNow


class _EventMessage(Out):
    type: Literal["event"]


class GameEventMessage(_EventMessage):
    kind: Literal["game"]
    topic: TopicName
    version: Annotated[int, Field(description="One more than that of the event before it.")]
    event: GameEvent


class ChatEventMessage(_EventMessage):
    kind: Literal["chat"]
    topic: TopicName
    version: int
    event: ChatLine


class RatingEventMessage(_EventMessage):
    kind: Literal["rating"]
    topic: TopicName
    version: int
    event: RatedGame


class Ack(Out):
    """An `act` or `chat` was done; its events may come before this or after it."""

    type: Literal["ack"]
    id: str
    version: Annotated[
        int | None,
        Field(description="Of the game or the room after it; null: that chat line was there."),
    ]


class Error(Out):
    """Something was refused, and nothing changed."""

    type: Literal["error"]
    id: Annotated[
        str | None, Field(description="Of the message refused; a subscription's topic; or null.")
    ]
    reason: Annotated[str, Field(description="A stable word for programs.")]
    message: Annotated[str, Field(description="For people, in English.")]
    metadata: dict[str, str]


class PongOut(Out):
    """Answers a client's `ping`."""

    type: Literal["pong"]
    id: str
    now: int


class PingOut(Out):
    """Must be answered by `pong` with the same `n` at once."""

    type: Literal["ping"]
    n: int


class Notice(Out):
    """`restarting`: this instance stops, connect again. `token_expired`: send `auth` with a
    fresh token now, or actions will be refused. `signed_out`: that did not happen in time."""

    type: Literal["notice"]
    reason: Literal["restarting", "token_expired", "signed_out"]


SNAPSHOTS: tuple[type[_Snapshot], ...] = (
    GameSnapshot, ChatSnapshot, RatingSnapshot, PlayerSnapshot, LobbySnapshot, LiveSnapshot,
    TournamentSnapshot,
)  # fmt: skip
EVENTS: tuple[type[_EventMessage], ...] = (GameEventMessage, ChatEventMessage, RatingEventMessage)
FROM_CLIENT: tuple[type[In], ...] = (Auth, Subscribe, Unsubscribe, Act, Say, Ping, Pong)
TO_CLIENT: tuple[type[Out], ...] = (
    Welcome, Subscribed, Unsubscribed, *SNAPSHOTS, *EVENTS, Ack, Error, PongOut, PingOut, Notice,
)  # fmt: skip
