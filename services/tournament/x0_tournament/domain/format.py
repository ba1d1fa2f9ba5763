"""Which system a tournament is played by, and for how many rounds.

Automatic: a round robin with up to 8 participants, Swiss from 9 (the platform's specification,
section 3). Both are known at the start only, when it is known who plays; what a creator chooses is
checked then again.
"""

import math
from dataclasses import dataclass
from enum import StrEnum

ROUND_ROBIN_MAX = 8
LARGEST = 5000
"""More participants are not taken: pairing them would take minutes a round."""
MOST_ROUNDS = 30


class Format(StrEnum):
    ROUND_ROBIN = "round_robin"
    SWISS = "swiss"


class Problem(StrEnum):
    """Why something cannot be chosen."""

    TOO_FEW = "too_few_participants"
    TOO_MANY = "too_many_participants"
    TOO_MANY_FOR_ROUND_ROBIN = "too_many_for_round_robin"
    NO_ROUNDS = "no_rounds"
    TOO_MANY_ROUNDS = "too_many_rounds"
    ROUNDS_OF_ROUND_ROBIN = "rounds_of_round_robin"
    BOUNDS = "bounds"


class BadFormat(ValueError):
    """What was chosen cannot be played. `limit` is the number that would just do."""

    def __init__(self, problem: Problem, text: str, limit: int | None = None) -> None:
        super().__init__(text)
        self.problem = problem
        self.limit = limit


@dataclass(frozen=True, slots=True)
class Choice:
    """None is automatic. `minimum` and `maximum` of participants, both included."""

    format: Format | None = None
    rounds: int | None = None
    minimum: int = 2
    maximum: int = LARGEST


@dataclass(frozen=True, slots=True)
class Plan:
    format: Format
    rounds: int


def round_robin_rounds(participants: int) -> int:
    """N-1 for even N, N for odd N, where everybody has one bye."""
    return participants - 1 if participants % 2 == 0 else participants


def swiss_rounds(participants: int) -> int:
    """ceil(log2 N) + 2, but never more than can be paired."""
    return min(math.ceil(math.log2(participants)) + 2, most_rounds(participants))


def most_rounds(participants: int) -> int:
    """After so many rounds everybody has met everybody (of odd N: and had one bye)."""
    return min(round_robin_rounds(participants), MOST_ROUNDS)


def validate(choice: Choice) -> None:
    """What can be said before anybody has entered. Raises BadFormat."""
    if choice.minimum < 2:
        raise BadFormat(Problem.TOO_FEW, "a tournament has at least 2 participants", 2)
    if choice.maximum > LARGEST:
        raise BadFormat(
            Problem.TOO_MANY, f"a tournament has at most {LARGEST} participants", LARGEST
        )
    if choice.minimum > choice.maximum:
        raise BadFormat(Problem.BOUNDS, "the minimum of participants is above the maximum")
    if choice.format is Format.ROUND_ROBIN and choice.maximum > ROUND_ROBIN_MAX:
        raise BadFormat(
            Problem.TOO_MANY_FOR_ROUND_ROBIN,
            f"a round robin has at most {ROUND_ROBIN_MAX} participants",
            ROUND_ROBIN_MAX,
        )
    if choice.rounds is not None:
        if choice.rounds < 1:
            raise BadFormat(Problem.NO_ROUNDS, "a tournament has at least one round", 1)
        _check_rounds(choice.rounds, choice.maximum)


def plan(participants: int, choice: Choice = Choice()) -> Plan:
    """Format and rounds for those who are there at the start. Raises BadFormat.

    A Swiss tournament of chosen length needs no more rounds than can be paired; a round robin has
    its own number of rounds, and a chosen one must be it.
    """
    if choice.rounds and 2 <= participants < choice.maximum:
        _check_rounds(choice.rounds, participants)
    validate(choice)
    if participants < choice.minimum:
        raise BadFormat(
            Problem.TOO_FEW, f"{participants} of at least {choice.minimum}", choice.minimum
        )
    if participants > choice.maximum:
        raise BadFormat(
            Problem.TOO_MANY, f"{participants} of at most {choice.maximum}", choice.maximum
        )
    small = participants <= ROUND_ROBIN_MAX
    form = choice.format or (Format.ROUND_ROBIN if small else Format.SWISS)
    if form is Format.ROUND_ROBIN and not small:
        raise BadFormat(
            Problem.TOO_MANY_FOR_ROUND_ROBIN,
            f"a round robin has at most {ROUND_ROBIN_MAX} participants, not {participants}",
            ROUND_ROBIN_MAX,
        )
    own = round_robin_rounds(participants) if form is Format.ROUND_ROBIN else None
    rounds = choice.rounds or own or swiss_rounds(participants)
    _check_rounds(rounds, participants)
    if own is not None and rounds != own:
        raise BadFormat(
            Problem.ROUNDS_OF_ROUND_ROBIN,
            f"a round robin of {participants} has {own} rounds, not {rounds}",
            own,
        )
    return Plan(form, rounds)


def _check_rounds(rounds: int, participants: int) -> None:
    most = most_rounds(participants)
    if rounds > most:
        raise BadFormat(
            Problem.TOO_MANY_ROUNDS,
            f"{participants} participants can play at most {most} rounds, not {rounds}",
            most,
        )
