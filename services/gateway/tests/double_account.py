"""A small account service, for tests of the gateway alone."""

import itertools
from typing import Any

from double_tokens import Signer
from google.protobuf.timestamp_pb2 import Timestamp
from servicekit.errors import AlreadyExists, NotFound, Unauthenticated
from x0.account.v1 import account_pb2 as pb
from x0.account.v1.account_pb2_grpc import AccountServiceServicer


class Accounts(AccountServiceServicer):
    def __init__(self, signer: Signer) -> None:
        self.signer = signer
        self.profiles: dict[str, pb.Profile] = {}
        self.blocks: set[tuple[str, str]] = set()
        self.refresh: dict[str, str] = {}
        self._numbers = itertools.count()

    def player(self, name: str, *, guest: bool = False) -> str:
        """A player of that name; the id is made from it."""
        player_id = name.lower()
        self.profiles[player_id] = pb.Profile(
            player_id=player_id, name=name, guest=guest, created_at=Timestamp(seconds=1)
        )
        return player_id

    def _session(self, player_id: str) -> pb.Session:
        profile = self.profiles[player_id]
        secret = f"refresh-{next(self._numbers)}-{player_id}"
        self.refresh[secret] = player_id
        return pb.Session(
            session_id=f"s-{player_id}",
            player_id=player_id,
            name=profile.name,
            guest=profile.guest,
            access_token=self.signer.token(player_id, name=profile.name, guest=profile.guest),
            access_expires_at=Timestamp(seconds=2_000_000_000),
            refresh_token=secret,
            refresh_expires_at=Timestamp(seconds=2_000_000_000),
        )

    async def CreateGuest(self, request: Any, context: Any) -> pb.CreateGuestResponse:
        player_id = self.player(f"Guest-{len(self.profiles)}", guest=True)
        return pb.CreateGuestResponse(session=self._session(player_id))

    async def Register(self, request: Any, context: Any) -> pb.RegisterResponse:
        if any(p.name.lower() == request.name.lower() for p in self.profiles.values()):
            raise AlreadyExists("name_taken", "this name is taken")
        if request.guest_player_id:
            player_id = request.guest_player_id
            self.profiles[player_id].name = request.name
            self.profiles[player_id].guest = False
        else:
            player_id = self.player(request.name)
        return pb.RegisterResponse(session=self._session(player_id))

    async def LogIn(self, request: Any, context: Any) -> pb.LogInResponse:
        if request.name.lower() not in self.profiles:
            raise Unauthenticated("bad_credentials", "wrong name or password")
        return pb.LogInResponse(session=self._session(request.name.lower()))

    async def RefreshSession(self, request: Any, context: Any) -> pb.RefreshSessionResponse:
        player_id = self.refresh.pop(request.refresh_token, None)
        if player_id is None:
            raise Unauthenticated("bad_refresh_token", "this session has ended")
        return pb.RefreshSessionResponse(session=self._session(player_id))

    async def ListSessions(self, request: Any, context: Any) -> pb.ListSessionsResponse:
        info = pb.SessionInfo(session_id=f"s-{request.player_id}", user_agent="test")
        return pb.ListSessionsResponse(sessions=[info])

    async def RevokeSession(self, request: Any, context: Any) -> pb.RevokeSessionResponse:
        return pb.RevokeSessionResponse()

    async def GetProfile(self, request: Any, context: Any) -> pb.GetProfileResponse:
        found = self.profiles.get(request.player_id or request.name.lower())
        if found is None:
            raise NotFound("no_such_player", "there is no such player")
        return pb.GetProfileResponse(profile=found)

    async def BatchGetProfiles(self, request: Any, context: Any) -> pb.BatchGetProfilesResponse:
        found = [self.profiles[i] for i in request.player_ids if i in self.profiles]
        return pb.BatchGetProfilesResponse(profiles=found)

    async def BlockPlayer(self, request: Any, context: Any) -> pb.BlockPlayerResponse:
        self.blocks.add((request.player_id, request.blocked_player_id))
        return pb.BlockPlayerResponse()

    async def ListBlockedPlayers(self, request: Any, context: Any) -> Any:
        found = [self.profiles[b] for a, b in sorted(self.blocks) if a == request.player_id]
        return pb.ListBlockedPlayersResponse(profiles=found)

    async def CheckBlocked(self, request: Any, context: Any) -> pb.CheckBlockedResponse:
        pair = (request.player_id, request.other_player_id)
        return pb.CheckBlockedResponse(blocked=pair in self.blocks or pair[::-1] in self.blocks)
