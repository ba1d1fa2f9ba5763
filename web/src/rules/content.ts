/** What the pages in `content/` are compiled to (`scripts/content.ts`). */
import type { Colour, Explanation, FoulKind, Point, Ruleset, Shape } from './abi';

export interface Page {
  id: string;
  title: string;
  /** One sentence for the list of pages, plain text. */
  summary: string;
  blocks: Block[];
}

export type Block =
  /** Paragraphs, lists and tables; built from markdown in which raw HTML is refused. */
  | { kind: 'html'; html: string }
  | { kind: 'heading'; level: 2 | 3; id: string; text: string }
  | { kind: 'board'; board: BoardBlock }
  /** The 26 openings, drawn and named. */
  | { kind: 'openings'; openings: { code: string; name: string; stones: Point[] }[] };

export interface BoardBlock {
  id: string;
  caption: string;
  ruleset: Ruleset;
  size: number;
  shape: Shape;
  stones: { point: Point; colour: Colour }[];
  toMove: Colour;
  /** The reader may place stones. */
  live: boolean;
  /** The reader's stones: both colours in turn, or one colour only. */
  place: 'in_turn' | Colour;
  /** After a four of the reader the other side blocks by itself. */
  replies: boolean;
  /** Moves that are shown one after the other. */
  moves: Point[];
  /** The point that the example is about, and what a stone there makes. */
  about: Explanation | null;
  /** Points shown as forbidden. */
  forbidden: { point: Point; kind: FoulKind }[] | null;
  /** Points shown as winning for the side to move. */
  wins: Point[] | null;
  /** A fifth stone, and those that give the same shape. */
  fifth: { point: Point; equal: Point[] } | null;
  /** Where the next stone may stand: within the central square of this side, or outside of it. */
  zone: { side: number; outside: boolean } | null;
}
