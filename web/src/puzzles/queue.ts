/**
 * What was done in puzzles without a connection: for each player and puzzle the calls in their
 * order, kept on this device until they are sent.
 */
import type { Point, Puzzle, PuzzleAttempt } from '../api/types';
import { forget, keep, kept } from '../app/kept';
import { isMine } from './mine';

export type Call =
  | { readonly kind: 'start' | 'hint' | 'restart' | 'give_up' }
  | {
      readonly kind: 'move';
      readonly point: Point;
      /** How long the player has had the puzzle. */
      readonly seconds: number;
      /** As the device judged: if the server does not agree, what follows makes no sense. */
      readonly verdict: NonNullable<PuzzleAttempt['last']>['verdict'];
    };

export interface Waiting {
  /** Whose it is; empty: of whoever will be here. */
  readonly player: string;
  readonly puzzle: Puzzle;
  /** Of the server's attempt, for which the first call is meant; 0: the first call begins one. */
  readonly version: number;
  /** As it stands on this device. */
  readonly attempt: PuzzleAttempt;
  readonly calls: readonly Call[];
}

export const KEY = 'x0.puzzles.queue';

export function waiting(): readonly Waiting[] {
  const { puzzles } = kept(KEY);
  return Array.isArray(puzzles) ? puzzles.filter(isWaiting) : [];
}

function isWaiting(found: unknown): found is Waiting {
  const { puzzle, attempt, calls, player, version } = (found ?? {}) as Record<string, unknown>;
  const whole = puzzle instanceof Object && attempt instanceof Object && Array.isArray(calls);
  return whole && typeof player === 'string' && typeof version === 'number';
}

/** The own one. */
export function waitingFor(id: string): Waiting | null {
  const found = waiting().find(({ puzzle, player }) => puzzle.puzzle_id === id && isMine(player));
  return found ?? null;
}

/** One more call; `entry` says how things stand after it, and where nothing waits yet the rest. */
export function add(entry: Omit<Waiting, 'calls'>, call: Call): void {
  const before = waitingFor(entry.puzzle.puzzle_id);
  if (!before) return store([...waiting(), { ...entry, calls: [call] }]);
  change(before, { ...before, attempt: entry.attempt, calls: [...before.calls, call] });
}

/** The first call was done, and made this version. Gives what is left; null: that was all. */
export function done(entry: Waiting, version: number): Waiting | null {
  const now = waiting().find((other) => isSame(other, entry));
  if (!now) return null;
  const left = { ...now, version, calls: now.calls.slice(1) };
  change(entry, left.calls.length ? left : null);
  return left.calls.length ? left : null;
}

export function drop(entry: Waiting): void {
  change(entry, null);
}

const isSame = (one: Waiting, other: Waiting): boolean =>
  one.player === other.player && one.puzzle.puzzle_id === other.puzzle.puzzle_id;

function change(entry: Waiting, to: Waiting | null): void {
  store(
    waiting().flatMap((other) => {
      if (!isSame(other, entry)) return [other];
      return to ? [to] : [];
    }),
  );
}

function store(puzzles: readonly Waiting[]): void {
  if (puzzles.length) keep(KEY, { puzzles });
  else forget(KEY);
}
