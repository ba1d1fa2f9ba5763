/** The rules engine, typed: questions in bytes, answers in JSON (`engine-rs/wasm`). */
import { ask, encode, read } from './module.ts';

export { RulesError } from './module.ts';

export type Colour = 'black' | 'white';
/** Column and row from zero; row 0 is the lowest. */
export type Point = [number, number];
export type Ruleset = 'renju' | 'exact_five' | 'freestyle';
export type Shape = 'square' | 'octagon' | 'cross';
export type FoulKind = 'overline' | 'double_four' | 'double_three';

/** A position: stones that are there, in the order in which they were placed, then moves. */
export interface Position {
  ruleset: Ruleset;
  size: number;
  shape: Shape;
  stones: readonly { point: Point; colour: Colour }[];
  /** Who moves after the stones. */
  toMove: Colour;
  moves?: readonly (Point | 'pass')[];
}

/** As in the API: of a four the points that complete it, of a three those that make it real. */
export interface FoulLine {
  kind: 'overline' | 'four' | 'three';
  stones: Point[];
  extends: Point[];
}
export interface Foul {
  kind: FoulKind;
  point: Point;
  lines: FoulLine[];
}

export interface Look {
  toMove: Colour;
  /** What is forbidden to Black, whoever is to move. */
  fouls: Foul[];
  blackWins: Point[];
  whiteWins: Point[];
  outcome: {
    winner: Colour | null;
    reason: 'five' | 'overline' | 'foul' | 'full_board' | 'passes';
    line: Point[];
    foul: Foul | null;
  } | null;
  opening: { code: string; name: string } | null;
}

export type Verdict = FoulKind | 'five' | 'long_row' | 'legal';

/**
 * What a stone makes. Fours and threes are given for Black where there are fouls, also those that
 * do not count.
 */
export interface Explanation {
  point: Point;
  verdict: Verdict;
  /** The row that wins. */
  row: Point[];
  overlines: FoulLine[];
  fours: FoulLine[];
  threes: Three[];
}
export interface Three {
  stones: Point[];
  /** The points that make it a straight four; `refused` says why Black may not play one. */
  extends: { point: Point; refused: Explanation | null }[];
}

export interface NamedOpening {
  code: string;
  name: string;
  stones: Point[];
}

const LOOK = 0;
const EXPLAIN = 1;
const FIFTHS = 2;
const OPENINGS = 3;

export class Engine {
  readonly #instance: WebAssembly.Instance;

  constructor(instance: WebAssembly.Instance) {
    this.#instance = instance;
  }

  look(position: Position): Look {
    return this.#ask(LOOK, position) as Look;
  }

  /** What a stone of the side to move makes at an empty point. */
  explain(position: Position, point: Point): Explanation {
    return this.#ask(EXPLAIN, position, point) as Explanation;
  }

  /** Classes of fifth moves that give the same shape. */
  equalFifths(position: Position): Point[][] {
    return this.#ask(FIFTHS, position) as Point[][];
  }

  openings(size = 15): NamedOpening[] {
    const empty = { ruleset: 'renju', shape: 'square', stones: [], toMove: 'black' } as const;
    return this.#ask(OPENINGS, { ...empty, size }) as NamedOpening[];
  }

  #ask(kind: number, position: Position, ...more: Point[]): unknown {
    return read(ask(this.#instance, encode(kind, position, more.flat())));
  }
}
