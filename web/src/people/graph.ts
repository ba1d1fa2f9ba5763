/** The scale of a graph of ratings: where a point lies, and which lines are worth drawing. */

export interface Rated {
  readonly gameId: string;
  /** Which rated game of the mode it was, from 1. */
  readonly number: number;
  /** Epoch ms. */
  readonly time: number;
  readonly before: number;
  readonly after: number;
  readonly score: number;
}

export type Axis = 'games' | 'time';

export interface Box {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Plot {
  readonly points: readonly { readonly x: number; readonly y: number }[];
  /** Of a line through all points. */
  readonly path: string;
  readonly ratings: readonly { readonly value: number; readonly y: number }[];
  readonly marks: readonly { readonly value: number; readonly x: number }[];
}

/** Round steps: 1, 2 or 5 times a power of ten. */
export function step(range: number, most: number): number {
  const raw = Math.max(range, Number.EPSILON) / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(raw));
  const unit = [1, 2, 5, 10].find((n) => n * power >= raw * 0.999_999) ?? 10;
  return unit * power;
}

/** Round values from `low` to `high`, both included when they are round themselves. */
export function ticks(low: number, high: number, by: number): number[] {
  const found: number[] = [];
  for (let n = Math.ceil(low / by - 1e-9); n * by <= high + by * 1e-9; n++) found.push(n * by);
  return found;
}

/** `history` is oldest first. */
export function plot(history: readonly Rated[], axis: Axis, box: Box): Plot {
  const first = history[0];
  const last = history.at(-1);
  if (!first || !last) return { points: [], path: '', ratings: [], marks: [] };
  const values = history.map((game) => game.after);
  const lowest = Math.min(...values);
  const highest = Math.max(...values);
  // A few games that changed little must not look like a mountain range.
  const room = Math.max(0, 60 - (highest - lowest)) / 2;
  const by = Math.max(10, step(highest - lowest + 2 * room, 4));
  const low = Math.floor((lowest - room) / by) * by;
  const high = Math.max(low + by, Math.ceil((highest + room) / by) * by);
  const at = (game: Rated) => (axis === 'games' ? game.number : game.time);
  const from = at(first);
  const span = at(last) - from;
  const inner = box.width - box.left - box.right;
  const place = (value: number) => box.left + (span ? ((value - from) / span) * inner : inner / 2);
  const height = box.height - box.top - box.bottom;
  const level = (value: number) => box.top + (1 - (value - low) / (high - low)) * height;
  const points = history.map((game) => ({ x: place(at(game)), y: level(game.after) }));
  const path = points.map(({ x, y }, n) => `${n ? 'L' : 'M'}${round(x)} ${round(y)}`).join('');
  const ratings = ticks(low, high, by).map((value) => ({ value, y: level(value) }));
  const most = Math.max(1, Math.floor(inner / 90));
  const marks =
    axis === 'games'
      ? ticks(from, from + span, Math.max(1, step(span, most)))
      : Array.from({ length: span ? most + 1 : 1 }, (_, n) => from + (span * n) / most);
  return { points, path, ratings, marks: marks.map((value) => ({ value, x: place(value) })) };
}

/** The point nearest to `x`; -1 when there is none. */
export function nearest(points: readonly { readonly x: number }[], x: number): number {
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (const [n, point] of points.entries()) {
    const distance = Math.abs(point.x - x);
    if (distance < least) {
      least = distance;
      best = n;
    }
  }
  return best;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
