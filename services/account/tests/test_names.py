"""Which names are allowed, which are the same, which look the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from x0_account.domain import players as domain
from x0_account.domain.names import folded, name_problem, skeleton, tidy


@pytest.mark.parametrize(
    "name",
    ["Anna", "boris_77", "x-ray", "Đặng", "NguyễnVăn", "Анна", "Олена_3", "Қайрат", "Jürgen", "a12",
     "abcdefghijklmnopqrst", "Bjørn"],
)  # fmt: skip
def test_good_names(name: str) -> None:
    assert name_problem(tidy(name)) == ""


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("", "name_too_short"), ("ab", "name_too_short"), ("a" * 21, "name_too_long"),
        ("1anna", "name_must_start_with_letter"), ("_anna", "name_must_start_with_letter"),
        ("an na", "name_characters"), ("anna!", "name_characters"),
        ("anna\u200b", "name_characters"),
        ("安娜安", "name_characters"), ("αννα", "name_characters"),
        ("ann\u0430", "name_mixes_scripts"),
        ("Anna\u0301\u0301\u0301", "name_characters"), ("an\x00na", "name_characters"),
        ("Admin", "name_reserved"), ("ADM1N", "name_reserved"), ("a_d_m_i_n", "name_reserved"),
        ("Guest-ab12", "name_reserved"), ("админ", "name_reserved"), ("X-0", "name_reserved"),
        ("anna٣", "name_characters"),
    ],
)  # fmt: skip
def test_refused_names(name: str, problem: str) -> None:
    assert name_problem(tidy(name)) == problem


def test_same_names() -> None:
    assert folded("ANNA") == folded("anna") == folded(tidy("Ａnna"))
    assert folded("Đặng") == folded("ĐẶNG") == folded("Đa\u0323\u0306ng")
    assert folded("Анна") == folded("АННА")


@pytest.mark.parametrize(
    ("one", "other"),
    [("Bill", "BiII"), ("anna", "\u0430nna"), ("paypal", "paypa1"), ("root0", "r00to"),
     ("a-b-c", "a_b_c"), ("сора", "copa"), ("morning", "rnorning")],
)  # fmt: skip
def test_look_alikes(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("Dat", "Đạt"), ("Dang", "Đặng"), ("Anna", "Anya")])
def test_different_names(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@given(st.text(max_size=25))
def test_any_text_has_an_answer(text: str) -> None:
    name = tidy(text)
    problem = name_problem(name)
    if not problem:
        assert 3 <= len(name) <= 20
        assert tidy(name) == name
        assert name_problem(tidy(folded(name))) == ""


@pytest.mark.parametrize(
    ("password", "problem"),
    [
        ("short", "password_too_short"), ("p" * 129, "password_too_long"),
        ("Password1", "password_too_common"), ("aaaabbbb", "password_too_common"),
        ("anna_smith", "password_is_name"), ("ANNA_SMITH", "password_is_name"),
        ("correct horse", ""), ("đường về nhà", ""),
    ],
)  # fmt: skip
def test_passwords(password: str, problem: str) -> None:
    common = frozenset({"password1"})
    assert domain.password_problem(password, "Anna_Smith", common) == problem


def test_attempts_refill() -> None:
    state, now = None, 1_000_000
    for _ in range(10):
        state, wait = domain.attempt(state, now)
        assert state is not None and wait == 0
    after, wait = domain.attempt(state, now)
    assert after is None and 0 < wait <= domain.ATTEMPTS_EVERY_MS + 1
    after, wait = domain.attempt(state, now + wait)
    assert after is not None and wait == 0


@pytest.mark.parametrize(
    ("tag", "good"),
    [("", True), ("en", True), ("vi-VN", True), ("zh-Hant-TW", True), ("english", False),
     ("en_US", False), ("en-", False), ("1n", False), ("рус", False)],
)  # fmt: skip
def test_language_tags(tag: str, good: bool) -> None:
    assert (domain.language_problem(tag) == "") is good
