import { describe, expect, test, vi } from 'vitest';
import type { Point, Puzzle, PuzzleAttempt } from '../../src/api/types';
import { i18n } from '../../src/i18n/index.svelte';
import { atHand, fill, keptPuzzle, nextAtHand, taken } from '../../src/puzzles/batch';
import * as device from '../../src/puzzles/device';
import { keepFilters, keptFilters } from '../../src/puzzles/filters';
import { Play } from '../../src/puzzles/play.svelte';
import * as queue from '../../src/puzzles/queue';
import { levelMeaning, solvedTitle, timeWords } from '../../src/puzzles/words';
import { away, begun, judged, NOW, puzzle, refused } from './puzzle-stubs';

const { api, session, judge, continuation } = await vi.hoisted(() => import('./puzzle-stubs'));
vi.mock('../../src/puzzles/api', () => api);
vi.mock('../../src/api/session.svelte', () => ({ session }));
vi.mock('../../src/api/link.svelte', () => ({ link: { now: () => Date.now() } }));
vi.mock('../../src/puzzles/judge', () => ({ judge, continuation }));

describe('an attempt on the device', () => {
  const right = (line: Point[], halfMoves: number) =>
    ({ verdict: 'right', line, halfMoves }) as const;

  test('a right move is answered', () => {
    const line: Point[] = [...Array(4)].map((_, n) => [n, 5]);
    const after = device.moved(begun(), [3, 3], right(line, 5), NOW);
    expect(after.played).toEqual([
      [3, 3],
      [0, 5],
    ]);
    expect(after).toMatchObject({ status: 'open', tries: 1, mistakes: 0 });
    expect(after.last?.follows).toEqual([[0, 5]]);
  });

  test('after the deciding one all the rest is played', () => {
    const line: Point[] = [
      [0, 5],
      [4, 4],
    ];
    const after = device.moved(begun(), [3, 3], right(line, 3), NOW + 7_400);
    expect(after.played).toEqual([[3, 3], ...line]);
    expect(after).toMatchObject({ status: 'solved', first_try: true, seconds: 7 });
    expect(after.solution?.line).toEqual(after.played);
  });

  test('wrong ones and fouls are mistakes, what is undecided is none', () => {
    const wrong = { verdict: 'wrong', line: [[1, 1]], halfMoves: 0 } as const;
    let attempt = device.moved(begun(), [3, 3], { ...wrong, line: [[1, 1]] }, NOW);
    expect(attempt).toMatchObject({ tries: 1, mistakes: 1, played: [] });
    attempt = device.moved(attempt, [4, 3], { verdict: 'foul', line: [], halfMoves: 0 }, NOW);
    expect(attempt).toMatchObject({ tries: 2, mistakes: 2, played: [] });
    attempt = device.moved(attempt, [5, 3], { verdict: 'undecided', line: [], halfMoves: 0 }, NOW);
    expect(attempt).toMatchObject({ tries: 2, mistakes: 2, last: { verdict: 'undecided' } });
    attempt = device.moved(attempt, [6, 3], right([], 1), NOW);
    expect(attempt).toMatchObject({ status: 'solved', first_try: false });
  });

  test('hints: the area, with the move in it and not always in its middle, then the move', () => {
    const offsets = new Set<string>();
    for (let cell = 0; cell < 225; cell++) {
      const move: Point = [cell % 15, Math.floor(cell / 15)];
      const [area] = device.hinted(begun(), move)?.hints ?? [];
      if (area?.kind !== 'area') throw new Error('no area');
      const [left, below] = [move[0] - area.low[0], move[1] - area.low[1]];
      for (const [low, high, at] of [0, 1].map((k) => [area.low[k], area.high[k], move[k]])) {
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThan(15);
        expect(at).toBeGreaterThanOrEqual(low as number);
        expect(at).toBeLessThanOrEqual(high as number);
      }
      offsets.add(`${left} ${below}`);
    }
    expect(offsets.size).toBeGreaterThan(15);
    const one = device.hinted(begun(), [7, 7]) as PuzzleAttempt;
    const two = device.hinted(one, [7, 7]) as PuzzleAttempt;
    expect(two.hints.at(-1)).toEqual({ kind: 'point', point: [7, 7] });
    expect(two.hints_taken).toBe(2);
    expect(device.hinted(two, [7, 7])).toBeNull();
    expect(device.moved(two, [7, 7], right([[1, 1]], 5), NOW).hints).toEqual([]);
  });

  test('back to the start, given up, begun anew', () => {
    const theme = { kind: 'theme', theme: 'fours' } as const;
    const half = begun(3, { played: [[1, 1]], hints: [theme], mistakes: 1 });
    expect(device.restarted(half)).toMatchObject({ played: [], hints: [theme], mistakes: 1 });
    const over = device.givenUp(half, [[2, 2]], NOW);
    expect(over).toMatchObject({ status: 'given_up', solution: { line: [[2, 2]] } });
    const anew = device.begun(puzzle(), over, NOW);
    expect(anew).toMatchObject({ status: 'open', plays: 2, mistakes: 0, version: 3 });
    expect(device.moved(anew, [3, 3], right([], 1), NOW).first_try).toBe(false);
  });
});

describe('puzzles at hand', () => {
  const filters = { mode: 'renju', level: 3 } as const;
  const some = (from: number, count: number) => [...Array(count)].map((_, n) => puzzle(from + n));
  const drawn = (puzzles: Puzzle[]) => ({ puzzles, began_anew: false });

  test('filled when few are left, without those that are there', async () => {
    api.draw.mockResolvedValueOnce(drawn(some(1, 10)));
    await fill(filters);
    expect(api.draw).toHaveBeenLastCalledWith(filters, 10, []);
    expect(atHand(filters)).toHaveLength(10);
    await fill(filters);
    expect(api.draw).toHaveBeenCalledTimes(1);
    for (let n = 1; n <= 6; n++) taken(`renju-${n}`);
    expect(nextAtHand(filters)?.number).toBe(7);
    expect(nextAtHand(filters, 'renju-7')?.number).toBe(8);
    api.draw.mockResolvedValueOnce(drawn([puzzle(9), ...some(20, 5)]));
    await fill(filters);
    const ids = ['renju-7', 'renju-8', 'renju-9', 'renju-10'];
    expect(api.draw).toHaveBeenLastCalledWith(filters, 6, ids);
    expect(atHand(filters).map(({ number }) => number)).toEqual([7, 8, 9, 10, 20, 21, 22, 23, 24]);
  });

  test('a draw that fails leaves all as it is', async () => {
    api.draw.mockRejectedValue(away());
    await fill(filters);
    expect(atHand(filters)).toEqual([]);
    expect(nextAtHand(filters)).toBeNull();
  });

  test('for the last filters only, and for one player', async () => {
    for (let level = 1; level <= 6; level++) {
      for (const mode of ['x0', 'renju'] as const) {
        api.draw.mockResolvedValueOnce(drawn([puzzle(level, { puzzle_id: `${mode}-${level}` })]));
        await fill({ mode, level });
      }
    }
    expect(atHand({ mode: 'x0', level: 3 })).toEqual([]);
    expect(atHand({ mode: 'x0', level: 4 })).toHaveLength(1);
    expect(keptPuzzle('renju-6')?.puzzle_id).toBe('renju-6');
    session.me = { id: 'bob' };
    expect(keptPuzzle('renju-6')).toBeNull();
    // Until it is known who is here, the last one is meant.
    session.me = undefined;
    expect(keptPuzzle('renju-6')).not.toBeNull();
  });

  test('the choice is remembered, and nothing else is believed', () => {
    expect(keptFilters()).toEqual({ mode: 'x0', level: 2 });
    keepFilters({ mode: 'gomoku', level: 5 });
    expect(keptFilters()).toEqual({ mode: 'gomoku', level: 5 });
    localStorage.setItem('x0.puzzles', '{"mode": "chess", "level": 7}');
    expect(keptFilters()).toEqual({ mode: 'x0', level: 2 });
  });
});

describe('one puzzle', () => {
  async function opened(): Promise<Play> {
    session.token.mockResolvedValue('token');
    api.attempt.mockResolvedValue({ attempt: begun(4), puzzle: puzzle(1) });
    const play = new Play('renju-1');
    await play.open();
    return play;
  }

  test('the server judges while there is a way to it', async () => {
    const play = await opened();
    api.move.mockResolvedValue(begun(5, { last: judged('wrong') }));
    const { version } = await play.act({ kind: 'move', point: [1, 1] });
    expect(version).toBe(5);
    expect(api.move).toHaveBeenCalledWith('renju-1', 4, [1, 1], 0);
    expect(judge).not.toHaveBeenCalled();
    expect(queue.waiting()).toEqual([]);
    api.explanation.mockRejectedValueOnce(refused('nothing_to_explain', 400));
    expect(await play.explain()).toEqual([]);
    api.move.mockRejectedValue(refused('occupied', 400));
    await expect(play.act({ kind: 'move', point: [1, 1] })).rejects.toThrow('occupied');
    expect(queue.waiting()).toEqual([]);
  });

  test('without one the device does, from then on, until all is sent', async () => {
    const play = await opened();
    const stop = play.start();
    await vi.advanceTimersByTimeAsync(0);
    api.move.mockRejectedValue(away());
    judge.mockResolvedValueOnce({ verdict: 'wrong', line: [[9, 9]], halfMoves: 0 });
    await vi.advanceTimersByTimeAsync(12_000);
    await play.act({ kind: 'move', point: [1, 1] });
    expect(play.waits).toBe(true);
    expect(await play.explain()).toEqual([[9, 9]]);
    expect(api.explanation).not.toHaveBeenCalled();
    api.move.mockResolvedValueOnce(begun(5, { last: judged('wrong') }));
    judge.mockResolvedValueOnce({ verdict: 'right', line: [], halfMoves: 1 });
    const call = { kind: 'move', point: [1, 1], seconds: 12, verdict: 'wrong' };
    expect(queue.waitingFor('renju-1')).toMatchObject({ version: 4, calls: [call] });
    const solved = begun(6, { status: 'solved', last: judged('right') });
    api.move.mockResolvedValueOnce(solved);
    const after = await play.act({ kind: 'move', point: [2, 2] });
    expect(after.status).toBe('solved');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(play.waits).toBe(false);
    expect(play.attempt).toEqual(solved);
    stop();
  });

  test('what waits is there after a reload', async () => {
    const attempt = begun(0, { mistakes: 3 });
    queue.add({ player: 'ann', puzzle: puzzle(1), version: 0, attempt }, { kind: 'start' });
    const play = new Play('renju-1');
    await play.open();
    expect(play.attempt?.mistakes).toBe(3);
    expect(play.waits).toBe(true);
    expect(api.attempt).not.toHaveBeenCalled();
  });

  test('what another tab has sent does not wait here any more', async () => {
    const attempt = begun(0, { mistakes: 3 });
    queue.add({ player: 'ann', puzzle: puzzle(1), version: 0, attempt }, { kind: 'start' });
    const play = new Play('renju-1');
    const stop = play.start();
    const changed = () => dispatchEvent(Object.assign(new Event('storage'), { key: queue.KEY }));
    changed();
    expect(play.waits).toBe(true);
    session.token.mockResolvedValue('token');
    api.attempt.mockResolvedValue({ attempt: begun(9), puzzle: puzzle(1) });
    localStorage.removeItem(queue.KEY);
    changed();
    await vi.advanceTimersByTimeAsync(0);
    expect(play.waits).toBe(false);
    expect(play.attempt?.version).toBe(9);
    stop();
  });

  test('another player does not go on with what was opened last', async () => {
    await opened();
    session.me = { id: 'bob' };
    api.attempt.mockRejectedValue(away());
    const play = new Play('renju-1');
    await play.open();
    expect(play.attempt).toBeNull();
    session.me = undefined;
    session.unknown = true;
    await play.open();
    expect(play.attempt?.version).toBe(4);
  });

  test('whoever only looks begins nothing', async () => {
    session.token.mockResolvedValue(null);
    api.puzzle.mockResolvedValue(puzzle(1));
    const play = new Play('renju-1');
    await play.open();
    expect(play.attempt).toBeNull();
    expect(session.player).not.toHaveBeenCalled();
    api.start.mockResolvedValue({ attempt: begun(1), puzzle: puzzle(1) });
    api.hint.mockResolvedValue(begun(2));
    await play.act({ kind: 'hint' });
    expect(session.player).toHaveBeenCalled();
    expect(api.hint).toHaveBeenCalledWith('renju-1', 1);
  });

  test('one that is not there', async () => {
    session.token.mockResolvedValue(null);
    api.puzzle.mockRejectedValue(refused('puzzle_not_found', 404));
    const play = new Play('renju-1');
    await play.open();
    expect(play.problem?.reason).toBe('puzzle_not_found');
  });
});

describe('shown and said', () => {
  test('times', () => {
    expect([0, 7, 61, 3_725].map(timeWords)).toEqual(['0:00', '0:07', '1:01', '1:02:05']);
  });

  test.each([
    ['en', ['1 move to find', 'up to 3 moves to find', 'any number of moves']],
    ['ru', ['найти 1 ход', 'найти до 3 ходов', 'любое число ходов']],
    ['vi', ['tìm 1 nước', 'tìm tối đa 3 nước', 'số nước bất kỳ']],
  ] as const)('levels in %s', async (locale, words) => {
    await i18n.need('puzzles');
    vi.stubGlobal('document', { documentElement: {} });
    await i18n.use(locale);
    expect([1, 3, 6].map(levelMeaning)).toEqual(words);
    const title = solvedTitle(begun(1, { mistakes: 2, hints_taken: 0 }));
    expect(title).toContain(locale === 'ru' ? '2 ошибки, без подсказок' : '2 ');
  });
});
