"""Names of players: what is allowed, and which two names are the same or look the same."""

import unicodedata

MIN_NAME = 3
MAX_NAME = 20

# Latin letters that are no ASCII letter with marks.
_OTHER_LATIN = frozenset("đæœøłßðþı")
# Marks that Latin letters of European languages and Vietnamese carry, by combining character.
_MARKS = frozenset(
    "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u0309\u030a\u030b\u030c\u031b\u0323"
    "\u0326\u0327\u0328"
)
# Cyrillic of today's languages; without historical letters and combining marks.
_CYRILLIC = frozenset(chr(c) for c in range(0x0430, 0x0460)) | frozenset("ґғқңүұһәөіїєўҙҫҡәҗҳҷ")

# Whatever looks like a key is read as its value. After casefold.
_LOOKS = str.maketrans(
    {
        # Cyrillic
        "а": "a", "в": "b", "е": "e", "ё": "ë", "з": "3", "і": "l", "ї": "ï", "ј": "j",
        "к": "k", "м": "m", "н": "h", "о": "o", "р": "p", "с": "c", "ѕ": "s", "т": "t",
        "у": "y", "х": "x", "һ": "h", "ь": "b", "ү": "y", "ӏ": "l",
        # digits and letters
        "0": "o", "1": "l", "i": "l", "ı": "l",
        "-": "_",
    }
)  # fmt: skip

_RESERVED = """
admin administrator moderator mod root system sysadmin support help staff team official
owner server service security guest anonymous anon nobody everyone everybody all deleted
deleted_player deletedplayer player null none undefined unknown nan api bot robot engine
computer ai x0 x-0 x_0 xo gomoku renju webmaster postmaster abuse info account login
администратор админ модератор поддержка система сервер гость аноним бот компьютер игрок
quảntrị quảntrịviên hỗtrợ hệthống khách ẩndanh
"""


def folded(name: str) -> str:
    """Names with the same folded form are the same name: NFKC, then casefold."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def skeleton(name: str) -> str:
    """Names with the same skeleton look the same to people."""
    text = folded(name).translate(_LOOKS)
    for pair, single in (("rn", "m"), ("vv", "w")):
        text = text.replace(pair, single)
    return text


RESERVED_SKELETONS = frozenset(skeleton(word).replace("_", "") for word in _RESERVED.split())


def script(letter: str) -> str:
    """ "latin", "cyrillic", or "" for a letter that names cannot have. `letter` is folded."""
    if letter in _CYRILLIC:
        return "cyrillic"
    base, *marks = list(unicodedata.normalize("NFD", letter))
    if ("a" <= base <= "z" or base in _OTHER_LATIN) and all(m in _MARKS for m in marks):
        return "latin"
    return ""


def name_problem(name: str) -> str:
    """Reason why a name is refused, "" for a good one. `name` is as `tidy` returns it."""
    if len(name) < MIN_NAME:
        return "name_too_short"
    if len(name) > MAX_NAME:
        return "name_too_long"
    scripts = set()
    for position, char in enumerate(name):
        if char in "_-" or "0" <= char <= "9":
            if position == 0:
                return "name_must_start_with_letter"
            continue
        # ß folds to two letters; each must be allowed.
        found = {script(part) for part in folded(char)} if char.isalpha() else {""}
        if "" in found:
            return "name_characters"
        scripts |= found
    if len(scripts) > 1:
        return "name_mixes_scripts"
    bare = skeleton(name).replace("_", "")
    if bare in RESERVED_SKELETONS or folded(name).startswith("guest"):
        return "name_reserved"
    return ""


def tidy(name: str) -> str:
    """The form in which a name is kept: NFKC, so that full-width letters become plain ones."""
    return unicodedata.normalize("NFKC", name)
