"""All metrics of this service. Labels are kinds; never an id."""

from prometheus_client import Counter, Gauge, Histogram

JUDGED = Counter("x0_puzzle_moves_total", "Moves that were judged", ("verdict",))
ENDED = Counter("x0_puzzle_attempts_ended_total", "Attempts that were ended", ("status",))
JUDGE_SECONDS = Histogram(
    "x0_puzzle_judge_seconds",
    "What the solver took for a move that was not remembered, without waiting for a core",
    buckets=(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0),
)
REMEMBERED = Counter("x0_puzzle_judgements_remembered_total", "Moves that were judged before")
WAITING = Gauge("x0_puzzle_judge_waiting", "Moves that wait for the solver or are with it")
