"""What tournaments ask of their games: who may chat, from when on a draw can be agreed."""

from dataclasses import replace

import pytest
from play_helpers import ANNA, BORIS, NOW, do, new_game, settings
from x0_game import documents
from x0_game.domain import chat, seek
from x0_game.domain.chat import Room
from x0_game.domain.errors import BadSettings, NotAllowed
from x0_game.domain.settings import ChatPolicy


@pytest.mark.parametrize(
    ("policy", "open_to"),
    [
        ("all", {("anna", "players"), ("watcher", "spectators")}),
        ("players", {("anna", "players")}),
        ("off", set()),
    ],
)
def test_who_may_chat(policy: ChatPolicy, open_to: set[tuple[str, Room]]) -> None:
    game = new_game(chat=policy)
    writes: list[tuple[str, Room]] = [("anna", "players"), ("watcher", "spectators")]
    for who, room in writes:
        if (who, room) in open_to:
            chat.check_write(game, room, who)
        else:
            with pytest.raises(NotAllowed) as caught:
                chat.check_write(game, room, who)
            assert caught.value.reason == "chat_off"
        chat.check_read(game, room, who)
    # When it is over the players join the spectators, where those may write.
    over, _ = do(game, "first", "resign")
    if policy == "all":
        chat.check_write(over, "spectators", "anna")
    else:
        with pytest.raises(NotAllowed):
            chat.check_write(over, "spectators", "anna")


@pytest.mark.parametrize(
    ("field", "value"), [("chat", "some"), ("draw_ply", -1), ("draw_ply", 401)]
)
def test_settings_that_make_no_game(field: str, value: object) -> None:
    with pytest.raises(BadSettings) as caught:
        settings(**{field: value})
    assert caught.value.details == {"field": field}


@pytest.mark.parametrize(
    ("field", "value"), [("chat", "off"), ("chat", "players"), ("draw_ply", 1)]
)
def test_only_tournaments_limit_chat_and_draws(field: str, value: object) -> None:
    limited = settings(**{field: value})
    for kind in ("open", "room", "quick"):
        with pytest.raises(BadSettings) as caught:
            seek.create("s", kind, limited, ANNA, NOW)  # type: ignore[arg-type]
        assert (caught.value.reason, caught.value.details) == ("bad_settings", {"field": field})
    with pytest.raises(BadSettings):
        seek.create("s", "challenge", limited, ANNA, NOW, to=BORIS)
    seek.create("s", "open", settings(chat="all", draw_ply=0), ANNA, NOW)


def test_documents_from_before_these_settings() -> None:
    game = new_game()
    document = documents.game_document(game)
    for name in ("chat", "draw_ply"):
        del document["settings"][name]
    assert documents.game_from(document) == game
    limited = replace(game, settings=settings(chat="players", draw_ply=30))
    assert documents.game_from(documents.game_document(limited)) == limited
