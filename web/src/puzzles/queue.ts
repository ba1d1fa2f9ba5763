/**
 * What was done in puzzles without a connection: for each puzzle the calls in their order, kept on
 * this device until they are sent.
 */
import type { Point, Puzzle, PuzzleAttempt } from '../api/types';
import { keep, kept } from '../lobby/kept';

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
  const whole = typeof puzzle === 'object' && typeof attempt === 'object' && Array.isArray(calls);
  return whole && typeof player === 'string' && typeof version === 'number';
}

export function waitingFor(id: string): Waiting | null {
  return waiting().find((entry) => entry.puzzle.puzzle_id === id) ?? null;
}

/** One more call; `entry` says how things stand after it, and where nothing waits yet the rest. */
export function add(entry: Omit<Waiting, 'calls'>, call: Call): void {
  const id = entry.puzzle.puzzle_id;
  const before = waitingFor(id);
  if (!before) return store([...waiting(), { ...entry, calls: [call] }]);
  change(id, { ...before, attempt: entry.attempt, calls: [...before.calls, call] });
}

/** The first call was done, and made this version. Gives what is left; null: that was all. */
export function done(id: string, version: number): Waiting | null {
  const entry = waitingFor(id);
  if (!entry) return null;
  const left = { ...entry, version, calls: entry.calls.slice(1) };
  change(id, left.calls.length ? left : null);
  return left.calls.length ? left : null;
}

export function drop(id: string): void {
  change(id, null);
}

function change(id: string, to: Waiting | null): void {
  store(
    waiting().flatMap((entry) => {
      if (entry.puzzle.puzzle_id !== id) return [entry];
      return to ? [to] : [];
    }),
  );
}

function store(puzzles: readonly Waiting[]): void {
  if (puzzles.length) keep(KEY, { puzzles });
  else localStorage.removeItem(KEY);
}
