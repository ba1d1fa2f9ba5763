/**
 * Equal fifth moves: two candidates are equal if the stones they give are one shape, under rotation,
 * reflection and translation (rules.md, Taraguchi-10). The server judges; this only says it early.
 */
import type { Colour } from '../api/types';
import type { Geometry } from '../board/points';

interface Placed {
  readonly cell: number;
  readonly colour: Colour;
}

type Turn = (x: number, y: number) => readonly [number, number];

const TURNS: readonly Turn[] = [
  (x, y) => [x, y],
  (x, y) => [-x, y],
  (x, y) => [x, -y],
  (x, y) => [-x, -y],
  (x, y) => [y, x],
  (x, y) => [-y, x],
  (x, y) => [y, -x],
  (x, y) => [-y, -x],
];

/** Empty points that are equal to one of `chosen`, each with the one it is equal to. */
export function equalTo(
  geometry: Geometry,
  stones: readonly Placed[],
  chosen: readonly number[],
): ReadonlyMap<number, number> {
  const forms = new Map(chosen.map((cell) => [form(geometry, stones, cell), cell]));
  const taken = new Set(stones.map((stone) => stone.cell));
  const equal = new Map<number, number>();
  if (!chosen.length) return equal;
  for (let cell = 0; cell < geometry.cells; cell++) {
    if (!geometry.exists[cell] || taken.has(cell) || chosen.includes(cell)) continue;
    const same = forms.get(form(geometry, stones, cell));
    if (same !== undefined) equal.set(cell, same);
  }
  return equal;
}

/** The shape of the stones with a black one more: the least of its eight images. */
function form(geometry: Geometry, stones: readonly Placed[], fifth: number): string {
  const all = [...stones, { cell: fifth, colour: 'black' as const }];
  let least = '';
  for (const turn of TURNS) {
    const points = all.map(({ cell, colour }) => {
      const [x, y] = turn(geometry.x(cell), geometry.y(cell));
      return { x, y, colour };
    });
    const left = Math.min(...points.map((p) => p.x));
    const low = Math.min(...points.map((p) => p.y));
    const image = points
      .map((p) => `${p.x - left},${p.y - low},${p.colour}`)
      .sort()
      .join(' ');
    if (!least || image < least) least = image;
  }
  return least;
}
