/** The device as judge, for when there is no way to the server: the same code as the server's. */
import { Problem } from '../api/problem';
import type { Point, Puzzle } from '../api/types';
import type { Point as Pair } from '../rules/abi';
import type { Judged } from './device';
import { position } from './look';
import type { Solver } from './solver';

/** Fetches what is needed, so that it is there when the connection is not. */
export async function prepare(): Promise<void> {
  try {
    await solver();
  } catch {
    // Whoever needs it tries again.
  }
}

export async function judge(
  puzzle: Puzzle,
  played: readonly Point[],
  point: Point,
): Promise<Judged> {
  const found = await (await solver()).judge(position(puzzle, played), pair(point));
  return { verdict: found.verdict, line: found.follows, halfMoves: found.halfMoves ?? 0 };
}

/** How to go on towards the win, `Solver.continuation`. */
export async function continuation(
  puzzle: Puzzle,
  played: readonly Point[],
): Promise<readonly Point[]> {
  return (await solver()).continuation(position(puzzle, played));
}

async function solver(): Promise<Solver> {
  try {
    const { loadSolver } = await import('./solver');
    return await loadSolver();
  } catch {
    throw new Problem('offline', 'the solver could not be loaded');
  }
}

const pair = ([x, y]: Point): Pair => [x, y];
