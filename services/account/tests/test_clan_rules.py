"""Names and tags of clans, and who may do what in one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from x0_account.domain import clan_names, clans
from x0_account.domain.clans import Clan, Rank
from x0_account.domain.errors import NotAllowed, Refusal


@pytest.mark.parametrize(
    "name",
    ["Red Team", "Hà Nội Caro", "Клуб X-0", "St. John's & Co", "1st Renju Club", "a" * 40, "ßßß"],
)
def test_good_names(name: str) -> None:
    assert clan_names.name_problem(clan_names.tidy_name(name)) == ""


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("", "clan_name_too_short"), ("  a  b  "[:3], "clan_name_too_short"),
        ("a" * 41, "clan_name_too_long"), ("-abc", "clan_name_characters"),
        ("123", "clan_name_characters"), ("a/b c", "clan_name_characters"),
        ("ab\u200bcd", "clan_name_characters"), ("安娜安", "clan_name_characters"),
        ("R\u0435d Team", "clan_name_mixes_scripts"), ("Admin", "clan_name_reserved"),
        ("A d-m.1 N", "clan_name_reserved"),
    ],
)  # fmt: skip
def test_refused_names(name: str, problem: str) -> None:
    assert clan_names.name_problem(clan_names.tidy_name(name)) == problem


def test_names_that_look_alike() -> None:
    assert clan_names.tidy_name(" Red \t Team\n") == "Red Team"
    looks = {
        clan_names.name_skeleton(n) for n in ("Red Team", "RedTeam", "red-team", "R. e.d team")
    }
    assert len(looks) == 1


@pytest.mark.parametrize(
    ("tag", "kept"),
    [("x0", "X0"), ("red", "RED"), ("Đội", "ĐỘI"), ("клан", "КЛАН"), ("ａｂ", "AB"), ("ß1", "SS1")],
)
def test_good_tags(tag: str, kept: str) -> None:
    assert clan_names.tidy_tag(tag) == kept
    assert clan_names.tag_problem(kept) == ""


@pytest.mark.parametrize(
    ("tag", "problem"),
    [
        ("a", "tag_length"), ("abcdefg", "tag_length"), ("", "tag_length"),
        ("a b", "tag_characters"), ("a-b", "tag_characters"), ("12", "tag_characters"),
        ("A\u0412", "tag_mixes_scripts"),
    ],
)  # fmt: skip
def test_refused_tags(tag: str, problem: str) -> None:
    assert clan_names.tag_problem(clan_names.tidy_tag(tag)) == problem


def test_tags_that_look_alike() -> None:
    for one, other in (("x0", "XO"), ("ABC", "abc"), ("ТОР", "TOP"), ("t1", "TI")):
        keys = {clan_names.tag_key(clan_names.tidy_tag(tag)) for tag in (one, other)}
        assert len(keys) == 1, one
    assert clan_names.tag_key("HI") != clan_names.tag_key("HL")


@given(st.text(max_size=60))
def test_whatever_is_typed_is_judged_and_stays_as_it_is(text: str) -> None:
    for tidy, problem in (
        (clan_names.tidy_name, clan_names.name_problem),
        (clan_names.tidy_tag, clan_names.tag_problem),
    ):
        kept = tidy(text)
        if not problem(kept):
            assert tidy(kept) == kept


def clan_of(**ranks: Rank) -> Clan:
    """A clan of players who joined in this order."""
    members = tuple(clans.Member(p, rank, n) for n, (p, rank) in enumerate(ranks.items()))
    return Clan("c", 1, "Clan", "CL", "", 0, members)


CLAN = clan_of(
    cap=Rank.CAPTAIN, mem=Rank.MEMBER, off=Rank.OFFICER, off2=Rank.OFFICER, mem2=Rank.MEMBER
)


def ranks(clan: Clan) -> dict[str, Rank]:
    return {m.player_id: m.rank for m in clan.members}


@pytest.mark.parametrize(
    ("caller", "member", "reason"),
    [
        ("cap", "off", ""), ("cap", "mem", ""), ("cap", "cap", "captain_needed"),
        ("off", "mem", ""), ("off", "off", ""), ("off", "off2", "clan_rank_too_low"),
        ("off", "cap", "clan_rank_too_low"), ("mem", "mem", ""),
        ("mem", "mem2", "clan_rank_too_low"), ("nobody", "mem", "not_in_clan"),
        ("cap", "nobody", "member_not_found"),
    ],
)  # fmt: skip
def test_who_removes_whom(caller: str, member: str, reason: str) -> None:
    if not reason:
        assert member not in ranks(clans.remove(CLAN, caller, member))
        return
    with pytest.raises(Refusal) as caught:
        clans.remove(CLAN, caller, member)
    assert caught.value.reason == reason


def test_ranks_are_given_by_the_captain_who_is_always_one() -> None:
    handed = clans.set_rank(CLAN, "cap", "mem", Rank.CAPTAIN)
    assert (ranks(handed)["mem"], ranks(handed)["cap"]) == (Rank.CAPTAIN, Rank.OFFICER)
    # The same again, by who is no captain any more: done already.
    assert clans.set_rank(handed, "cap", "mem", Rank.CAPTAIN) == handed
    for caller, member, rank, reason in (
        ("cap", "cap", Rank.MEMBER, "captain_needed"),
        ("off", "mem", Rank.OFFICER, "clan_rank_too_low"),
        ("off", "off", Rank.CAPTAIN, "clan_rank_too_low"),
    ):
        with pytest.raises(Refusal) as caught:
            clans.set_rank(CLAN, caller, member, rank)
        assert caught.value.reason == reason


def test_officers_write_about_the_clan_and_the_captain_names_it() -> None:
    assert clans.edit(CLAN, "off", None, None, "hello").about == "hello"
    assert clans.edit(CLAN, "off", "Clan", "CL", "hello").about == "hello"
    assert clans.edit(CLAN, "cap", "Other", "OT", None).name == "Other"
    for caller in ("off", "mem"):
        with pytest.raises(NotAllowed):
            clans.edit(CLAN, caller, "Other", None, None)


def test_a_deleted_captain_is_followed_by_the_eldest_officer_or_member() -> None:
    after = clans.forget(CLAN, "cap")
    assert ranks(after)["off"] is Rank.CAPTAIN and "cap" not in ranks(after)
    plain = clan_of(cap=Rank.CAPTAIN, mem=Rank.MEMBER, mem2=Rank.MEMBER)
    assert ranks(clans.forget(plain, "cap"))["mem"] is Rank.CAPTAIN
    assert clans.forget(clan_of(cap=Rank.CAPTAIN), "cap").closed
    assert clans.forget(CLAN, "nobody") == CLAN


def test_the_last_to_leave_closes_the_clan() -> None:
    gone = clans.remove(clan_of(cap=Rank.CAPTAIN), "cap", "cap")
    assert gone.closed and not gone.members and not gone.name


def test_invitations_have_an_end() -> None:
    clan = CLAN
    for n in range(clans.MAX_INVITATIONS):
        clan = clans.invite(clan, "off", f"p{n}", n)
    assert clans.invite(clan, "cap", "p0", 5) == clan
    with pytest.raises(Refusal, match="too many"):
        clans.invite(clan, "cap", "one more", 0)
    with pytest.raises(NotAllowed):
        clans.uninvite(clan, "mem", "p0")
    assert clans.uninvite(clan, "p0", "p0").invitation("p0") is None
    for n in range(clans.MAX_MEMBERS - len(CLAN.members)):
        if clan.invitation(f"p{n}") is None:
            clan = clans.invite(clan, "cap", f"p{n}", n)
        clan = clans.accept(clan, f"p{n}", n)
    assert len(clan.members) == clans.MAX_MEMBERS
    with pytest.raises(Refusal, match="full"):
        clans.invite(clan, "cap", "one more", 0)
