/**
 * A game step by step, out of one snapshot.
 *
 *   const { steps, exact } = timeline(snapshot);
 *   steps[0]                       before the first turn
 *   steps[n]                       after turn n; `steps.length - 1` is the number of turns
 *   stonesAt(snapshot, steps[n])   the stones on the board then
 *
 * A turn puts a stone (place, pick) or none (the others); an opening decides whose colours are whose
 * and who goes on. The client needs no rules for play, since the server's `live` says what is
 * possible now; of the past it keeps the turns only, so that what is said here about openings
 * follows `engine-rs/rules/src/opening/flow.rs`, and clocks follow the game service's.
 */
import {
  type Colour,
  opposite,
  other,
  type Point,
  type Seat,
  type Snapshot,
  type Stone,
  type Turn,
} from '../api/types';

export interface Step {
  /** Turns so far. */
  readonly number: number;
  /** The turn that led here; null at the start. */
  readonly turn: Turn | null;
  /** The stone that it put. */
  readonly stone: Stone | null;
  /** Stones on the board. */
  readonly ply: number;
  /** Who plays Black; null while colours belong to nobody. */
  readonly black: Seat | null;
  /** The opening is over: stones follow by the ordinary rules. */
  readonly free: boolean;
  /** Who goes on; null when the game ended with this turn. */
  readonly toAct: Seat | null;
  /** Of the side to move once the opening is over; null before, and when the game has ended. */
  readonly toMove: Colour | null;
  /** Candidates for the fifth stone that wait for a choice. */
  readonly offered: readonly Point[];
  readonly spentMs: number;
  /** Left on both clocks when the turn was over; null in untimed games. */
  readonly clocks: { readonly first: number; readonly second: number } | null;
}

export interface Timeline {
  readonly steps: readonly Step[];
  /**
   * False where clocks before the end are not what they were: time of a turn that was taken back,
   * or that ran before the service gave time back, is in no turn.
   */
  readonly exact: boolean;
  /** What was thought after the last turn before the game ended, in ms: before resigning, or to the end of time. */
  readonly lastThoughtMs: number;
}

type Opening = Snapshot['settings']['opening'];

/**
 * `known`: the timeline of the same game a moment ago. Steps that are still what they were are the
 * same objects, so that a move costs one step and redraws one row of the list.
 */
export function timeline(snapshot: Snapshot, known: Timeline | null = null): Timeline {
  const steps = [known?.steps[0] ?? start(snapshot)];
  for (const [n, turn] of snapshot.turns.entries()) {
    const ends = endedBy(snapshot, n);
    const was = known?.steps[n + 1];
    // Whether it ends the game is all that a turn's step can still learn.
    const holds = was?.turn === turn && was.stone === stoneOf(snapshot, was) && !ends;
    steps.push(holds ? was : after(steps[n] as Step, turn, snapshot, ends));
  }
  return { steps, ...compared(steps.at(-1) as Step, snapshot) };
}

export function stonesAt(snapshot: Snapshot, step: Step): readonly Stone[] {
  return snapshot.stones.slice(0, step.ply);
}

/** The first step with so many stones, or the last step. */
export function stepOfPly(steps: readonly Step[], ply: number): number {
  const found = steps.findIndex((step) => step.ply >= ply);
  return found < 0 ? steps.length - 1 : found;
}

function stoneOf(snapshot: Snapshot, { stone, ply }: Step): Stone | null {
  return stone && (snapshot.stones[ply - 1] ?? null);
}

function start({ settings }: Snapshot): Step {
  const { time_control: control, opening } = settings;
  const initial = control.initial_seconds * 1000;
  const free = opening === 'none';
  return {
    number: 0,
    turn: null,
    stone: null,
    ply: 0,
    black: opening === 'swap' || opening === 'swap2' ? null : 'first',
    free,
    toAct: 'first',
    toMove: free ? 'black' : null,
    offered: [],
    spentMs: 0,
    clocks: control.untimed ? null : { first: initial, second: initial },
  };
}

function after(before: Step, turn: Turn, snapshot: Snapshot, ends: boolean): Step {
  const { settings } = snapshot;
  const puts = turn.type === 'place' || turn.type === 'pick';
  const ply = before.ply + (puts ? 1 : 0);
  const black = blackAfter(before.black, turn);
  const flow = before.free
    ? { free: true, next: other(turn.seat) }
    : afterOpening(settings.opening, turn, ply, black ?? 'first', settings.next_mover);
  const toAct = ends ? null : flow.next;
  return {
    number: before.number + 1,
    turn,
    stone: puts ? (snapshot.stones[before.ply] ?? null) : null,
    ply,
    black,
    free: flow.free,
    toAct,
    toMove: flow.free && toAct && black ? (toAct === black ? 'black' : 'white') : null,
    offered: turn.type === 'offer' ? turn.points : [],
    spentMs: turn.spent_ms,
    clocks: charged(before, turn, toAct, settings.time_control.increment_seconds * 1000),
  };
}

/** As `Clock.turn` of the game service: the increment comes when the turn passes, or the game ends. */
function charged(before: Step, turn: Turn, toAct: Seat | null, increment: number): Step['clocks'] {
  if (!before.clocks) return null;
  const left = Math.max(0, before.clocks[turn.seat] - turn.spent_ms);
  return { ...before.clocks, [turn.seat]: toAct === turn.seat ? left : left + increment };
}

function blackAfter(black: Seat | null, turn: Turn): Seat | null {
  if (turn.type === 'swap') return black && other(black);
  if (turn.type !== 'choose') return black;
  return turn.colour === 'black' ? turn.seat : other(turn.seat);
}

interface Flow {
  readonly free: boolean;
  readonly next: Seat;
}

/** Who goes on after a turn of an opening. `ply`, `black`: after it. */
function afterOpening(
  opening: Opening,
  turn: Turn,
  ply: number,
  black: Seat,
  nextMover: Colour | null,
): Flow {
  const white = other(black);
  const next = (seat: Seat): Flow => ({ free: false, next: seat });
  const done: Flow = {
    free: true,
    next: opening === 'swap2' && nextMover === 'black' ? black : white,
  };
  switch (turn.type) {
    case 'place':
      return afterStone(opening, ply, black, next, done);
    case 'swap':
    case 'keep':
      if (opening === 'taraguchi_10') {
        if (ply >= 5) return done;
        return next(ply % 2 ? white : black);
      }
      return next(ply === 3 ? white : black);
    case 'declare':
      return next(ply === 3 ? 'second' : black);
    case 'add_two':
      return next('second');
    case 'offer':
      return next(white);
    default:
      return done;
  }
}

function afterStone(
  opening: Opening,
  ply: number,
  black: Seat,
  next: (seat: Seat) => Flow,
  done: Flow,
): Flow {
  const white = other(black);
  switch (opening) {
    case 'pro':
    case 'long_pro':
      return ply < 3 ? next(ply === 1 ? white : black) : done;
    case 'swap':
    case 'swap2':
      return next(ply < 3 || ply === 5 ? 'first' : 'second');
    case 'taraguchi_10':
      return next(ply % 2 ? white : black);
    default:
      // rif, soosorv_8, yamaguchi
      if (ply < 3) return next('first');
      if (ply === 3) return next(opening === 'yamaguchi' ? 'first' : 'second');
      return next(opening === 'soosorv_8' ? white : black);
  }
}

/** Whether the game ended with this turn, and not by resigning, agreement or time after it. */
function endedBy({ turns, result }: Snapshot, n: number): boolean {
  if (n !== turns.length - 1 || !result) return false;
  return ['five', 'overline', 'foul', 'full_board', 'passes'].includes(result.reason);
}

function compared(last: Step, { live, status }: Snapshot): Omit<Timeline, 'steps'> {
  const { first_ms: first, second_ms: second } = live.clocks;
  if (!last.clocks || first === null || second === null) return { exact: true, lastThoughtMs: 0 };
  const lost = { first: last.clocks.first - first, second: last.clocks.second - second };
  // The clock that ran when the game ended was stopped there.
  const running = status === 'active' ? null : last.toAct;
  const lastThoughtMs = running ? Math.max(0, lost[running]) : 0;
  const exact = (['first', 'second'] as const).every(
    (seat) => lost[seat] === 0 || (seat === running && lost[seat] > 0),
  );
  return { exact, lastThoughtMs: exact ? lastThoughtMs : 0 };
}

/** The colour of a seat at a step. */
export function colourAt(step: Step, seat: Seat): Colour | null {
  if (!step.black) return null;
  return step.black === seat ? 'black' : opposite('black');
}
