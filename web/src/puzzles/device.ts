/**
 * An attempt that goes on without the server: the rules of it are those of
 * `services/puzzle/x0_puzzle/domain/attempt.py`. What it counts for only the server says, later.
 */
import type { Point, Puzzle, PuzzleAttempt, PuzzleHint } from '../api/types';

/** What the solver says of a move; `line`: what follows up to the five, or what refutes it. */
export interface Judged {
  readonly verdict: 'right' | 'wrong' | 'foul' | 'undecided';
  readonly line: readonly Point[];
  /** Of a right one, to the five, both included. */
  readonly halfMoves: number;
}

/** Nothing stops the five any more: the rest plays itself. */
const DECIDED = 3;
const MOST_SECONDS = 86_400;
const BOARD = 15;
const AREA = 5;

type Pair = [number, number];
const pair = ([x, y]: Point): Pair => [x, y];

export function begun(puzzle: Puzzle, before: PuzzleAttempt | null, now: number): PuzzleAttempt {
  return {
    puzzle_id: puzzle.puzzle_id,
    version: before?.version ?? 0,
    status: 'open',
    played: [],
    tries: 0,
    mistakes: 0,
    hints: [],
    hints_taken: 0,
    started_at: new Date(now).toISOString(),
    finished_at: null,
    seconds: null,
    first_try: before?.first_try ?? false,
    rating: before?.rating ?? null,
    plays: (before?.plays ?? 0) + 1,
    solution: null,
    last: null,
  };
}

/** How long somebody has had it. */
export function secondsOf({ started_at }: PuzzleAttempt, now: number): number {
  const seconds = Math.round((now - Date.parse(started_at)) / 1000);
  return Math.min(MOST_SECONDS, Math.max(1, seconds));
}

export function moved(
  attempt: PuzzleAttempt,
  point: Point,
  { verdict, line, halfMoves }: Judged,
  now: number,
): PuzzleAttempt {
  const decides = verdict === 'right' && halfMoves <= DECIDED;
  const follows = verdict !== 'right' ? [] : (decides ? line : line.slice(0, 1)).map(pair);
  const after = { ...attempt, last: { verdict, point: pair(point), follows } };
  if (verdict === 'undecided') return after;
  after.tries += 1;
  if (verdict !== 'right') return { ...after, mistakes: after.mistakes + 1 };
  after.played = [...attempt.played, pair(point), ...follows];
  after.hints = themesOf(attempt.hints);
  if (!decides) return after;
  const clean = after.mistakes === 0 && after.hints_taken === 0 && after.plays === 1;
  return {
    ...after,
    ...over('solved', attempt, now),
    first_try: attempt.first_try || clean,
    solution: { line: after.played, first_moves: after.played.slice(0, 1), themes: [] },
  };
}

/** The next hint for the present position; `move`: one that wins here. Null: there is no more. */
export function hinted(attempt: PuzzleAttempt, move: Point): PuzzleAttempt | null {
  const has = (kind: PuzzleHint['kind']) => attempt.hints.some((hint) => hint.kind === kind);
  if (has('point')) return null;
  const hint: PuzzleHint = has('area') ? { kind: 'point', point: pair(move) } : around(move);
  return {
    ...attempt,
    hints: [...attempt.hints, hint],
    hints_taken: attempt.hints_taken + 1,
  };
}

export function restarted(attempt: PuzzleAttempt): PuzzleAttempt {
  return { ...attempt, played: [], hints: themesOf(attempt.hints), last: null };
}

export function givenUp(
  attempt: PuzzleAttempt,
  line: readonly Point[],
  now: number,
): PuzzleAttempt {
  const all = line.map(pair);
  return {
    ...attempt,
    ...over('given_up', attempt, now),
    last: null,
    solution: { line: all, first_moves: all.slice(0, 1), themes: [] },
  };
}

function over(status: 'solved' | 'given_up', attempt: PuzzleAttempt, now: number) {
  const finished_at = new Date(now).toISOString();
  return { status, finished_at, seconds: secondsOf(attempt, now) };
}

const themesOf = (hints: readonly PuzzleHint[]) => hints.filter(({ kind }) => kind === 'theme');

/** A square with the move somewhere in it: its middle would be the move. */
function around([x, y]: Point): PuzzleHint {
  const low = (at: number, from: number) => Math.min(BOARD - AREA, Math.max(0, at - (from % AREA)));
  const corner: Pair = [low(x, y + 1), low(y, x + 3)];
  return { kind: 'area', low: corner, high: [corner[0] + AREA - 1, corner[1] + AREA - 1] };
}
