/** The row that a stone completes; empty where it completes none. */
import type { Geometry } from '../board/points';

const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const;

export function rowThrough(
  geometry: Geometry,
  cell: number,
  mine: (cell: number) => boolean,
): readonly number[] {
  const [x, y] = geometry.point(cell);
  for (const [dx, dy] of DIRECTIONS) {
    const row = [cell];
    for (const sign of [1, -1]) {
      for (let k = 1; ; k++) {
        const at = geometry.at(x + sign * k * dx, y + sign * k * dy);
        if (at < 0 || !mine(at)) break;
        row.push(at);
      }
    }
    if (row.length >= 5) return row;
  }
  return [];
}
