import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  type Colour,
  Engine,
  type Explanation,
  type Point,
  type Position,
  RulesError,
} from '../../src/rules/abi';

const data = new URL('../../../engine-rs/testdata/', import.meta.url);
const wasm = fs.readFileSync(new URL('../../src/rules/gen/rules.wasm', import.meta.url));
const engine = new Engine((await WebAssembly.instantiate(wasm)).instance);

function lines<T>(file: string): T[] {
  const text = fs.readFileSync(new URL(file, data), 'utf8').trim();
  return text.split('\n').map((line) => JSON.parse(line) as T);
}

interface Stones {
  black: Point[];
  white: Point[];
}

function position({ black, white }: Stones, toMove: Colour = 'black'): Position {
  const stones = [
    ...black.map((point) => ({ point, colour: 'black' as const })),
    ...white.map((point) => ({ point, colour: 'white' as const })),
  ];
  return { ruleset: 'renju', size: 15, shape: 'square', stones, toMove };
}

const sorted = (points: readonly Point[]) => points.map(String).sort();
const real = (made: Explanation) =>
  made.threes.filter((three) => three.extends.some((extension) => !extension.refused));

describe('data of the engine', () => {
  test('fouls and fives of 2,939 positions, and an explanation that proves each', () => {
    const cases = lines<Stones & { forbidden: Record<string, string>; fives: Point[] }>(
      'fouls_dev.jsonl',
    );
    expect(cases.length).toBe(2939);
    let explained = 0;
    for (const item of cases) {
      const at = position(item);
      const look = engine.look(at);
      const kinds = Object.fromEntries(look.fouls.map((foul) => [String(foul.point), foul.kind]));
      expect(kinds).toEqual(item.forbidden);
      expect(sorted(look.blackWins)).toEqual(sorted(item.fives));
      for (const foul of look.fouls) {
        const made = engine.explain(at, foul.point);
        expect(made.verdict).toBe(foul.kind);
        // What the explanation finds from the definitions is what the engine proves.
        const found =
          foul.kind === 'overline'
            ? made.overlines
            : foul.kind === 'double_four'
              ? made.fours
              : real(made).map(({ stones, extends: points }) => ({
                  kind: 'three',
                  stones,
                  extends: points.filter((e) => !e.refused).map((e) => e.point),
                }));
        expect(found).toEqual(foul.lines);
        explained++;
      }
    }
    expect(explained).toBeGreaterThan(10_000);
  });

  test('points that are no fouls explain themselves too', () => {
    const cases = lines<Stones & { naive_only: string[] }>('fouls_dev.jsonl');
    let points = 0;
    for (const item of cases) {
      for (const name of item.naive_only) {
        const [x = 0, y = 0] = name.split(',').map(Number);
        const point: Point = [x, y];
        const made = engine.explain(position(item), point);
        if (made.verdict !== 'legal') continue;
        points++;
        expect(made.fours.length).toBeLessThan(2);
        expect(real(made).length).toBeLessThan(2);
        for (const three of made.threes) {
          for (const { refused } of three.extends) expect(refused?.verdict).not.toBe('legal');
        }
      }
    }
    expect(points).toBeGreaterThan(1000);
  });

  test('the named edge cases', () => {
    const cases = lines<Stones & { name: string; point: Point; expected: string }>(
      'fouls_cases.jsonl',
    );
    expect(cases.length).toBe(59);
    for (const { name, point, expected, ...stones } of cases) {
      expect([name, engine.explain(position(stones), point).verdict]).toEqual([name, expected]);
      const { outcome } = engine.look({ ...position(stones), moves: [point] });
      const verdict = outcome ? (outcome.foul?.kind ?? outcome.reason) : 'legal';
      expect([name, verdict]).toEqual([name, expected]);
    }
  });

  test('equal fifth moves', () => {
    const cases = lines<{ moves: Point[]; equal_by_shape: Point[][] }>('sym5_cases.jsonl');
    expect(cases.length).toBe(140);
    const classes = (found: readonly (readonly Point[])[]) => found.map(sorted).map(String).sort();
    for (const { moves, equal_by_shape } of cases) {
      const found = engine.equalFifths({ ...position({ black: [], white: [] }), moves });
      expect(classes(found)).toEqual(classes(equal_by_shape));
    }
  });

  test('the 26 openings', () => {
    const file = JSON.parse(fs.readFileSync(new URL('openings26.json', data), 'utf8')) as {
      code: string;
      name: string;
      moves: Point[];
    }[];
    const known = file.map(({ moves, ...rest }) => ({ ...rest, stones: moves }));
    expect(engine.openings()).toEqual(known);
    for (const { code, name, stones } of known) {
      const { opening } = engine.look({
        ...position({ black: [], white: [] }),
        moves: stones,
      });
      expect(opening).toEqual({ code, name });
    }
  });
});

describe('questions', () => {
  const empty = position({ black: [], white: [] });

  test('other rulesets and boards', () => {
    const six: Point[] = [0, 1, 2, 4, 5].map((x) => [x, 0]);
    const at = position({ black: six, white: [] });
    expect(engine.explain(at, [3, 0]).verdict).toBe('overline');
    expect(engine.explain({ ...at, ruleset: 'exact_five' }, [3, 0]).verdict).toBe('legal');
    expect(engine.explain({ ...at, ruleset: 'freestyle' }, [3, 0]).verdict).toBe('long_row');
    const white = position({ black: [], white: six }, 'white');
    expect(engine.explain(white, [3, 0])).toMatchObject({ verdict: 'long_row', overlines: [] });
    expect(engine.explain({ ...at, size: 20 }, [3, 0]).verdict).toBe('overline');
  });

  test('the result of a game', () => {
    const moves: Point[] = [];
    for (const x of [0, 1, 2, 3, 4]) moves.push([x, 0], [x, 5]);
    const { outcome } = engine.look({ ...empty, moves: moves.slice(0, 9) });
    expect(outcome).toMatchObject({ winner: 'black', reason: 'five', foul: null });
    expect(outcome?.line).toEqual([0, 1, 2, 3, 4].map((x) => [x, 0]));
    expect(engine.look({ ...empty, moves: ['pass', 'pass'] }).outcome?.reason).toBe('passes');
  });

  test('what is not possible is refused with the reason', () => {
    const refusal = (ask: () => unknown) => {
      try {
        ask();
      } catch (error) {
        if (error instanceof RulesError) return [error.reason, error.at];
      }
      return null;
    };
    const twice: Point[] = [
      [7, 7],
      [7, 7],
    ];
    expect(refusal(() => engine.look({ ...empty, moves: twice }))).toEqual(['occupied', 1]);
    expect(refusal(() => engine.explain(empty, [15, 0]))).toEqual(['off_board', 0]);
    expect(refusal(() => engine.look({ ...empty, size: 16 }))).toEqual(['no_such_board', 0]);
  });
});
