import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Solver } from '../../src/puzzles/solver';
import type { Colour, Point, Position, Ruleset } from '../../src/rules/abi';
import { ask, RulesError } from '../../src/rules/module';

const data = new URL('../../../engine-rs/testdata/', import.meta.url);
const wasm = fs.readFileSync(new URL('../../src/puzzles/gen/solver.wasm', import.meta.url));
const { instance } = await WebAssembly.instantiate(wasm);
const solver = new Solver(async (question) => ask(instance, question));

const point = (name: string): Point => [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];
const points = (names: string) => names.split(' ').map(point);

function position(
  ruleset: Ruleset,
  black: string,
  white: string,
  toMove: Colour = 'black',
  size = 15,
): Position {
  const stones = [
    ...points(black).map((point) => ({ point, colour: 'black' as const })),
    ...points(white).map((point) => ({ point, colour: 'white' as const })),
  ];
  return { ruleset, size, shape: 'square', stones, toMove };
}

describe('judge', () => {
  test('every move that wins is right', async () => {
    const three = position('renju', 'g8 h8 i8 b2 c2 d2', 'a2 a12 o3 o12');
    const right = (follows: string) => {
      const all = points(follows);
      return { verdict: 'right', follows: all, halfMoves: all.length + 1 };
    };
    expect(await solver.judge(three, point('f8'))).toEqual(right('e8 j8'));
    expect(await solver.judge(three, point('j8'))).toEqual(right('f8 k8'));
    expect(await solver.judge(three, point('e2'))).toEqual(right('f2 f8 e8 j8'));
    const five = position('renju', 'f8 g8 h8 i8', 'a1 a3');
    const done = { verdict: 'right', follows: [], halfMoves: 1 };
    expect(await solver.judge(five, point('e8'))).toEqual(done);
    expect(await solver.judge(five, point('j8'))).toEqual(done);
  });

  test('a wrong move is refuted', async () => {
    const wrong = (follows: string) => ({
      verdict: 'wrong',
      follows: points(follows),
      halfMoves: null,
    });
    const four = position('exact_five', 'f8 g8 h6 h7 i7', 'i9 i10 i11 a1');
    expect(await solver.judge(four, point('h8'))).toEqual(wrong('i12 i8 i13'));
    const late = position('renju', 'f8 g8 h8 b12 b14', 'a1 b1 c1 d1 o15');
    expect(await solver.judge(late, point('i8'))).toEqual(wrong('e1'));
  });

  test('fouls', async () => {
    const [black, white] = ['f8 g8 h8 i9 i10 i11', 'e8 i12 a1 a3 a5 a7'];
    const foul = { verdict: 'foul', follows: [], halfMoves: null };
    expect(await solver.judge(position('renju', black, white), point('i8'))).toEqual(foul);
    const swapped = position('renju', white, black, 'white');
    expect(await solver.judge(swapped, point('i8'))).toMatchObject({ verdict: 'right' });
    const trap = position(
      'renju',
      'c8 h9 h10 h11 i9 j10 k11 a1',
      'd8 e8 f8 h12 l12 o1 o3',
      'white',
    );
    expect(await solver.judge(trap, point('g8'))).toMatchObject({ verdict: 'right', halfMoves: 3 });
  });

  test('a limit, and what is no move', async () => {
    const hard = position('freestyle', 'j10 l10 j12 l12', 'a1 t1', 'black', 20);
    expect(await solver.judge(hard, point('k11'), 0)).toMatchObject({ verdict: 'undecided' });
    await expect(solver.judge(hard, point('a1'))).rejects.toMatchObject({ reason: 'occupied' });
    await expect(solver.judge(hard, [20, 0])).rejects.toBeInstanceOf(RulesError);
  });
});

test('a four of the defender is stopped before the attack goes on', async () => {
  const game = points(
    'g9 h10 f10 h8 h9 f9 i9 g8 i8 g10 i6 i7 e8 e10 d11 j7 h7 j9 j6 g6 i10 j11 i12 i11 j12 j10 j8 ' +
      'h11 k11 f11 g11 k9 l8',
  );
  const start: Position = {
    ruleset: 'renju',
    size: 15,
    shape: 'square',
    stones: [],
    toMove: 'black',
    moves: game,
  };
  const { verdict, follows } = await solver.judge(start, point('l9'));
  expect({ verdict, four: follows[0] }).toEqual({ verdict: 'right', four: point('k8') });
  const later = { ...start, moves: [...game, ...points('l9 k8')] };
  expect(await solver.continuation(later)).toEqual([point('m8')]);
  expect(await solver.judge(later, point('m8'))).toMatchObject({ verdict: 'right' });
});

interface Case {
  black: string[];
  white: string[];
  rules: string;
  to_move: Colour;
}

test('the line that solves is right, move by move', async () => {
  const text = fs.readFileSync(new URL('vcf_dev.jsonl', data), 'utf8').trim();
  const cases = text.split('\n').map((line) => JSON.parse(line) as Case);
  let solved = 0;
  for (const { rules, black, white, to_move } of cases.filter((_, index) => index % 20 === 0)) {
    const ruleset = rules === 'gomoku' ? 'exact_five' : (rules as Ruleset);
    const start = position(ruleset, black.join(' '), white.join(' '), to_move);
    const line = await solver.continuation(start, 100_000);
    const [first, ...rest] = line;
    if (!first || rest.length === 0) continue;
    solved += 1;
    const judged = await solver.judge(start, first);
    expect(judged).toEqual({ verdict: 'right', follows: rest, halfMoves: line.length });
    const [answer = first, next = first] = rest;
    const later = await solver.judge({ ...start, moves: [first, answer] }, next);
    expect(later).toMatchObject({ verdict: 'right', halfMoves: line.length - 2 });
  }
  expect(solved).toBeGreaterThan(20);
});
