"""Players, names, passwords, sessions: rules without I/O."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

MIN_PASSWORD = 8
MAX_PASSWORD = 128
MAX_ABOUT = 500
MAX_BLOCKED = 500
MAX_SESSIONS = 50
MAX_API_TOKENS = 20
MAX_LABEL = 60
DELETED_NAME = "deleted player"
# What an API token may be given; a session has all of them.
SCOPES = ("challenge", "play", "read")
# A refresh token sent again this soon after it was used gets an answer all the same: the
# first answer may have been lost on the way.
REFRESH_GRACE_MS = 10_000
_MAX_LIVE_HASHES = 5

# ISO 3166-1 alpha-2, officially assigned.
_COUNTRY_CODES = """
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO
BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ
DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP
GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG
KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML
MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE
PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL
SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM
US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
"""
COUNTRIES = frozenset(_COUNTRY_CODES.split())


class NameTaken(Exception):
    """Another player has this name, or one that looks like it."""


@dataclass(frozen=True, slots=True)
class Joining:
    """A clan that a player is about to join or found, since `since`: one at a time."""

    clan_id: str
    attempt: str
    since: int


@dataclass(frozen=True, slots=True)
class Player:
    """A guest, an account, or what is left of a deleted one. Times in ms of the Unix epoch."""

    player_id: str
    version: int
    name: str
    guest: bool
    created: int
    deleted: bool = False
    password_hash: str = field(default="", repr=False)
    country: str = ""
    language: str = ""
    about: str = ""
    blocked: tuple[str, ...] = ()
    joining: Joining | None = None
    # When the account was deleted, until the player is out of every clan; else 0.
    leaving: int = 0


@dataclass(frozen=True, slots=True)
class Registered:
    name: str
    was_guest: bool


@dataclass(frozen=True, slots=True)
class Renamed:
    old_name: str
    name: str


@dataclass(frozen=True, slots=True)
class Deleted:
    pass


@dataclass(frozen=True, slots=True)
class ProfileChanged:
    country: str
    language: str


Event = Registered | Renamed | Deleted | ProfileChanged


def register(guest: Player, name: str, password_hash: str) -> tuple[Player, Event]:
    """A guest becomes an account and keeps id, blocks and age."""
    player = replace(guest, name=name, guest=False, password_hash=password_hash)
    return player, Registered(name, was_guest=True)


def rename(player: Player, name: str) -> tuple[Player, list[Event]]:
    if name == player.name:
        return player, []
    return replace(player, name=name), [Renamed(player.name, name)]


def delete(player: Player, now: int) -> tuple[Player, list[Event]]:
    """Nothing stays but the id, which old games refer to, and what clans are yet to be told."""
    if player.deleted:
        return player, []
    gone = Player(
        player_id=player.player_id,
        version=player.version,
        name=DELETED_NAME,
        guest=False,
        created=player.created,
        deleted=True,
        joining=player.joining,
        leaving=now,
    )
    return gone, [Deleted()]


def edit_profile(
    player: Player, country: str | None, language: str | None, about: str | None
) -> tuple[Player, list[Event]]:
    """None leaves a field as it is."""
    changed = replace(
        player,
        country=player.country if country is None else country,
        language=player.language if language is None else language,
        about=player.about if about is None else about,
    )
    if changed == player:
        return player, []
    return changed, [ProfileChanged(changed.country, changed.language)]


def block(player: Player, other: str) -> Player:
    if other in player.blocked:
        return player
    return replace(player, blocked=(*player.blocked, other))


def unblock(player: Player, other: str) -> Player:
    if other not in player.blocked:
        return player
    return replace(player, blocked=tuple(p for p in player.blocked if p != other))


def password_problem(password: str, name: str, common: frozenset[str]) -> str:
    """Reason why a password is refused, "" for a good one."""
    if len(password) < MIN_PASSWORD:
        return "password_too_short"
    if len(password) > MAX_PASSWORD:
        return "password_too_long"
    folded = unicodedata.normalize("NFKC", password).casefold()
    if folded == unicodedata.normalize("NFKC", name).casefold():
        return "password_is_name"
    if folded in common or len(set(folded)) < 3:
        return "password_too_common"
    return ""


def about_problem(about: str) -> str:
    if len(about) > MAX_ABOUT:
        return "about_too_long"
    if any(unicodedata.category(c) in ("Cc", "Cs", "Co", "Cn") and c != "\n" for c in about):
        return "about_characters"
    return ""


def language_problem(tag: str) -> str:
    """BCP 47 by form: a primary subtag of 2-3 letters, then subtags of 1-8."""
    parts = tag.split("-")
    good = (
        len(tag) <= 35
        and tag.isascii()
        and 2 <= len(parts[0]) <= 3
        and parts[0].isalpha()
        and all(1 <= len(part) <= 8 and part.isalnum() for part in parts[1:])
    )
    return "" if not tag or good else "bad_language"


def country_problem(code: str) -> str:
    return "" if not code or code in COUNTRIES else "bad_country"


def one_line(text: str, most: int) -> str:
    """Text of unknown origin, fit to be shown in a list."""
    printable = "".join(c if c.isprintable() else " " for c in text[: most * 2])
    return " ".join(printable.split())[:most]


@dataclass(frozen=True, slots=True)
class Session:
    """One sign-in. Only hashes of its secrets are kept.

    `family` stays the same over all refresh tokens of the session: whoever shows it holds
    or held a real token, so a wrong secret beside it means that a token was used twice.
    `live` are the hashes that are good now: one, or a few within the grace.
    """

    session_id: str
    player_id: str
    version: int
    user_agent: str
    created: int
    last_used: int
    expires: int
    family: bytes = field(repr=False)
    live: tuple[bytes, ...] = field(repr=False)
    previous: bytes = field(repr=False, default=b"")
    rotated: int = 0


def rotate(session: Session, used: bytes, fresh: bytes, now: int, life_ms: int) -> Session | None:
    """The session after its token `used` was exchanged for `fresh` (both hashes).

    None: `used` is an old token, the session must go.
    """
    if used in session.live:
        return replace(
            session, live=(fresh,), previous=used, rotated=now, last_used=now, expires=now + life_ms
        )
    in_grace = used == session.previous and now - session.rotated <= REFRESH_GRACE_MS
    if in_grace and len(session.live) < _MAX_LIVE_HASHES:
        return replace(session, live=(*session.live, fresh), last_used=now)
    return None


@dataclass(frozen=True, slots=True)
class Attempts:
    """Failed sign-ins of one name: `tokens` are left, as they were at `since` (ms)."""

    tokens: float
    since: int


# Ten at once, then one every 90 seconds.
ATTEMPTS_BURST = 10.0
ATTEMPTS_EVERY_MS = 90_000


def attempt(state: Attempts | None, now: int) -> tuple[Attempts | None, int]:
    """Takes one attempt: (state after it, 0), or (None, how long to wait in ms)."""
    state = state or Attempts(ATTEMPTS_BURST, now)
    passed = max(0, now - state.since)
    tokens = min(ATTEMPTS_BURST, state.tokens + passed / ATTEMPTS_EVERY_MS)
    if tokens < 1:
        return None, int((1 - tokens) * ATTEMPTS_EVERY_MS) + 1
    return Attempts(tokens - 1, now), 0


def scopes_problem(scopes: Sequence[str]) -> str:
    if not scopes or len(set(scopes)) != len(scopes) or any(s not in SCOPES for s in scopes):
        return "bad_scopes"
    return ""


@dataclass(frozen=True, slots=True)
class ApiToken:
    """A bot's key. Only the hash of its secret is kept."""

    token_id: str
    player_id: str
    label: str
    scopes: tuple[str, ...]
    created: int
    last_used: int
    hash: bytes = field(repr=False)
