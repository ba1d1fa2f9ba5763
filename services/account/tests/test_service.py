"""The service whole, twice, over a real store and log."""

import asyncio
import json
from typing import Any

import jwt
import pytest
from account_stack import KEY, PASSWORD, Running, refused, register
from aiokafka import AIOKafkaConsumer
from grpc import aio
from servicekit import errors, grpc_client
from x0.account.v1 import account_pb2 as pb
from x0.account.v1 import events_pb2
from x0.account.v1.account_pb2_grpc import AccountServiceStub
from x0_account.events import TOPIC
from x0_launcher.cluster import Cluster

pytestmark = pytest.mark.asyncio(loop_scope="session")


def claims(token: str) -> dict[str, Any]:
    assert jwt.get_unverified_header(token) == {"alg": "EdDSA", "kid": "k1", "typ": "JWT"}
    decoded: dict[str, Any] = jwt.decode(token, KEY.public_key(), algorithms=["EdDSA"])
    return decoded


async def refresh(stub: AccountServiceStub, token: str) -> pb.Session:
    return (await stub.RefreshSession(pb.RefreshSessionRequest(refresh_token=token))).session


async def test_a_guest_becomes_an_account_and_keeps_its_id(running: Running) -> None:
    guest = (await running.one.CreateGuest(pb.CreateGuestRequest(user_agent="phone\n"))).session
    assert guest.guest and guest.name.startswith("Guest-")
    assert claims(guest.access_token)["guest"] is True
    session = await register(running, "Upgrader", guest_player_id=guest.player_id)
    assert (session.player_id, session.name, session.guest) == (guest.player_id, "Upgrader", False)
    token = claims(session.access_token)
    assert (token["sub"], token["name"], token["guest"]) == (guest.player_id, "Upgrader", False)
    assert token["sid"] == session.session_id and token["exp"] - token["iat"] == 900
    again = await refused(
        running.other.Register(
            pb.RegisterRequest(name="Another", password=PASSWORD, guest_player_id=guest.player_id)
        )
    )
    assert (again.code, again.reason) == ("FAILED_PRECONDITION", "already_registered")
    # The guest's own session goes on, as the account.
    assert (await refresh(running.other, guest.refresh_token)).name == "Upgrader"


async def test_a_name_is_taken_once(running: Running) -> None:
    """Forty at the same moment over two instances, in all spellings: one gets it."""
    spellings = ["Unique_Bill", "UNIQUE_BILL", "unique-bill", "Unique_Bi11"] * 10

    async def attempt(n: int, name: str) -> pb.Session | errors.DomainError:
        stub = running.one if n % 2 else running.other
        request = pb.RegisterRequest(name=name, password=PASSWORD)
        try:
            return (await stub.Register(request, timeout=30)).session
        except aio.AioRpcError as error:
            return grpc_client.error_from_rpc(error)

    answers = await asyncio.gather(*(attempt(n, s) for n, s in enumerate(spellings)))
    assert len([a for a in answers if isinstance(a, pb.Session)]) == 1
    reasons = {a.reason for a in answers if isinstance(a, errors.DomainError)}
    assert reasons == {"name_taken"}


async def test_a_key_makes_one_of_everything(running: Running) -> None:
    """Sent again, also at the same moment to another instance."""
    stubs = [running.one, running.other]
    guests = await asyncio.gather(
        *(
            stubs[n % 2].CreateGuest(pb.CreateGuestRequest(idempotency_key="a random key 123"))
            for n in range(10)
        )
    )
    assert len({g.session.player_id for g in guests}) == 1
    assert len({g.session.session_id for g in guests}) == 10
    another = await running.one.CreateGuest(pb.CreateGuestRequest(idempotency_key="another key"))
    assert another.session.player_id != guests[0].session.player_id

    def registration(name: str, password: str, key: str, guest: str = "") -> pb.RegisterRequest:
        return pb.RegisterRequest(
            name=name, password=password, idempotency_key=key, guest_player_id=guest
        )

    first = await running.one.Register(registration("Keyed", PASSWORD, "k"))
    again = await running.other.Register(registration("Keyed", PASSWORD, "k"))
    assert again.session.player_id == first.session.player_id
    for other in (
        registration("Keyed", PASSWORD, "another"),
        registration("Keyed", PASSWORD, ""),
        registration("Keyed", "not the password", "k"),
    ):
        assert (await refused(running.one.Register(other))).reason == "name_taken"
    # A guest's registration is known by the guest.
    guest = guests[0].session.player_id
    upgraded = await running.one.Register(registration("Keyed_Guest", PASSWORD, "", guest))
    again = await running.other.Register(registration("Keyed_Guest", PASSWORD, "", guest))
    assert again.session.player_id == upgraded.session.player_id == guest
    # The key of a guest that has become an account opens nothing.
    late = running.one.CreateGuest(pb.CreateGuestRequest(idempotency_key="a random key 123"))
    assert (await refused(late)).reason == "key_used"

    made = [
        await stub.CreateApiToken(
            pb.CreateApiTokenRequest(
                player_id=guest, label="bot", scopes=["play"], idempotency_key="t"
            )
        )
        for stub in stubs
    ]
    assert made[0].token.token_id == made[1].token.token_id and made[0].secret != made[1].secret
    listed = await running.one.ListApiTokens(pb.ListApiTokensRequest(player_id=guest))
    assert len(listed.tokens) == 1
    await running.other.ExchangeApiToken(pb.ExchangeApiTokenRequest(secret=made[1].secret))


async def test_log_in_and_wrong_credentials(running: Running) -> None:
    await register(running, "Loginner")
    good = await running.other.LogIn(pb.LogInRequest(name="LOGINNER", password=PASSWORD))
    assert good.session.name == "Loginner"
    for name, password in (("Loginner", "wrong password"), ("Nobody_here", PASSWORD), ("", "")):
        error = await refused(running.one.LogIn(pb.LogInRequest(name=name, password=password)))
        assert (error.code, error.reason) == ("UNAUTHENTICATED", "wrong_credentials")


async def test_attempts_are_limited_across_instances(running: Running) -> None:
    await register(running, "Guessed")

    async def guess(n: int) -> str:
        stub = running.one if n % 2 else running.other
        request = pb.LogInRequest(name="guessed", password=f"wrong {n}")
        return (await refused(stub.LogIn(request, timeout=30))).reason

    reasons = await asyncio.gather(*(guess(n) for n in range(30)))
    assert reasons.count("wrong_credentials") <= 10
    right = await refused(running.one.LogIn(pb.LogInRequest(name="Guessed", password=PASSWORD)))
    if reasons.count("wrong_credentials") == 10:
        assert right.code == "RESOURCE_EXHAUSTED" and int(right.metadata["retry_after_ms"]) > 0


async def test_refresh_rotates_and_reuse_revokes(running: Running) -> None:
    session = await register(running, "Refresher")
    second = await refresh(running.one, session.refresh_token)
    # The answer was lost: the same token again, at the other instance, within the grace.
    third = await refresh(running.other, session.refresh_token)
    assert len({session.refresh_token, second.refresh_token, third.refresh_token}) == 3
    fourth = await refresh(running.one, third.refresh_token)
    # An answer of which we said "lost" is used after all: two hold this session.
    error = await refused(refresh(running.one, second.refresh_token))
    assert error.reason == "refresh_token_reused"
    assert (await refused(refresh(running.one, fourth.refresh_token))).reason == (
        "refresh_token_invalid"
    )


async def test_an_old_token_after_the_grace_revokes(running: Running) -> None:
    session = await register(running, "Latecomer")
    second = await refresh(running.one, session.refresh_token)
    # As if the rotation had been eleven seconds ago.
    await running.database["account_sessions"].update_one(
        {"_id": session.session_id}, {"$inc": {"rotated": -11_000}}
    )
    assert (await refused(refresh(running.one, session.refresh_token))).reason == (
        "refresh_token_reused"
    )
    assert (await refused(refresh(running.one, second.refresh_token))).code == "UNAUTHENTICATED"


async def test_garbage_revokes_nothing(running: Running) -> None:
    session = await register(running, "Garbage_man")
    for bad in ("", "x", "a.b.c", f"{session.session_id}.family.secret", "." * 500):
        assert (await refused(refresh(running.one, bad))).reason == "refresh_token_invalid"
    assert (await refresh(running.one, session.refresh_token)).name == "Garbage_man"


async def test_parallel_refreshes_of_one_token(running: Running) -> None:
    session = await register(running, "Two_tabs")
    answers = await asyncio.gather(
        refresh(running.one, session.refresh_token), refresh(running.other, session.refresh_token)
    )
    assert answers[0].refresh_token != answers[1].refresh_token
    assert (await refresh(running.one, answers[0].refresh_token)).name == "Two_tabs"


async def test_sessions_are_listed_and_revoked(running: Running) -> None:
    first = await register(running, "Lister", user_agent="one")
    login = pb.LogInRequest(name="Lister", password=PASSWORD, user_agent="two")
    second = (await running.one.LogIn(login)).session
    third = (await running.one.LogIn(login)).session
    me = first.player_id
    listed = await running.other.ListSessions(pb.ListSessionsRequest(player_id=me))
    assert {s.session_id for s in listed.sessions} == {
        first.session_id, second.session_id, third.session_id,
    }  # fmt: skip
    await running.one.RevokeSession(
        pb.RevokeSessionRequest(player_id=me, session_id=second.session_id)
    )
    # Somebody else's session id with one's own player id does nothing.
    stranger = await register(running, "Stranger")
    await running.one.RevokeSession(
        pb.RevokeSessionRequest(player_id=stranger.player_id, session_id=first.session_id)
    )
    assert (await refused(refresh(running.one, second.refresh_token))).code == "UNAUTHENTICATED"
    gone = await running.one.RevokeAllSessions(
        pb.RevokeAllSessionsRequest(player_id=me, except_session_id=third.session_id)
    )
    assert gone.revoked == 1
    assert (await refresh(running.one, third.refresh_token)).player_id == me


async def test_change_password_ends_other_sessions(running: Running) -> None:
    mine = await register(running, "Changer")
    other = (await running.one.LogIn(pb.LogInRequest(name="Changer", password=PASSWORD))).session
    change = pb.ChangePasswordRequest(
        player_id=mine.player_id, old_password="not it", new_password="another horse",
        session_id=mine.session_id,
    )  # fmt: skip
    assert (await refused(running.one.ChangePassword(change))).reason == "wrong_password"
    change.old_password, change.new_password = PASSWORD, "password1"
    assert (await refused(running.one.ChangePassword(change))).reason == "password_too_common"
    change.new_password = "another horse"
    await running.one.ChangePassword(change)
    await refused(running.one.LogIn(pb.LogInRequest(name="Changer", password=PASSWORD)))
    await running.one.LogIn(pb.LogInRequest(name="Changer", password="another horse"))
    assert (await refused(refresh(running.one, other.refresh_token))).code == "UNAUTHENTICATED"
    await refresh(running.one, mine.refresh_token)


async def test_rename_profile_and_delete_are_published(running: Running, cluster: Cluster) -> None:
    me = (await register(running, "Old_name")).player_id
    await running.one.UpdateProfile(
        pb.UpdateProfileRequest(player_id=me, country="vn", language="vi", about=" chào ")
    )
    renamed = await running.other.ChangeName(
        pb.ChangeNameRequest(player_id=me, name="New_name", password=PASSWORD)
    )
    profile = renamed.profile
    assert (profile.name, profile.country, profile.about) == ("New_name", "VN", "chào")
    by_name = await running.one.GetProfile(pb.GetProfileRequest(name="NEW_NAME"))
    assert by_name.profile == profile
    # The old name is free again.
    await register(running, "Old_Name")
    token = await running.one.CreateApiToken(
        pb.CreateApiTokenRequest(player_id=me, label="bot", scopes=["play"])
    )
    session = (await running.one.LogIn(pb.LogInRequest(name="New_name", password=PASSWORD))).session
    await running.one.DeleteAccount(pb.DeleteAccountRequest(player_id=me, password=PASSWORD))
    gone = (await running.other.GetProfile(pb.GetProfileRequest(player_id=me))).profile
    assert (gone.name, gone.deleted, gone.country, gone.about) == ("deleted player", True, "", "")
    assert (await refused(refresh(running.one, session.refresh_token))).code == "UNAUTHENTICATED"
    exchange = pb.ExchangeApiTokenRequest(secret=token.secret)
    assert (await refused(running.one.ExchangeApiToken(exchange))).code == "UNAUTHENTICATED"
    assert (await running.database["account_players"].find_one({"_id": me}))["password"] == ""
    await register(running, "new_name")

    seen: list[tuple[int, str]] = []
    async with (
        asyncio.timeout(30),
        AIOKafkaConsumer(
            TOPIC, bootstrap_servers=cluster.kafka, auto_offset_reset="earliest"
        ) as consumer,
    ):
        while (not seen) or seen[-1][1] != "player_deleted":
            async for record in consumer:
                if record.key == me.encode():
                    event = events_pb2.AccountEvent.FromString(record.value)
                    seen.append((event.version, event.WhichOneof("event") or ""))
                    if seen[-1][1] == "player_deleted":
                        break
    # Each at least once, and for the first time in the order of the versions.
    firsts = list(dict.fromkeys(seen))
    assert [kind for _, kind in firsts] == [
        "player_registered", "profile_updated", "player_renamed", "player_deleted",
    ]  # fmt: skip
    assert [version for version, _ in firsts] == [1, 2, 3, 4]
    async with asyncio.timeout(30):
        while await running.database["account_players"].count_documents(
            {"pending_since": {"$gt": 0, "$lt": 2**53}}
        ):
            await asyncio.sleep(0.2)


async def test_api_tokens(running: Running) -> None:
    me = (await register(running, "Bot_owner")).player_id
    create = pb.CreateApiTokenRequest(player_id=me, label="my bot", scopes=["play", "read"])
    made = await running.one.CreateApiToken(create)
    got = await running.other.ExchangeApiToken(pb.ExchangeApiTokenRequest(secret=made.secret))
    token = claims(got.access_token)
    assert (token["sub"], token["scope"], token["sid"]) == (me, "play read", "")
    listed = await running.one.ListApiTokens(pb.ListApiTokensRequest(player_id=me))
    assert [t.label for t in listed.tokens] == ["my bot"]
    assert listed.tokens[0].HasField("last_used_at")
    for bad in ([], ["admin"], ["play", "play"]):
        error = await refused(
            running.one.CreateApiToken(
                pb.CreateApiTokenRequest(player_id=me, label="x", scopes=bad)
            )
        )
        assert error.reason == "bad_scopes"
    for bad in ("", "x0_", made.secret[:-1], made.secret + "x", "x0_abc.def"):
        request = pb.ExchangeApiTokenRequest(secret=bad)
        assert (await refused(running.one.ExchangeApiToken(request))).reason == "api_token_invalid"
    revoke = pb.RevokeApiTokenRequest(player_id=me, token_id=made.token.token_id)
    await running.one.RevokeApiToken(revoke)
    assert (await refused(running.one.RevokeApiToken(revoke))).code == "NOT_FOUND"
    gone = pb.ExchangeApiTokenRequest(secret=made.secret)
    assert (await refused(running.one.ExchangeApiToken(gone))).code == "UNAUTHENTICATED"
    for kept in await running.database["account_api_tokens"].find({}).to_list(100):
        assert made.secret.split(".")[1] not in json.dumps(kept, default=str)


async def test_blocks(running: Running) -> None:
    anna = (await register(running, "Anna_blocks")).player_id
    boris = (await register(running, "Boris_blocked")).player_id
    block = pb.BlockPlayerRequest(player_id=anna, blocked_player_id=boris)
    await asyncio.gather(*(running.one.BlockPlayer(block) for _ in range(3)))
    for one, other in ((anna, boris), (boris, anna)):
        check = pb.CheckBlockedRequest(player_id=one, other_player_id=other)
        assert (await running.other.CheckBlocked(check)).blocked
    listed = await running.one.ListBlockedPlayers(pb.ListBlockedPlayersRequest(player_id=anna))
    assert [p.name for p in listed.profiles] == ["Boris_blocked"]
    await running.one.UnblockPlayer(
        pb.UnblockPlayerRequest(player_id=anna, blocked_player_id=boris)
    )
    check = pb.CheckBlockedRequest(player_id=anna, other_player_id=boris)
    assert not (await running.other.CheckBlocked(check)).blocked
    me = pb.BlockPlayerRequest(player_id=anna, blocked_player_id=anna)
    assert (await refused(running.one.BlockPlayer(me))).reason == "cannot_block_self"
    nobody = pb.BlockPlayerRequest(player_id=anna, blocked_player_id="nobody")
    assert (await refused(running.one.BlockPlayer(nobody))).reason == "player_not_found"


async def test_parallel_changes_of_one_player_all_count(running: Running) -> None:
    anna = (await register(running, "Anna_many")).player_id
    others = [
        (await running.one.CreateGuest(pb.CreateGuestRequest())).session.player_id for _ in range(6)
    ]
    await asyncio.gather(
        *(
            (running.one if n % 2 else running.other).BlockPlayer(
                pb.BlockPlayerRequest(player_id=anna, blocked_player_id=other)
            )
            for n, other in enumerate(others)
        )
    )
    listed = await running.one.ListBlockedPlayers(pb.ListBlockedPlayersRequest(player_id=anna))
    assert {p.player_id for p in listed.profiles} == set(others)


async def test_profiles(running: Running) -> None:
    anna = (await register(running, "Anna_profile")).player_id
    guest = (await running.one.CreateGuest(pb.CreateGuestRequest())).session.player_id
    batch = await running.one.BatchGetProfiles(
        pb.BatchGetProfilesRequest(player_ids=[anna, "nobody", guest, anna])
    )
    assert {p.player_id for p in batch.profiles} == {anna, guest}
    for change, reason in (
        ({"country": "XX"}, "bad_country"), ({"language": "!"}, "bad_language"),
        ({"about": "a" * 501}, "about_too_long"), ({"about": "a\x00"}, "about_characters"),
    ):  # fmt: skip
        request = pb.UpdateProfileRequest(player_id=anna, **change)  # type: ignore[arg-type]
        assert (await refused(running.one.UpdateProfile(request))).reason == reason
    theirs = pb.UpdateProfileRequest(player_id=guest, about="hi")
    assert (await refused(running.one.UpdateProfile(theirs))).reason == "account_needed"
    assert (
        await refused(running.one.GetProfile(pb.GetProfileRequest()))
    ).code == "INVALID_ARGUMENT"
    many = pb.BatchGetProfilesRequest(player_ids=[str(n) for n in range(201)])
    assert (await refused(running.one.BatchGetProfiles(many))).reason == "too_many_ids"
