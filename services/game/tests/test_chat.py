"""What a line of chat may hold."""

import pytest
from x0_game.domain.chat import MAX_TEXT, Chat, Line, say
from x0_game.domain.errors import Refusal


def said(text: str, chat: Chat | None = None) -> Chat:
    return say(chat or Chat("g", "players"), Line("p", "P", text, 0))


@pytest.mark.parametrize(
    "text",
    [
        "good game",
        "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{PERSONAL COMPUTER} joined",
        "\N{VICTORY HAND}\N{VARIATION SELECTOR-16}",
        "<b>bold</b>",
        "x" * MAX_TEXT,
    ],
)
def test_lines_come_out_as_they_went_in(text: str) -> None:
    assert said(text).lines[-1].text == text


def test_white_space_is_one_space() -> None:
    assert said("  one \n two\t").lines[-1].text == "one two"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty_text"),
        (" \n", "empty_text"),
        ("x" * (MAX_TEXT + 1), "text_too_long"),
        ("left\N{RIGHT-TO-LEFT OVERRIDE}right", "bad_text"),
        ("bell\x07", "bad_text"),
    ],
)
def test_lines_that_are_not_said(text: str, reason: str) -> None:
    with pytest.raises(Refusal) as caught:
        said(text)
    assert caught.value.reason == reason


def test_too_many_lines_at_once() -> None:
    chat = Chat("g", "players")
    for _ in range(5):
        chat = said("again", chat)
    with pytest.raises(Refusal) as caught:
        said("again", chat)
    assert caught.value.reason == "too_fast"
