/** What a board shows. One reactive object a point, so that a stone costs one point's update. */
import type { Colour, FoulLine } from '../api/types';
import { Geometry } from './points';

export type FoulKind = 'overline' | 'double_four' | 'double_three';

export class Cell {
  stone = $state<Colour | null>(null);
  /** Not yet on the server's board. */
  unsure = $state(false);
  last = $state(false);
  /** The number of the move, 0 for none. */
  number = $state(0);
  /** The number of a candidate for the fifth stone, 0 for none. */
  candidate = $state(0);
  forbidden = $state<FoulKind | null>(null);
  /** Equal to a candidate already chosen. */
  equal = $state(false);
  /** A stone that was tried and does not do. */
  wrong = $state(false);
  /** Pointed at from outside: here is the move. */
  hinted = $state(false);
}

export interface Shown {
  readonly stones: readonly { readonly cell: number; readonly colour: Colour }[];
  /** Stones that the server does not have yet: on their way, or collected to be sent. */
  readonly unsure?: readonly { readonly cell: number; readonly colour: Colour }[];
  readonly last?: number;
  readonly numbers?: boolean;
  readonly candidates?: readonly number[];
  readonly equal?: ReadonlySet<number>;
  readonly forbidden?: ReadonlyMap<number, FoulKind>;
  /** Where a stone may stand; null: on every empty point. */
  readonly zone?: ReadonlySet<number> | null;
  /** The cell of the last stone, where it was wrong. */
  readonly wrong?: number;
  readonly hinted?: number;
  /** Framed, to be looked at; stones may stand anywhere. */
  readonly area?: ReadonlySet<number> | null;
  /** The row that won. */
  readonly row?: readonly number[];
  /** Lines that prove a foul, and the stone that makes it. */
  readonly foul?: { readonly cell: number; readonly lines: readonly FoulLine[] } | null;
}

export class BoardModel {
  geometry: Geometry = $state.raw(new Geometry(15));
  cells: readonly Cell[] = $state.raw(fresh(225));
  zone = $state.raw<ReadonlySet<number> | null>(null);
  area = $state.raw<ReadonlySet<number> | null>(null);
  row = $state.raw<readonly number[]>([]);
  foul = $state.raw<Shown['foul']>(null);
  /** The point that was chosen and waits for "Place"; -1 for none. */
  ghost = $state(-1);
  /** Where the keyboard is. */
  focus = $state(112);

  constructor(geometry = new Geometry(15)) {
    this.use(geometry);
  }

  use(geometry: Geometry): void {
    if (geometry.size === this.geometry.size && geometry.shape === this.geometry.shape) return;
    this.geometry = geometry;
    this.cells = fresh(geometry.cells);
    const middle = Math.floor(geometry.size / 2);
    this.focus = middle * geometry.size + middle;
    this.ghost = -1;
  }

  set(shown: Shown): void {
    const stones = new Map<number, { colour: Colour; number: number }>();
    for (const [n, stone] of shown.stones.entries()) {
      stones.set(stone.cell, { colour: stone.colour, number: n + 1 });
    }
    const unsure = new Map((shown.unsure ?? []).map((stone) => [stone.cell, stone.colour]));
    const candidates = new Map((shown.candidates ?? []).map((cell, n) => [cell, n + 1]));
    for (const [n, cell] of this.cells.entries()) {
      const stone = stones.get(n);
      const coming = stone ? undefined : unsure.get(n);
      cell.stone = stone?.colour ?? coming ?? null;
      cell.unsure = coming !== undefined;
      cell.last = shown.last === n;
      cell.number = shown.numbers && stone ? stone.number : 0;
      cell.candidate = candidates.get(n) ?? 0;
      cell.forbidden = cell.stone ? null : (shown.forbidden?.get(n) ?? null);
      cell.equal = !cell.stone && (shown.equal?.has(n) ?? false);
      cell.wrong = cell.stone !== null && shown.wrong === n;
      cell.hinted = !cell.stone && shown.hinted === n;
    }
    this.zone = shown.zone ?? null;
    this.area = shown.area ?? null;
    this.row = shown.row ?? [];
    this.foul = shown.foul ?? null;
    if (this.ghost >= 0 && this.cells[this.ghost]?.stone) this.ghost = -1;
  }
}

function fresh(count: number): Cell[] {
  return Array.from({ length: count }, () => new Cell());
}
