/**
 * Points of a board. Inside, a point is a cell number, y * size + x, with (0, 0) at the lower left
 * as everywhere in X-0; people see columns A-T from the left and rows from the bottom.
 */
import type { Point } from '../api/types';

export type Shape = 'square' | 'octagon' | 'cross';

export class Geometry {
  readonly cells: number;
  readonly exists: readonly boolean[];

  constructor(
    readonly size: number,
    readonly shape: Shape = 'square',
  ) {
    this.cells = size * size;
    this.exists = Array.from({ length: this.cells }, (_, cell) =>
      contains(shape, size, cell % size, Math.floor(cell / size)),
    );
  }

  x(cell: number): number {
    return cell % this.size;
  }

  y(cell: number): number {
    return Math.floor(cell / this.size);
  }

  /** The cell at (x, y), or -1 where there is no point. */
  at(x: number, y: number): number {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return -1;
    const cell = y * this.size + x;
    return this.exists[cell] ? cell : -1;
  }

  cell([x, y]: Point): number {
    return y * this.size + x;
  }

  point(cell: number): [number, number] {
    return [this.x(cell), this.y(cell)];
  }

  /** "H8". */
  name(cell: number): string {
    return `${columnName(this.x(cell))}${this.y(cell) + 1}`;
  }

  /** The cell called "h8", or -1. */
  parse(text: string): number {
    const match = /^\s*([a-z])\s*([1-9]\d?)\s*$/i.exec(text);
    if (!match?.[1] || !match[2]) return -1;
    return this.at(match[1].toUpperCase().charCodeAt(0) - 65, Number(match[2]) - 1);
  }
}

export function columnName(x: number): string {
  return String.fromCharCode(65 + x);
}

export function pointName([x, y]: Point): string {
  return `${columnName(x)}${y + 1}`;
}

/** The outlines of the rules engine (`engine-rs/rules/src/geometry.rs`). */
function contains(shape: Shape, size: number, x: number, y: number): boolean {
  const cut = Math.floor((size * 4) / 15);
  const fromSide = Math.min(x, size - 1 - x);
  const fromEnd = Math.min(y, size - 1 - y);
  if (shape === 'octagon') return fromSide + fromEnd >= cut;
  if (shape === 'cross') return fromSide >= cut || fromEnd >= cut;
  return true;
}
