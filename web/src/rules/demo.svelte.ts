/** A board on which the reader places stones and learns what each one makes. */
import type { Geometry } from '../board/points';
import type { Colour, Engine, Explanation, Point, Position } from './abi';
import type { BoardBlock } from './content';

export interface Stone {
  point: Point;
  colour: Colour;
}

/** What came of the reader's last stone where the other side answers by itself. */
export type Progress = 'open' | 'no_four' | 'solved' | 'lost';

const opposite = (colour: Colour): Colour => (colour === 'black' ? 'white' : 'black');

export class Demo {
  readonly engine: Engine;
  readonly block: BoardBlock;
  place: BoardBlock['place'] = $state('in_turn');
  #base = $state.raw<readonly Stone[]>([]);
  #placed = $state.raw<readonly Stone[]>([]);
  /** Stones before the reader's last action. */
  #before = $state(0);
  progress = $state<Progress>('open');

  constructor(engine: Engine, block: BoardBlock) {
    this.engine = engine;
    this.block = block;
    this.#base = block.stones;
    this.place = block.place;
  }

  readonly stones = $derived<readonly Stone[]>([...this.#base, ...this.#placed]);

  /** What the last action's stones make, each at its turn. */
  readonly made = $derived.by<{ stone: Stone; explanation: Explanation }[]>(() =>
    this.#placed.slice(this.#before).map((stone, n) => {
      const at = this.#base.length + this.#before + n;
      const before = this.#position(this.stones.slice(0, at), stone.colour);
      return { stone, explanation: this.engine.explain(before, stone.point) };
    }),
  );

  readonly over = $derived(
    this.progress !== 'open' ||
      this.made.some(({ explanation }) => explanation.verdict !== 'legal'),
  );

  /** The colour of the next stone. */
  readonly colour = $derived.by<Colour>(() => {
    if (this.place !== 'in_turn') return this.place;
    const last = this.#placed.at(-1);
    if (last) return opposite(last.colour);
    return this.#base.length ? this.block.toMove : 'black';
  });

  readonly look = $derived.by(() => this.engine.look(this.#position(this.stones, this.colour)));

  /** How many of the example's moves are on the board, or -1 if other stones are. */
  readonly step = $derived.by(() => {
    if (this.#base !== this.block.stones) return -1;
    const { moves } = this.block;
    const same = this.#placed.every((stone, n) => String(stone.point) === String(moves[n]));
    return same ? this.#placed.length : -1;
  });

  get canUndo(): boolean {
    return this.#placed.length > 0;
  }

  put(point: Point): void {
    const colour = this.colour;
    this.#before = this.#placed.length;
    this.#placed = [...this.#placed, { point, colour }];
    if (this.block.replies && this.#base === this.block.stones) this.#reply(colour);
  }

  undo(): void {
    const own = this.block.replies ? this.block.place : null;
    let count = this.#placed.length - 1;
    while (own && own !== 'in_turn' && count > 0 && this.#placed[count]?.colour !== own) count--;
    this.#placed = this.#placed.slice(0, Math.max(0, count));
    this.#before = Math.max(0, this.#placed.length - 1);
    this.progress = 'open';
  }

  reset(): void {
    this.#base = this.block.stones;
    this.#placed = [];
    this.#before = 0;
    this.progress = 'open';
    this.place = this.block.place;
  }

  clear(): void {
    this.reset();
    this.#base = [];
    this.place = 'in_turn';
  }

  /** Shows the example after this many of its moves. */
  show(count: number): void {
    this.reset();
    let colour = this.block.toMove;
    this.#placed = this.block.moves.slice(0, count).map((point) => {
      const stone = { point, colour };
      colour = opposite(colour);
      return stone;
    });
    this.#before = Math.max(0, count - 1);
  }

  /** The other side stops a four, or wins if it can. */
  #reply(colour: Colour): void {
    const last = this.made.at(-1)?.explanation.verdict;
    if (last !== 'legal') {
      this.progress = last === 'five' || last === 'long_row' ? 'solved' : 'lost';
      return;
    }
    const { blackWins, whiteWins } = this.look;
    const [own, others] = colour === 'black' ? [blackWins, whiteWins] : [whiteWins, blackWins];
    const point = others[0] ?? own[0];
    if (!point) {
      this.progress = 'no_four';
      return;
    }
    this.#placed = [...this.#placed, { point, colour: opposite(colour) }];
    const answer = this.made.at(-1)?.explanation.verdict;
    if (answer === 'five' || answer === 'long_row') this.progress = 'lost';
    else if (answer !== 'legal') this.progress = 'solved';
  }

  #position(stones: readonly Stone[], toMove: Colour): Position {
    const { ruleset, size, shape } = this.block;
    return { ruleset, size, shape, stones, toMove };
  }
}

/** The points of a block's frame. */
export function zoneCells(block: BoardBlock, geometry: Geometry): ReadonlySet<number> | null {
  const { zone } = block;
  if (!zone) return null;
  const reach = (zone.side - 1) / 2;
  const middle = (geometry.size - 1) / 2;
  const cells = new Set<number>();
  for (let cell = 0; cell < geometry.cells; cell++) {
    const [x, y] = geometry.point(cell);
    const inside = Math.max(Math.abs(x - middle), Math.abs(y - middle)) <= reach;
    if (geometry.exists[cell] && inside !== zone.outside) cells.add(cell);
  }
  return cells;
}
