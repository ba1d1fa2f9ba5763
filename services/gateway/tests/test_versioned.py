"""A topic's versions: whatever comes late, twice, never or in another order."""

from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st
from x0_gateway.live.versioned import Missing, VersionedTopic


@dataclass(eq=False)
class Reader:
    """Applies what it gets as a client does, and complains of any gap or repetition."""

    at: int | None = None
    seen: list[int] = field(default_factory=list)

    def push(self, frame: str) -> None:
        kind, version = frame.split()
        number = int(version)
        if kind == "snapshot":
            # Lower only than a version that was made up.
            assert not self.seen or number > self.seen[-1]
        else:
            assert self.at is not None
            assert number == self.at + 1, f"{number} after {self.at}"
        self.at = number
        self.seen.append(number)


class World:
    """A game in the store: it is at `version`, and keeps events after `kept`."""

    def __init__(self) -> None:
        self.version = 1
        self.kept = 0
        self.topic: VersionedTopic[Reader] = VersionedTopic()

    def missing(self, at: int | None) -> Missing:
        if at is None or at < self.kept or at > self.version:
            return Missing(self.version, snapshot=(self.version, f"snapshot {self.version}"))
        events = [(v, f"event {v}") for v in range(at + 1, self.version + 1)]
        return Missing(self.version, events=events)

    def arrives(self, version: int) -> None:
        if 0 < version <= self.version:
            self.topic.publish(version, lambda: f"event {version}")


step = st.one_of(
    st.tuples(st.just("happen"), st.integers(1, 3)),
    # Relative to now: the log is late, repeats itself, skips.
    st.tuples(st.just("arrive"), st.integers(0, 8)),
    st.tuples(st.just("join"), st.none() | st.integers(0, 6)),
    st.tuples(st.just("fetch"), st.integers(0, 5)),
    st.tuples(st.just("finish"), st.integers(0, 5)),
    st.tuples(st.just("leave"), st.integers(0, 5)),
    st.tuples(st.just("forget"), st.integers(0, 4)),
    st.tuples(st.just("fill"), st.just(0)),
)


@settings(max_examples=1500, deadline=None)
@given(st.lists(step, max_size=60))
def test_everybody_sees_every_version_once_and_in_order(steps: list[tuple[str, int]]) -> None:
    world = World()
    topic = world.topic
    # Somebody on the way in, with the answer that is already under way to them.
    joining: list[tuple[Reader, object, Missing | None]] = []
    for what, number in steps:
        if what == "happen":
            world.version += number
        elif what == "arrive":
            world.arrives(world.version - number)
        elif what == "join":
            # Has a version of the past, of the future, or nothing.
            at = None if number is None else max(0, world.version + 3 - number)
            reader = Reader(at)
            joining.append((reader, topic.join(reader, at), None))
        elif what == "fetch" and number < len(joining):
            reader, join, _ = joining[number]
            joining[number] = (reader, join, world.missing(join.at))
        elif what == "finish" and number < len(joining):
            reader, join, answer = joining[number]
            if answer is not None:
                if topic.finish(reader, join, answer):
                    joining.pop(number)
                else:
                    joining[number] = (reader, join, None)
        elif what == "leave" and number < len(topic.followers):
            topic.leave(list(topic.followers)[number])
        elif what == "forget":
            world.kept = max(world.kept, world.version - number)
        elif what == "fill" and topic.gap:
            topic.fill(world.missing(topic.known))
    # At last the log brings everything, and whoever is on the way in gets there.
    for reader, join, _ in joining:
        rounds = 0
        while not topic.finish(reader, join, world.missing(join.at)):
            rounds += 1
            assert rounds < 5
    world.arrives(world.version)
    if topic.gap:
        topic.fill(world.missing(topic.known))
    assert not topic.gap
    for reader, has in topic.followers.items():
        assert reader.at == has == world.version


@given(st.permutations(range(2, 12)), st.sets(st.integers(2, 11)))
def test_any_order_is_put_right_as_soon_as_the_gap_closes(
    order: list[int], twice: set[int]
) -> None:
    world, reader = World(), Reader()
    join = world.topic.join(reader, None)
    assert world.topic.finish(reader, join, world.missing(None))
    world.version = 11
    for version in order:
        world.arrives(version)
        if version in twice:
            world.arrives(version)
    assert reader.seen == list(range(1, 12))
    assert not world.topic.gap


def test_events_during_the_fetch_are_not_lost() -> None:
    world, reader = World(), Reader()
    join = world.topic.join(reader, None)
    answer = world.missing(None)
    world.version = 3
    world.arrives(2)
    world.arrives(3)
    assert world.topic.finish(reader, join, answer)
    assert reader.seen == [1, 2, 3]


def test_a_stale_answer_is_not_the_end() -> None:
    """Read before an event that others here have seen: fetched again."""
    world, first, second = World(), Reader(), Reader()
    assert world.topic.finish(first, world.topic.join(first, None), world.missing(None))
    stale = world.missing(None)
    world.version = 2
    world.arrives(2)
    join = world.topic.join(second, None)
    assert not world.topic.finish(second, join, stale)
    assert world.topic.finish(second, join, world.missing(join.at))
    assert second.seen == [1, 2]


def test_very_many_early_events_are_bounded() -> None:
    world, reader = World(), Reader()
    assert world.topic.finish(reader, world.topic.join(reader, None), world.missing(None))
    world.version = 2000
    for version in range(3, 2001):
        world.arrives(version)
    assert world.topic.gap
    world.topic.fill(world.missing(world.topic.known))
    assert reader.at == 2000
