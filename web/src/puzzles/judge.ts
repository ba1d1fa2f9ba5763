/** The device as judge, for when there is no way to the server. */
import { Problem } from '../api/problem';
import type { Point, Puzzle } from '../api/types';
import type { Judged } from './device';

/** Fetches what is needed, so that it is there when the connection is not. */
export async function prepare(): Promise<void> {}

export async function judge(
  _puzzle: Puzzle,
  _played: readonly Point[],
  _point: Point,
): Promise<Judged> {
  throw new Problem('offline', 'the device cannot judge yet');
}

/** A shortest win from here. */
export async function solve(_puzzle: Puzzle, _played: readonly Point[]): Promise<readonly Point[]> {
  throw new Problem('offline', 'the device cannot judge yet');
}
