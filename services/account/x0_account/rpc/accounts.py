"""protobuf <-> use cases."""

from typing import Any

from servicekit.errors import Invalid
from servicekit.wire import timestamp
from x0.account.v1 import account_pb2 as pb
from x0.account.v1.account_pb2_grpc import AccountServiceServicer

from x0_account.domain.players import ApiToken, Player, Session
from x0_account.service.players import Players
from x0_account.service.ports import SignedIn
from x0_account.service.sessions import Sessions

SERVICE_NAME = pb.DESCRIPTOR.services_by_name["AccountService"].full_name


class AccountRpc(AccountServiceServicer):
    def __init__(self, players: Players, sessions: Sessions) -> None:
        self._players = players
        self._sessions = sessions

    # -- signing in -------------------------------------------------------------------

    async def CreateGuest(
        self, request: pb.CreateGuestRequest, context: Any
    ) -> pb.CreateGuestResponse:
        signed = await self._sessions.create_guest(request.user_agent, request.idempotency_key)
        return pb.CreateGuestResponse(session=_signed_in(signed))

    async def Register(self, request: pb.RegisterRequest, context: Any) -> pb.RegisterResponse:
        signed = await self._sessions.register(
            request.name,
            request.password,
            request.guest_player_id,
            request.user_agent,
            request.idempotency_key,
        )
        return pb.RegisterResponse(session=_signed_in(signed))

    async def LogIn(self, request: pb.LogInRequest, context: Any) -> pb.LogInResponse:
        signed = await self._sessions.log_in(request.name, request.password, request.user_agent)
        return pb.LogInResponse(session=_signed_in(signed))

    async def RefreshSession(
        self, request: pb.RefreshSessionRequest, context: Any
    ) -> pb.RefreshSessionResponse:
        signed = await self._sessions.refresh(request.refresh_token)
        return pb.RefreshSessionResponse(session=_signed_in(signed))

    async def ListSessions(
        self, request: pb.ListSessionsRequest, context: Any
    ) -> pb.ListSessionsResponse:
        found = await self._sessions.sessions(request.player_id)
        return pb.ListSessionsResponse(sessions=[_session_info(s) for s in found])

    async def RevokeSession(
        self, request: pb.RevokeSessionRequest, context: Any
    ) -> pb.RevokeSessionResponse:
        await self._sessions.revoke(request.player_id, request.session_id)
        return pb.RevokeSessionResponse()

    async def RevokeAllSessions(
        self, request: pb.RevokeAllSessionsRequest, context: Any
    ) -> pb.RevokeAllSessionsResponse:
        revoked = await self._sessions.revoke_all(request.player_id, request.except_session_id)
        return pb.RevokeAllSessionsResponse(revoked=revoked)

    # -- the account ------------------------------------------------------------------

    async def ChangePassword(
        self, request: pb.ChangePasswordRequest, context: Any
    ) -> pb.ChangePasswordResponse:
        await self._sessions.change_password(
            request.player_id, request.old_password, request.new_password, request.session_id
        )
        return pb.ChangePasswordResponse()

    async def ChangeName(
        self, request: pb.ChangeNameRequest, context: Any
    ) -> pb.ChangeNameResponse:
        player = await self._players.change_name(request.player_id, request.name, request.password)
        return pb.ChangeNameResponse(profile=profile(player))

    async def DeleteAccount(
        self, request: pb.DeleteAccountRequest, context: Any
    ) -> pb.DeleteAccountResponse:
        await self._sessions.delete_account(request.player_id, request.password)
        return pb.DeleteAccountResponse()

    # -- API tokens -------------------------------------------------------------------

    async def CreateApiToken(
        self, request: pb.CreateApiTokenRequest, context: Any
    ) -> pb.CreateApiTokenResponse:
        token, secret = await self._sessions.create_api_token(
            request.player_id, request.label, list(request.scopes), request.idempotency_key
        )
        return pb.CreateApiTokenResponse(token=_api_token(token), secret=secret)

    async def ListApiTokens(
        self, request: pb.ListApiTokensRequest, context: Any
    ) -> pb.ListApiTokensResponse:
        found = await self._sessions.api_tokens(request.player_id)
        return pb.ListApiTokensResponse(tokens=[_api_token(t) for t in found])

    async def RevokeApiToken(
        self, request: pb.RevokeApiTokenRequest, context: Any
    ) -> pb.RevokeApiTokenResponse:
        await self._sessions.revoke_api_token(request.player_id, request.token_id)
        return pb.RevokeApiTokenResponse()

    async def ExchangeApiToken(
        self, request: pb.ExchangeApiTokenRequest, context: Any
    ) -> pb.ExchangeApiTokenResponse:
        player, token, expires = await self._sessions.exchange_api_token(request.secret)
        return pb.ExchangeApiTokenResponse(
            player_id=player.player_id,
            name=player.name,
            access_token=token,
            access_expires_at=timestamp(expires),
        )

    # -- profiles and blocks ----------------------------------------------------------

    async def GetProfile(
        self, request: pb.GetProfileRequest, context: Any
    ) -> pb.GetProfileResponse:
        match request.WhichOneof("who"):
            case "player_id":
                player = await self._players.profile(request.player_id)
            case "name":
                player = await self._players.profile_by_name(request.name)
            case _:
                raise Invalid("bad_request", "give a player id or a name")
        return pb.GetProfileResponse(profile=profile(player))

    async def BatchGetProfiles(
        self, request: pb.BatchGetProfilesRequest, context: Any
    ) -> pb.BatchGetProfilesResponse:
        found = await self._players.profiles(list(request.player_ids))
        return pb.BatchGetProfilesResponse(profiles=[profile(p) for p in found])

    async def UpdateProfile(
        self, request: pb.UpdateProfileRequest, context: Any
    ) -> pb.UpdateProfileResponse:
        player = await self._players.update_profile(
            request.player_id,
            request.country if request.HasField("country") else None,
            request.language if request.HasField("language") else None,
            request.about if request.HasField("about") else None,
        )
        return pb.UpdateProfileResponse(profile=profile(player))

    async def BlockPlayer(
        self, request: pb.BlockPlayerRequest, context: Any
    ) -> pb.BlockPlayerResponse:
        await self._players.block(request.player_id, request.blocked_player_id)
        return pb.BlockPlayerResponse()

    async def UnblockPlayer(
        self, request: pb.UnblockPlayerRequest, context: Any
    ) -> pb.UnblockPlayerResponse:
        await self._players.unblock(request.player_id, request.blocked_player_id)
        return pb.UnblockPlayerResponse()

    async def ListBlockedPlayers(
        self, request: pb.ListBlockedPlayersRequest, context: Any
    ) -> pb.ListBlockedPlayersResponse:
        found = await self._players.blocked(request.player_id)
        return pb.ListBlockedPlayersResponse(profiles=[profile(p) for p in found])

    async def CheckBlocked(
        self, request: pb.CheckBlockedRequest, context: Any
    ) -> pb.CheckBlockedResponse:
        blocked = await self._players.blocked_between(request.player_id, request.other_player_id)
        return pb.CheckBlockedResponse(blocked=blocked)


def _signed_in(signed: SignedIn) -> pb.Session:
    return pb.Session(
        session_id=signed.session_id,
        player_id=signed.player.player_id,
        name=signed.player.name,
        guest=signed.player.guest,
        access_token=signed.access_token,
        access_expires_at=timestamp(signed.access_expires),
        refresh_token=signed.refresh_token,
        refresh_expires_at=timestamp(signed.refresh_expires),
    )


def _session_info(session: Session) -> pb.SessionInfo:
    return pb.SessionInfo(
        session_id=session.session_id,
        user_agent=session.user_agent,
        created_at=timestamp(session.created),
        last_used_at=timestamp(session.last_used),
    )


def profile(player: Player) -> pb.Profile:
    return pb.Profile(
        player_id=player.player_id,
        name=player.name,
        guest=player.guest,
        deleted=player.deleted,
        country=player.country,
        language=player.language,
        about=player.about,
        created_at=timestamp(player.created),
    )


def _api_token(token: ApiToken) -> pb.ApiToken:
    return pb.ApiToken(
        token_id=token.token_id,
        label=token.label,
        scopes=token.scopes,
        created_at=timestamp(token.created),
        # Unset while it was never used.
        last_used_at=timestamp(token.last_used) if token.last_used else None,
    )
