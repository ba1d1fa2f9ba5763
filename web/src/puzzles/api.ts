/** What can be asked about puzzles, and done in one. All of it throws Problem. */
import { ask, http } from '../api/http';
import { Problem } from '../api/problem';
import type {
  DailyPuzzle,
  Point,
  Puzzle,
  PuzzleAttempt,
  PuzzleAttemptSummary,
  PuzzleLevel,
  PuzzleProgress,
} from '../api/types';
import type { Page } from '../people/load.svelte';
import type { Filters } from './filters';

const of = (puzzle_id: string) => ({ params: { path: { puzzle_id } } });

export const isId = (id: string): boolean => /^(x0|gomoku|renju)-[1-9]\d{0,5}$/.test(id);

export const puzzleLink = (id: string): string => `/puzzles/${id}`;

/** The answer as it is: openapi-fetch describes pairs as lists of any length. */
async function got<T>(call: Parameters<typeof ask<unknown>>[0]): Promise<T> {
  return (await ask(call)) as T;
}

export interface View {
  readonly attempt: PuzzleAttempt;
  readonly puzzle: Puzzle;
}

// -- choosing -------------------------------------------------------------------------------

export async function levels(): Promise<readonly PuzzleLevel[]> {
  return (await ask(http.GET('/v1/puzzles'))).levels;
}

export interface Drawn {
  readonly puzzles: readonly Puzzle[];
  readonly began_anew: boolean;
}

/** Puzzles that were not seen; `except`: what is at hand already. */
export function draw(filters: Filters, count: number, except: readonly string[]): Promise<Drawn> {
  const body = {
    mode: filters.mode,
    max_level: filters.level,
    count,
    except: [...except],
  };
  return got(http.POST('/v1/puzzles/draw', { body }));
}

export const daily = (): Promise<DailyPuzzle> => got(http.GET('/v1/puzzles/daily'));

export const puzzle = (id: string): Promise<Puzzle> =>
  got(http.GET('/v1/puzzles/{puzzle_id}', of(id)));

// -- playing --------------------------------------------------------------------------------

/** The own attempt; null where it was never begun. */
export async function attempt(id: string): Promise<View | null> {
  try {
    return await got(http.GET('/v1/puzzles/{puzzle_id}/attempt', of(id)));
  } catch (error) {
    if (Problem.from(error).reason === 'attempt_not_found') return null;
    throw error;
  }
}

export const start = (id: string): Promise<View> =>
  got(http.PUT('/v1/puzzles/{puzzle_id}/attempt', of(id)));

/** `seconds`: how long it took without a connection; 0: the server knows. */
export function move(
  id: string,
  version: number,
  point: Point,
  seconds: number,
): Promise<PuzzleAttempt> {
  const [x, y] = point;
  const body = { version, point: [x, y] as [number, number], seconds };
  return got(http.POST('/v1/puzzles/{puzzle_id}/attempt/moves', { ...of(id), body }));
}

export async function explanation(id: string, version: number): Promise<readonly Point[]> {
  const call = http.POST('/v1/puzzles/{puzzle_id}/attempt/explanation', {
    ...of(id),
    body: { version },
  });
  return (await got<{ refutation: Point[] }>(call)).refutation;
}

export const hint = (id: string, version: number): Promise<PuzzleAttempt> =>
  got(http.POST('/v1/puzzles/{puzzle_id}/attempt/hints', { ...of(id), body: { version } }));

export const restart = (id: string, version: number): Promise<PuzzleAttempt> =>
  got(http.POST('/v1/puzzles/{puzzle_id}/attempt/restart', { ...of(id), body: { version } }));

export const giveUp = (id: string, version: number): Promise<PuzzleAttempt> =>
  got(http.POST('/v1/puzzles/{puzzle_id}/attempt/give-up', { ...of(id), body: { version } }));

// -- what was solved ------------------------------------------------------------------------

export const progress = (player: string): Promise<PuzzleProgress> =>
  ask(http.GET('/v1/players/{player}/puzzles', { params: { path: { player } } }));

export async function attempts(token: string, size: number): Promise<Page<PuzzleAttemptSummary>> {
  const query = { page_size: size, ...(token ? { page_token: token } : {}) };
  const found = await ask(http.GET('/v1/own-puzzle-attempts', { params: { query } }));
  return { items: found.attempts, next: found.next_page_token };
}
