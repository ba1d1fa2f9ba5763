import { describe, expect, test } from 'vitest';
import { filterOf, fits, outcomeOf, withFilter } from '../../src/people/games';
import { nearest, plot, type Rated, step, ticks } from '../../src/people/graph';

const BOX = { width: 320, height: 220, left: 44, right: 14, top: 12, bottom: 26 };

function history(values: readonly number[], start = 1): Rated[] {
  return values.map((after, n) => ({
    gameId: `g${n}`,
    number: start + n,
    time: Date.UTC(2026, 0, 1) + n * n * 3_600_000,
    before: values[n - 1] ?? 1500,
    after,
    score: 1,
  }));
}

describe('scale', () => {
  test('steps are round', () => {
    expect(step(100, 4)).toBe(50);
    expect(step(40, 4)).toBe(10);
    expect(step(1, 4)).toBe(0.5);
    expect(step(900, 4)).toBe(500);
    expect(step(0, 4)).toBeGreaterThan(0);
  });

  test('ticks include both ends and no others', () => {
    expect(ticks(1500, 1600, 50)).toEqual([1500, 1550, 1600]);
    expect(ticks(1, 6, 2)).toEqual([2, 4, 6]);
    expect(ticks(0.2, 0.8, 1)).toEqual([]);
  });

  test('every point lies inside of the box, by games and by time', () => {
    for (const values of [[1500], [1532, 1500], [1500, 1500, 1500], [900, 2400, 1200, 2800]]) {
      for (const axis of ['games', 'time'] as const) {
        for (const start of [1, 301]) {
          const { points, ratings, marks } = plot(history(values, start), axis, BOX);
          expect(points).toHaveLength(values.length);
          for (const { x, y } of points) {
            expect(x).toBeGreaterThanOrEqual(BOX.left);
            expect(x).toBeLessThanOrEqual(BOX.width - BOX.right + 1e-6);
            expect(y).toBeGreaterThanOrEqual(BOX.top - 1e-6);
            expect(y).toBeLessThanOrEqual(BOX.height - BOX.bottom + 1e-6);
          }
          expect(ratings.length).toBeGreaterThanOrEqual(2);
          expect(ratings.length).toBeLessThan(9);
          expect(marks.length).toBeLessThan(9);
        }
      }
    }
  });

  test('better is higher, later is further right', () => {
    const { points, path } = plot(history([1500, 1532, 1510]), 'games', BOX);
    const [a, b, c] = points;
    expect(b?.y).toBeLessThan(a?.y ?? 0);
    expect(c?.y).toBeGreaterThan(b?.y ?? 0);
    expect(a?.x).toBe(BOX.left);
    expect(c?.x).toBe(BOX.width - BOX.right);
    expect(path).toMatch(/^M[\d.]+ [\d.]+L[\d.]+ [\d.]+L[\d.]+ [\d.]+$/);
  });

  test('no games, no width: nothing breaks', () => {
    expect(plot([], 'games', BOX)).toEqual({ points: [], path: '', ratings: [], marks: [] });
    const { path } = plot(history([1500, 1600]), 'time', { ...BOX, width: 0 });
    expect(path).not.toContain('NaN');
  });

  test('the nearest point', () => {
    expect(nearest([], 3)).toBe(-1);
    expect(nearest([{ x: 0 }, { x: 10 }, { x: 20 }], 14)).toBe(1);
    expect(nearest([{ x: 0 }, { x: 10 }], 99)).toBe(1);
  });
});

describe('filters', () => {
  test('what an address says is taken when it is known', () => {
    const query = new URLSearchParams('mode=renju&status=<b>&outcome=won&id=7');
    const filter = filterOf(query);
    expect(filter).toEqual({ mode: 'renju', status: '', outcome: 'won', rated: '' });
    expect(withFilter(query, { ...filter, mode: '', rated: 'rated' })).toBe(
      '?outcome=won&id=7&rated=rated',
    );
    expect(withFilter(new URLSearchParams(), filterOf(new URLSearchParams()))).toBe('');
  });

  test('a result is seen from one side', () => {
    const player = (player_id: string) => ({ player_id, name: player_id, guest: false });
    const game = {
      status: 'finished',
      first: player('a'),
      second: player('b'),
      settings: { rated: true },
      result: { winner: 'second' },
    } as unknown as Parameters<typeof outcomeOf>[0];
    const none = { mode: '', status: '', outcome: '', rated: '' } as const;
    expect(outcomeOf(game, 'a')).toBe('lost');
    expect(outcomeOf(game, 'b')).toBe('won');
    expect(outcomeOf({ ...game, status: 'active', result: null }, 'b')).toBe('running');
    expect(outcomeOf({ ...game, status: 'aborted', result: null }, 'b')).toBe('aborted');
    expect(fits(game, 'a', { ...none, outcome: 'lost', rated: 'rated' })).toBe(true);
    expect(fits(game, 'a', { ...none, outcome: 'won' })).toBe(false);
    expect(fits(game, 'a', { ...none, rated: 'casual' })).toBe(false);
  });
});
