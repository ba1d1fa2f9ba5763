"""What a player can say during a game."""

from __future__ import annotations

HELP = """\
a point like h8   place a stone            pass        pass (games with fouls only)
draw              offer a draw             accept      what was offered or asked
resign            give up                  decline     what was offered or asked
takeback          ask for one              claim       "no draw": the other cannot win any more
abort             before both have moved   rematch     after the game
chat TEXT         say something            fouls       mark forbidden points, where shown
board             draw the board again     help        this list
quit              leave; the game goes on and you can come back"""

# What may be said instead.
ALIASES = {
    "?": "help", "exit": "quit", "q": "quit", "bye": "quit", "undo": "takeback", "b": "board",
    "say": "chat", "clock": "board", "foul": "fouls",
}  # fmt: skip
COMMANDS = {
    "pass", "draw", "resign", "accept", "decline", "takeback", "claim", "abort", "rematch",
    "chat", "fouls", "board", "help", "quit",
}  # fmt: skip


def split(line: str) -> tuple[str, str] | None:
    """Command and the rest of the line; None when it is no command."""
    word, _, rest = line.partition(" ")
    word = ALIASES.get(word.lower(), word.lower())
    return (word, rest.strip()) if word in COMMANDS else None
