// A page of puzzles, used as people do, and somebody who knows the answers: the solver, run here.
//
//   const at = new PuzzlePage(page);
//   await at.open('renju-417');
//   await at.place('H8');                       a click; on phones a tap and "Place H8"
//   await at.solve();                           to the end, with moves that win
//   const puzzle = await find(api, 'renju', 3)  the first one of a level
//   await wrongMove(puzzle)                     'A1', which does not win
import fs from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import type { components } from '../../../src/api/gen/rest.ts';
import { Solver } from '../../../src/puzzles/solver.ts';
import { Engine, type Point, type Position } from '../../../src/rules/abi.ts';
import { ask } from '../../../src/rules/module.ts';
import { nameOf } from './game.ts';
import { type Api, done } from './people.ts';
import { point } from './play.ts';
import { expect } from './test.ts';

export type Puzzle = components['schemas']['Puzzle'];
export type Mode = Puzzle['mode'];

const rules = new URL('../../../src/rules/gen/rules.wasm', import.meta.url);
const wasm = new URL('../../../src/puzzles/gen/solver.wasm', import.meta.url);
let loading: Promise<Solver> | undefined;

export function solver(): Promise<Solver> {
  loading ??= WebAssembly.instantiate(fs.readFileSync(wasm)).then(
    ({ instance }) => new Solver(async (question) => ask(instance, question)),
  );
  return loading;
}

/** After `played`, which begins with the attacker's move. */
export function position({ ruleset, moves }: Puzzle, played: readonly Point[] = []): Position {
  const all = [...moves, ...played].map(([x, y]): Point => [x as number, y as number]);
  return { ruleset, size: 15, shape: 'square', stones: [], toMove: 'black', moves: all };
}

/** The first puzzle of a level: numbers are in the order of levels. */
export async function find(api: Api, mode: Mode, level: number): Promise<Puzzle> {
  const { levels } = done(await api.GET('/v1/puzzles'));
  const easier = levels.filter((one) => one.mode === mode && one.level < level);
  const number = easier.reduce((sum, { puzzles }) => sum + puzzles, 1);
  return get(api, `${mode}-${number}`);
}

export async function get(api: Api, id: string): Promise<Puzzle> {
  const params = { path: { puzzle_id: id } };
  return done(await api.GET('/v1/puzzles/{puzzle_id}', { params })) as unknown as Puzzle;
}

export async function rightMove(puzzle: Puzzle, played: readonly Point[] = []): Promise<string> {
  const [move] = await (await solver()).continuation(position(puzzle, played));
  if (!move) throw new Error(`${puzzle.puzzle_id}: no move wins after ${played}`);
  return nameOf(move);
}

/** An empty point that does not win. */
export async function wrongMove(puzzle: Puzzle): Promise<string> {
  const taken = new Set(puzzle.moves.map(String));
  for (let cell = 0; cell < 225; cell++) {
    const at: Point = [cell % 15, Math.floor(cell / 15)];
    if (taken.has(String(at))) continue;
    const { verdict } = await (await solver()).judge(position(puzzle), at);
    if (verdict === 'wrong') return nameOf(at);
  }
  throw new Error(`${puzzle.puzzle_id}: every move wins`);
}

/** A point that is forbidden to Black, or null. */
export async function foulIn(puzzle: Puzzle): Promise<string | null> {
  const { instance } = await WebAssembly.instantiate(fs.readFileSync(rules));
  const [foul] = new Engine(instance).look(position(puzzle)).fouls;
  return foul ? nameOf(foul.point) : null;
}

/** The line after a right move of the attacker, and whether that was the deciding one. */
export async function judged(
  puzzle: Puzzle,
  name: string,
  played: readonly Point[] = [],
): Promise<{ played: Point[]; over: boolean }> {
  const at = point(name);
  const { verdict, follows, halfMoves } = await (await solver()).judge(
    position(puzzle, played),
    at,
  );
  if (verdict !== 'right') throw new Error(`${puzzle.puzzle_id}: ${name} is ${verdict}`);
  const over = (halfMoves ?? 0) <= 3;
  return { played: [...played, at, ...(over ? follows : follows.slice(0, 1))], over };
}

export class PuzzlePage {
  constructor(
    readonly page: Page,
    readonly url = '',
  ) {}

  get prompt(): Locator {
    return this.page.getByTestId('prompt');
  }

  get end(): Locator {
    return this.page.getByTestId('end');
  }

  get about(): Locator {
    return this.page.getByTestId('about');
  }

  get id(): string {
    return new URL(this.page.url()).pathname.split('/').at(-1) ?? '';
  }

  async open(id: string): Promise<void> {
    await this.page.goto(`${this.url}/puzzles/${id}`);
    await this.ready();
  }

  async ready(): Promise<void> {
    await expect(this.about).toBeVisible();
  }

  /** A button of the bar below the board. */
  button(name: string | RegExp): Locator {
    const exact = typeof name === 'string';
    return this.page.locator('.actions').getByRole('button', { name, exact });
  }

  cell(name: string): Locator {
    const [x, y] = point(name);
    return this.page.locator(`[role=gridcell][data-cell="${y * 15 + x}"]`);
  }

  async sees(name: string, what: string): Promise<void> {
    await expect(this.cell(name)).toHaveAttribute('aria-label', `${name}, ${what}`);
  }

  async place(name: string): Promise<void> {
    const touch = await this.page.evaluate(() => navigator.maxTouchPoints > 0);
    if (touch) await this.cell(name).tap();
    else await this.cell(name).click();
    const sure = this.button(`Place ${name}`);
    // Asked on touch screens, and before a forbidden point.
    if (touch || (await sure.isVisible())) await sure.click();
  }

  /** The same in any language: by places, not by names. */
  async touch(name: string): Promise<void> {
    const touch = await this.page.evaluate(() => navigator.maxTouchPoints > 0);
    if (!touch) return this.cell(name).click();
    await this.cell(name).tap();
    await this.page.locator('.actions .primary').click();
  }

  async touchToTheEnd(puzzle: Puzzle): Promise<void> {
    let after = { played: [] as Point[], over: false };
    while (!after.over) {
      const name = await rightMove(puzzle, after.played);
      after = await judged(puzzle, name, after.played);
      await this.touch(name);
      const stones = puzzle.moves.length + after.played.length;
      await expect(this.page.locator('svg .x0-stone')).toHaveCount(stones);
    }
    await expect(this.end).toBeVisible();
  }

  /** From where it stands to the end, or only so many moves. */
  async solve(puzzle: Puzzle, moves = 99, played: Point[] = []): Promise<Point[]> {
    const mine = puzzle.attacker;
    const theirs = mine === 'black' ? 'white' : 'black';
    for (let n = 0; n < moves; n++) {
      const name = await rightMove(puzzle, played);
      const after = await judged(puzzle, name, played);
      await this.place(name);
      played = after.played;
      if (after.over) {
        await expect(this.end).toBeVisible();
        return played;
      }
      const reply = nameOf(played.at(-1) as Point);
      await this.sees(reply, `${theirs}, last move`);
      await expect(this.prompt).toHaveText('Right. Go on.');
    }
    return played;
  }
}
