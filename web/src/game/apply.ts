/** A snapshot and the event after it give the next snapshot. */
import type { GameEvent, Snapshot } from '../api/types';

/** The snapshot after the event, or null when events between the two are missing or damaged. */
export function apply(snapshot: Snapshot, version: number, event: GameEvent): Snapshot | null {
  if (version <= snapshot.version) return snapshot;
  if (version !== snapshot.version + 1) return null;
  if (event.type === 'started') return event.snapshot;
  if (!event.live?.clocks) return null;
  const next = { ...snapshot, version, live: event.live };
  switch (event.type) {
    case 'turn_played':
      next.turns = [...snapshot.turns, event.turn];
      next.stones = [...snapshot.stones, ...event.stones];
      return event.end ? ended(next, event.end) : next;
    case 'takeback_given':
      next.turns = snapshot.turns.slice(0, event.turns);
      next.stones = snapshot.stones.slice(0, event.stones);
      return next;
    case 'ended':
      return ended(next, event);
    default:
      return next;
  }
}

type End = Pick<Snapshot, 'status' | 'result' | 'finished_at'>;

function ended(snapshot: Snapshot, { status, result, finished_at }: End): Snapshot {
  return { ...snapshot, status, result, finished_at };
}
