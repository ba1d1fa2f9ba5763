"""Game settings: JSON <-> protobuf."""

from x0.game.v1 import settings_pb2 as pb

from x0_gateway.models.settings import Settings, SettingsIn, TimeControl, TimeControlIn
from x0_gateway.modes import MODES
from x0_gateway.translate import words


def settings_in(given: SettingsIn) -> pb.Settings:
    return pb.Settings(
        mode=words.MODE_NUMBER[given.mode],
        ruleset=words.RULESET_NUMBER[given.ruleset],
        board_size=given.board_size or 0,
        shape=words.SHAPE_NUMBER[given.shape],
        opening=words.OPENING_NUMBER[given.opening],
        next_mover=words.COLOUR_NUMBER[given.next_mover],
        time_control=time_control_in(given.time_control),
        rated=given.rated,
        games=given.games,
        no_draw=given.no_draw,
        takebacks=given.takebacks,
        foul_marks=given.foul_marks,
        private=given.private,
    )


def time_control_in(given: TimeControlIn) -> pb.TimeControl:
    return pb.TimeControl(
        untimed=given.untimed,
        initial_seconds=given.initial_seconds,
        increment_seconds=given.increment_seconds,
    )


def time_control(found: pb.TimeControl) -> TimeControl:
    return TimeControl(
        untimed=found.untimed,
        initial_seconds=found.initial_seconds,
        increment_seconds=found.increment_seconds,
    )


def settings(found: pb.Settings) -> Settings:
    mode = words.MODE[found.mode]
    # The wire leaves out what follows from the mode; clients get all of it.
    given = MODES[mode].defaults
    return Settings(
        mode=mode,
        ruleset=words.RULESET.get(found.ruleset, given.ruleset),
        board_size=found.board_size or given.board_size,
        shape=words.SHAPE.get(found.shape, given.shape),
        opening=words.OPENING.get(found.opening, given.opening),
        next_mover=words.COLOUR.get(found.next_mover, given.next_mover),
        time_control=time_control(found.time_control),
        rated=found.rated,
        games=found.games,
        no_draw=found.no_draw,
        takebacks=found.takebacks,
        foul_marks=found.foul_marks if found.HasField("foul_marks") else not found.rated,
        private=found.private,
        chat=words.CHAT_POLICY.get(found.chat, given.chat),
        draw_ply=found.draw_ply,
    )
