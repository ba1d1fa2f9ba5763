/** Paths of the board's drawing. A cell is 100 units wide; y grows downwards, as in SVG. */
import type { Geometry } from './points';

/** Room for the coordinates, left and below. */
export const MARGIN = 62;

export class Drawing {
  readonly side: number;
  readonly viewBox: string;

  constructor(readonly geometry: Geometry) {
    this.side = geometry.size * 100;
    const whole = this.side + MARGIN;
    this.viewBox = `${-MARGIN} 0 ${whole} ${whole}`;
  }

  x(cell: number): number {
    return this.geometry.x(cell) * 100 + 50;
  }

  y(cell: number): number {
    return (this.geometry.size - 1 - this.geometry.y(cell)) * 100 + 50;
  }

  /** Lines between neighbouring points, joined where they go on. */
  grid(): string {
    const { geometry } = this;
    const parts: string[] = [];
    for (let n = 0; n < geometry.size; n++) {
      parts.push(...this.#runs((k) => geometry.at(k, n)));
      parts.push(...this.#runs((k) => geometry.at(n, k)));
    }
    return parts.join('');
  }

  /** The wood under the points that exist. */
  outline(): string {
    return this.squares((cell) => this.geometry.exists[cell] === true);
  }

  /** Squares around the chosen points, as one path. */
  squares(chosen: (cell: number) => boolean): string {
    const parts: string[] = [];
    for (let cell = 0; cell < this.geometry.cells; cell++) {
      if (chosen(cell)) parts.push(`M${this.x(cell) - 50} ${this.y(cell) - 50}h100v100h-100z`);
    }
    return parts.join('');
  }

  /**
   * The zone as people see it: stones inside of it belong to it, although nothing can be placed
   * there. A zone is a rectangle, or all but a rectangle.
   */
  filled(zone: ReadonlySet<number>, stone: (cell: number) => boolean): ReadonlySet<number> {
    const all = Array.from({ length: this.geometry.cells }, (_, cell) => cell).filter(
      (cell) => this.geometry.exists[cell],
    );
    const around = this.#rectangle([...zone]);
    const inside = all.filter(around);
    if (inside.every((cell) => zone.has(cell) || stone(cell))) return new Set(inside);
    const outside = this.#rectangle(all.filter((cell) => !zone.has(cell) && !stone(cell)));
    return new Set(all.filter((cell) => !outside(cell)));
  }

  #rectangle(cells: readonly number[]): (cell: number) => boolean {
    const xs = cells.map((cell) => this.geometry.x(cell));
    const ys = cells.map((cell) => this.geometry.y(cell));
    const [left, right, low, high] = [
      Math.min(...xs),
      Math.max(...xs),
      Math.min(...ys),
      Math.max(...ys),
    ];
    return (cell) => {
      const [x, y] = this.geometry.point(cell);
      return x >= left && x <= right && y >= low && y <= high;
    };
  }

  /** The border between points inside and outside of a set. */
  border(inside: ReadonlySet<number>): string {
    const { geometry } = this;
    const parts: string[] = [];
    for (const cell of inside) {
      const [x, y] = geometry.point(cell);
      const left = this.x(cell) - 50;
      const top = this.y(cell) - 50;
      const open = (dx: number, dy: number) => !inside.has(geometry.at(x + dx, y + dy));
      if (open(0, 1)) parts.push(`M${left} ${top}h100`);
      if (open(0, -1)) parts.push(`M${left} ${top + 100}h100`);
      if (open(-1, 0)) parts.push(`M${left} ${top}v100`);
      if (open(1, 0)) parts.push(`M${left + 100} ${top}v100`);
    }
    return parts.join('');
  }

  /** The five marked points of a square board with a middle; others have none. */
  stars(): number[] {
    const { size, shape } = this.geometry;
    if (size % 2 === 0 || shape !== 'square') {
      return size % 2 ? [this.geometry.at((size - 1) / 2, (size - 1) / 2)] : [];
    }
    const near = size < 13 ? 2 : 3;
    const far = size - 1 - near;
    const middle = (size - 1) / 2;
    const at = (x: number, y: number) => this.geometry.at(x, y);
    return [at(near, near), at(far, near), at(middle, middle), at(near, far), at(far, far)];
  }

  #runs(cellAt: (k: number) => number): string[] {
    const parts: string[] = [];
    let from = -1;
    for (let k = 0; k <= this.geometry.size; k++) {
      const cell = k < this.geometry.size ? cellAt(k) : -1;
      if (cell >= 0 && from < 0) from = cell;
      if (cell < 0 && from >= 0) {
        const to = cellAt(k - 1);
        if (to !== from) parts.push(`M${this.x(from)} ${this.y(from)}L${this.x(to)} ${this.y(to)}`);
        from = -1;
      }
    }
    return parts;
  }
}
