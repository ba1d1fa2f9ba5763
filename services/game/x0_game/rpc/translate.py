"""Domain to protobuf."""

from __future__ import annotations

from typing import Any, cast

from servicekit.wire import enum_value, timestamp
from x0.game.v1 import events_pb2, game_pb2, service_pb2, settings_pb2
from x0_engine import Foul

from x0_game.domain.chat import Line, Room
from x0_game.domain.clock import Clock
from x0_game.domain.game import Event, Game, Player, Result
from x0_game.domain.seek import Seek
from x0_game.domain.settings import Colour, Settings
from x0_game.domain.turns import Board, Point, Turn

_EMPTY_TURNS: dict[str, Any] = {
    "pass": game_pb2.Pass,
    "swap": game_pb2.Swap,
    "keep": game_pb2.Keep,
    "add_two": game_pb2.AddTwo,
}
_SEATS: dict[str | None, Any] = {
    None: settings_pb2.SEAT_UNSPECIFIED,
    "first": settings_pb2.SEAT_FIRST,
    "second": settings_pb2.SEAT_SECOND,
}
_COLOURS: dict[str | None, Any] = {
    None: settings_pb2.COLOUR_UNSPECIFIED,
    "black": settings_pb2.COLOUR_BLACK,
    "white": settings_pb2.COLOUR_WHITE,
}


def settings_message(settings: Settings) -> settings_pb2.Settings:
    control = settings.time_control
    return settings_pb2.Settings(
        mode=cast(Any, enum_value(settings_pb2.Mode, settings.mode)),
        ruleset=cast(Any, enum_value(settings_pb2.Ruleset, settings.ruleset)),
        board_size=settings.board_size,
        shape=cast(Any, enum_value(settings_pb2.Shape, settings.shape)),
        opening=cast(Any, enum_value(settings_pb2.OpeningKind, settings.opening)),
        next_mover=_COLOURS[settings.next_mover],
        time_control=settings_pb2.TimeControl(
            untimed=control.untimed,
            initial_seconds=control.initial_seconds,
            increment_seconds=control.increment_seconds,
        ),
        rated=settings.rated,
        games=settings.games,
        no_draw=settings.no_draw,
        takebacks=settings.takebacks,
        foul_marks=settings.foul_marks,
        private=settings.private,
        chat=cast(Any, enum_value(settings_pb2.ChatPolicy, settings.chat)),
        draw_ply=settings.draw_ply,
    )


def player_message(player: Player) -> game_pb2.Player:
    return game_pb2.Player(
        player_id=player.id, name=player.name, guest=player.guest, rating=player.rating
    )


def snapshot_message(game: Game) -> game_pb2.Snapshot:
    message = game_pb2.Snapshot(
        game_id=game.id,
        version=game.version,
        settings=settings_message(game.settings),
        first=player_message(game.first),
        second=player_message(game.second),
        match=_match(game),
        status=_status(game),
        created_at=timestamp(game.created_at),
        turns=[turn_message(turn) for turn in game.turns],
        stones=[_stone(point, colour) for point, colour in game.board.stones],
        live=live_message(game),
    )
    if game.finished_at is not None:
        message.finished_at.CopyFrom(timestamp(game.finished_at))
    if game.result is not None:
        message.result.CopyFrom(result_message(game.result))
    return message


def _match(game: Game) -> game_pb2.Match:
    match = game.match
    return game_pb2.Match(
        match_id=match.id,
        number=match.number,
        total=match.total,
        first_score=match.first_score,
        second_score=match.second_score,
        tournament_id=match.tournament,
        round=match.round,
        board=match.board,
    )


def summary_message(game: Game) -> game_pb2.GameSummary:
    message = game_pb2.GameSummary(
        game_id=game.id,
        settings=settings_message(game.settings),
        first=player_message(game.first),
        second=player_message(game.second),
        status=_status(game),
        created_at=timestamp(game.created_at),
        black=_SEATS[game.board.black],
        ply=game.board.ply,
        match=_match(game),
    )
    if game.finished_at is not None:
        message.finished_at.CopyFrom(timestamp(game.finished_at))
    if game.result is not None:
        message.result.CopyFrom(result_message(game.result))
    return message


def event_message(event: Event) -> events_pb2.GameEvent:
    game = event.game
    message = events_pb2.GameEvent(
        game_id=game.id,
        version=game.version,
        time=timestamp(event.time),
        live=live_message(game),
    )
    by = _SEATS[event.by]
    if event.kind == "started":
        message.started.snapshot.CopyFrom(snapshot_message(game))
    elif event.kind == "turn_played":
        played = message.turn_played
        played.turn.CopyFrom(turn_message(game.turns[-1]))
        for point, colour in game.board.stones[event.before :]:
            played.stones.append(_stone(point, colour))
        if not game.active:
            played.end.CopyFrom(_ended(game))
    elif event.kind == "takeback_given":
        message.takeback_given.turns = len(game.turns)
        message.takeback_given.stones = len(game.board.stones)
    elif event.kind == "ended":
        message.ended.CopyFrom(_ended(game))
    elif event.kind in ("next_game_set", "clocks_adjusted"):
        getattr(message, event.kind).SetInParent()
    else:
        getattr(message, event.kind).by = by
    return message


def finished_message(game: Game) -> events_pb2.GameFinished:
    if game.result is None or game.finished_at is None:
        raise AssertionError("the game is not finished")
    return events_pb2.GameFinished(
        game_id=game.id,
        mode=cast(Any, enum_value(settings_pb2.Mode, game.settings.mode)),
        rated=game.settings.rated,
        first_player_id=game.first.id,
        second_player_id=game.second.id,
        winner=_SEATS[game.result.winner],
        reason=cast(Any, enum_value(game_pb2.ResultReason, game.result.reason)),
        finished_at=timestamp(game.finished_at),
        tournament_id=game.match.tournament,
        round=game.match.round,
        board=game.match.board,
    )


def tournament_game_message(game_id: str, game: Game | None) -> service_pb2.TournamentGame:
    message = service_pb2.TournamentGame(game_id=game_id)
    if game is not None:
        message.status = _status(game)
        message.absent = _SEATS[None if game.active else game.absent]
        if game.result is not None:
            message.winner = _SEATS[game.result.winner]
            message.reason = cast(Any, enum_value(game_pb2.ResultReason, game.result.reason))
    return message


def live_message(game: Game) -> game_pb2.Live:
    board = game.board
    live = game_pb2.Live(
        to_act=_SEATS[game.to_act],
        black=_SEATS[board.black],
        clocks=_clocks(game.clock),
        draw_offered_by=_SEATS[game.draw_offered_by],
        takeback_asked_by=_SEATS[game.takeback_asked_by],
        rematch_offered_by=_SEATS[game.rematch_offered_by],
        takebacks_first=game.takebacks[0],
        takebacks_second=game.takebacks[1],
        next_game_id=game.next_game_id or "",
    )
    live.opening.done = board.opening.done
    if game.settings.opening != "none":
        _fill_opening(live.opening, board, active=game.active)
    if game.active:
        live.colour_to_place = _COLOURS[board.colour_to_place]
        if game.settings.foul_marks:
            _fill_forbidden(live, board)
    return live


def turn_message(turn: Turn) -> game_pb2.Turn:
    message = game_pb2.Turn(seat=_SEATS[turn.seat], spent_ms=turn.spent)
    if turn.kind in _EMPTY_TURNS:
        getattr(message, turn.kind).SetInParent()
    elif turn.kind == "place":
        message.place.point.CopyFrom(point_message(turn.points[0]))
        message.place.colour = _COLOURS[turn.colour]
    elif turn.kind == "pick":
        message.pick.point.CopyFrom(point_message(turn.points[0]))
    elif turn.kind == "offer":
        message.offer.points.extend(point_message(p) for p in turn.points)
    elif turn.kind == "choose":
        message.choose.colour = _COLOURS[turn.colour]
    elif turn.kind == "declare":
        message.declare.count = turn.count
    return message


def result_message(result: Result) -> game_pb2.Result:
    message = game_pb2.Result(
        reason=cast(Any, enum_value(game_pb2.ResultReason, result.reason)),
        winner=_SEATS[result.winner],
        winner_colour=_COLOURS[result.winner_colour],
        line=[point_message(p) for p in result.line],
    )
    if result.foul is not None:
        message.foul.CopyFrom(foul_message(result.foul))
    return message


def foul_message(foul: Foul) -> game_pb2.Foul:
    return game_pb2.Foul(
        kind=cast(Any, enum_value(game_pb2.FoulKind, foul.kind)),
        point=point_message(foul.point),
        lines=[
            game_pb2.FoulLine(
                kind=line.kind,
                stones=[point_message(p) for p in line.stones],
                extends=[point_message(p) for p in line.completes or line.extends],
            )
            for line in foul.lines
        ],
    )


def seek_message(seek: Seek) -> events_pb2.Seek:
    # Being tied to an opponent is not something a client has to know.
    status = "waiting" if seek.status == "joining" else seek.status
    message = events_pb2.Seek(
        seek_id=seek.id,
        kind=cast(Any, enum_value(events_pb2.SeekKind, seek.kind)),
        status=cast(Any, enum_value(events_pb2.SeekStatus, status)),
        settings=settings_message(seek.settings),
        by=player_message(seek.by),
        seat=_SEATS[seek.seat],
        created_at=timestamp(seek.created_at),
        expires_at=timestamp(seek.expires_at),
        game_id=(seek.game_id or "") if seek.status == "matched" else "",
    )
    if seek.to is not None:
        message.to.CopyFrom(player_message(seek.to))
    return message


def chat_message(game_id: str, room: Room, version: int, line: Line) -> events_pb2.ChatEvent:
    return events_pb2.ChatEvent(
        game_id=game_id,
        room=cast(Any, enum_value(events_pb2.ChatRoom, room)),
        version=version,
        line=events_pb2.ChatLine(
            player_id=line.player_id, name=line.name, text=line.text, time=timestamp(line.time)
        ),
    )


def point_message(point: Point) -> game_pb2.Point:
    return game_pb2.Point(x=point[0], y=point[1])


def _status(game: Game) -> Any:
    return enum_value(game_pb2.GameStatus, game.status)


def _ended(game: Game) -> events_pb2.GameEnded:
    message = events_pb2.GameEnded(status=_status(game))
    if game.finished_at is not None:
        message.finished_at.CopyFrom(timestamp(game.finished_at))
    if game.result is not None:
        message.result.CopyFrom(result_message(game.result))
    return message


def _stone(point: Point, colour: Colour) -> game_pb2.Stone:
    return game_pb2.Stone(point=point_message(point), colour=_COLOURS[colour])


def _clocks(clock: Clock) -> game_pb2.Clocks:
    return game_pb2.Clocks(
        first_ms=clock.first if clock.timed else -1,
        second_ms=clock.second if clock.timed else -1,
        running=_SEATS[clock.running],
        at=clock.since,
    )


def _fill_forbidden(live: game_pb2.Live, board: Board) -> None:
    position = board.position
    if position is None or position.outcome is not None or position.to_move != "black":
        return
    for point, foul in position.fouls().items():
        live.forbidden.add(
            point=point_message(point), kind=cast(Any, enum_value(game_pb2.FoulKind, foul.kind))
        )


def _fill_opening(message: game_pb2.OpeningState, board: Board, *, active: bool) -> None:
    opening = board.opening
    message.name = opening.name or ""
    if opening.done or not active:
        return
    message.declared = opening.declared or 0
    message.offered.extend(point_message(p) for p in opening.offered)
    empty = board.points - len(board.stones)
    for action in opening.actions():
        choice = message.choices.add()
        kind = action["type"]
        if kind == "place":
            choice.place.colour = _COLOURS[action["colour"]]
            zone = action["zone"]
            if len(zone) == empty:
                choice.place.anywhere = True
            else:
                choice.place.zone.extend(point_message(p) for p in zone)
        elif kind == "choose":
            choice.choose.colours.extend(_COLOURS[c] for c in action["colours"])
        elif kind == "offer":
            choice.offer.count = action["count"]
        elif kind == "pick":
            choice.pick.points.extend(point_message(p) for p in action["zone"])
        elif kind == "declare":
            choice.declare.min = action["min"]
            choice.declare.max = action["max"]
        else:
            getattr(choice, kind).SetInParent()
