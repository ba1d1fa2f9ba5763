"""Wire helpers, errors, rate limits, ids, targets."""

import base64
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from servicekit import ids, wire
from servicekit.errors import BY_CODE, DomainError, Invalid, RateLimited, Unavailable
from servicekit.grpc_client import target_uri
from servicekit.grpc_server import status_details, to_domain_error
from servicekit.metrics import split_address
from servicekit.ratelimit import RateLimiter
from servicekit.settings import ServiceSettings
from x0.game.v1 import game_pb2, settings_pb2


def test_enums_as_text() -> None:
    assert wire.enum_text(settings_pb2.Mode, settings_pb2.MODE_X0_FREESTYLE) == "x0_freestyle"
    assert wire.enum_value(settings_pb2.Mode, "x0_freestyle") == settings_pb2.MODE_X0_FREESTYLE
    kind = settings_pb2.OpeningKind
    assert wire.enum_text(kind, settings_pb2.OPENING_KIND_TARAGUCHI_10) == "taraguchi_10"
    assert wire.enum_text(game_pb2.ResultReason, 99) == ""
    assert (wire.enum_text(kind, 0), wire.enum_value(kind, "")) == ("", 0)
    for bad in ("X0", "unspecified", "mode_x0", "nope"):
        with pytest.raises(Invalid) as caught:
            wire.enum_value(settings_pb2.Mode, bad)
        assert caught.value.reason == "bad_mode"


@given(st.integers(min_value=0, max_value=4_102_444_800_000))
def test_timestamps(ms: int) -> None:
    assert wire.millis(wire.timestamp(ms)) == ms


@given(st.floats(allow_nan=False, allow_infinity=False), st.text(max_size=50),
       st.integers(-(2**63), 2**63 - 1))  # fmt: skip
def test_page_tokens_come_back(rating: float, player: str, seq: int) -> None:
    token = wire.page_token(rating, player, seq)
    assert wire.read_page_token(token, (float, str, int)) == (rating, player, seq)
    with pytest.raises(Invalid):
        wire.read_page_token(token, (float, str))
    with pytest.raises(Invalid):
        wire.read_page_token(token, (int, str, int))


@given(st.one_of(st.text(), st.binary().map(lambda b: b.hex())))
def test_other_tokens_are_refused(text: str) -> None:
    try:
        assert wire.read_page_token(text, (int,)) is None or text
    except Invalid as error:
        assert error.reason == "bad_page_token"


@pytest.mark.parametrize("values", ["[NaN]", "[1e999]", "[18446744073709551616]", '["\\ud800"]',
                                    "[true]", "{}", "[" * 900, "1"])  # fmt: skip
def test_tokens_no_store_could_bear(values: str) -> None:
    token = base64.urlsafe_b64encode(values.encode()).decode().rstrip("=")
    for kind in (int, float, str):
        with pytest.raises(Invalid):
            wire.read_page_token(token, (kind,))


def test_page_size() -> None:
    assert [wire.page_size(n, default=50, most=200) for n in (0, 7, 1000)] == [50, 7, 200]
    with pytest.raises(Invalid):
        wire.page_size(-1, default=50, most=200)


def test_rate_limit() -> None:
    limiter = RateLimiter(rate=2, burst=3)
    assert [limiter.allow("a", now=0.0) for _ in range(4)] == [True, True, True, False]
    assert limiter.allow("b", now=0.0)
    assert limiter.wait_seconds("a", now=0.0) == pytest.approx(0.5)
    assert limiter.allow("a", now=0.5)
    assert not limiter.allow("a", now=0.5)
    with pytest.raises(RateLimited) as caught:
        for _ in range(5):
            limiter.check("c")
    assert int(caught.value.metadata["retry_after_ms"]) > 0


def test_rate_limiter_forgets_the_longest_unused() -> None:
    limiter = RateLimiter(rate=0.001, burst=1, max_keys=2)
    assert limiter.allow("a", now=0.0) and limiter.allow("b", now=1.0)
    assert not limiter.allow("b", now=1.0)
    assert limiter.allow("c", now=2.0)
    assert not limiter.allow("b", now=3.0)
    assert limiter.allow("a", now=3.0)


def test_ids() -> None:
    made = {ids.new_id() for _ in range(1000)}
    assert len(made) == 1000
    assert all(len(one) == 12 and set(one) <= set(ids.ALPHABET) for one in made)
    assert not set("0O1lIo") & set(ids.ALPHABET) and len(set(ids.ALPHABET)) == len(ids.ALPHABET)


@pytest.mark.parametrize(
    ("targets", "uri"),
    [
        ("127.0.0.1:5", "ipv4:127.0.0.1:5"),
        ("10.0.0.1:1, 10.0.0.2:2", "ipv4:10.0.0.1:1,10.0.0.2:2"),
        ("localhost:1,localhost:2", "ipv4:127.0.0.1:1,127.0.0.1:2"), ("game:9", "dns:///game:9"),
        ("dns:///game:9", "dns:///game:9"), ("[::1]:1", "ipv6:[::1]:1"),
    ],
)  # fmt: skip
def test_targets(targets: str, uri: str) -> None:
    assert target_uri(targets) == uri


@pytest.mark.parametrize("targets", ["", " , ", "game:1,lobby:1", "game:1,10.0.0.1:1"])
def test_targets_that_make_no_sense(targets: str) -> None:
    with pytest.raises(ValueError):
        target_uri(targets)


def test_errors() -> None:
    assert set(BY_CODE) >= {"INVALID_ARGUMENT", "NOT_FOUND", "ABORTED", "UNAVAILABLE"}
    error = Invalid("bad_name", "no", field="name")
    assert (error.reason, str(error), error.metadata) == ("bad_name", "no", {"field": "name"})
    assert DomainError("name_taken").message == "name taken"
    assert b"bad_name" in status_details(error)
    assert to_domain_error(KeyError("x")) is None
    assert isinstance(to_domain_error(ConnectionResetError()), Unavailable)
    assert to_domain_error(error) is error


def test_addresses() -> None:
    assert split_address("127.0.0.1:80") == ("127.0.0.1", 80)
    assert split_address("[::1]:80") == ("::1", 80)
    for bad in ("80", "a:b", ""):
        with pytest.raises(ValueError):
            split_address(bad)


def test_settings_take_keys_as_json() -> None:
    keys = {"k1": "-----BEGIN PUBLIC KEY-----\n..."}
    parsed = ServiceSettings.model_validate({"token_public_keys": json.loads(json.dumps(keys))})
    assert parsed.token_public_keys == keys
    assert parsed.instance != ServiceSettings().instance
