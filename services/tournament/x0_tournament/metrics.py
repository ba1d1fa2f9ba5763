"""All metrics of this service. Labels are kinds of steps; never an id."""

from prometheus_client import Counter, Histogram

STEPS = Counter("x0_tournament_steps_total", "Steps that tournaments took by themselves", ("kind",))
PAIRING_SECONDS = Histogram(
    "x0_tournament_pairing_seconds",
    "From asking for a round to having it",
    buckets=(0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0, 40.0),
)
PAIRING_FALLBACKS = Counter(
    "x0_tournament_pairing_fallbacks_total", "Rounds that the FIDE engine did not give", ("why",)
)
