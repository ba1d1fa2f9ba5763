"""Names and tags of clans: what is allowed, and which two are the same or look the same."""

import unicodedata

from x0_account.domain.names import RESERVED_SKELETONS, folded, script, skeleton

MIN_NAME = 3
MAX_NAME = 40
MIN_TAG = 2
MAX_TAG = 6
# Stand between letters and digits. Two names that differ only here are the same to people.
_BETWEEN = frozenset(" -_.'&")
# What looks alike in capitals, among the letters that tags can have. After casefold.
_TAG_LOOKS = str.maketrans("авекмнорстухіѕј01", "abekmhopctyxisjoi")


def tidy_name(name: str) -> str:
    """The form in which a name is kept: NFKC, and one space where there were several."""
    return " ".join(unicodedata.normalize("NFKC", name).split())


def name_problem(name: str) -> str:
    """Reason why a name is refused, "" for a good one. `name` is as `tidy_name` returns it."""
    if len(name) < MIN_NAME:
        return "clan_name_too_short"
    if len(name) > MAX_NAME:
        return "clan_name_too_long"
    if name[0] in _BETWEEN or not any(c.isalpha() for c in name):
        return "clan_name_characters"
    for word in name.split():
        found = _scripts(word, _BETWEEN)
        if "" in found:
            return "clan_name_characters"
        # Words of both are an honest name (a Russian club for X-0); letters of both in one are
        # there to look like another.
        if len(found) > 1:
            return "clan_name_mixes_scripts"
    if name_skeleton(name) in RESERVED_SKELETONS:
        return "clan_name_reserved"
    return ""


def name_skeleton(name: str) -> str:
    """Names with the same skeleton look the same to people."""
    return skeleton("".join(c for c in name if c not in _BETWEEN))


def tidy_tag(tag: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", tag).upper())


def tag_problem(tag: str) -> str:
    """As `name_problem`; `tag` is as `tidy_tag` returns it."""
    if not MIN_TAG <= len(tag) <= MAX_TAG:
        return "tag_length"
    found = _scripts(tag, frozenset())
    if "" in found or not any(c.isalpha() for c in tag):
        return "tag_characters"
    if len(found) > 1:
        return "tag_mixes_scripts"
    return ""


def tag_key(tag: str) -> str:
    """Tags with the same key are the same tag."""
    return folded(tag).translate(_TAG_LOOKS)


def _scripts(text: str, besides: frozenset[str]) -> set[str]:
    """Scripts of the letters; "" among them when something is neither letter nor digit."""
    found: set[str] = set()
    for char in text:
        if char in besides or "0" <= char <= "9":
            continue
        found |= {script(part) for part in folded(char)} if char.isalpha() else {""}
    return found
