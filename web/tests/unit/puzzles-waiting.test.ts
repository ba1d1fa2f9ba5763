import { describe, expect, test, vi } from 'vitest';
import type { Point } from '../../src/api/types';
import * as queue from '../../src/puzzles/queue';
import { sender } from '../../src/puzzles/sender';
import { away, begun, judged, puzzle, refused } from './puzzle-stubs';

const { api, session, judge, continuation } = await vi.hoisted(() => import('./puzzle-stubs'));
vi.mock('../../src/puzzles/api', () => api);
vi.mock('../../src/api/session.svelte', () => ({ session }));
vi.mock('../../src/api/link.svelte', () => ({ link: { now: () => Date.now() } }));
vi.mock('../../src/puzzles/judge', () => ({ judge, continuation }));

describe('what waits to be sent', () => {
  const entry = (number: number, version = 0, player = 'ann') => ({
    player,
    puzzle: puzzle(number),
    version,
    attempt: begun(version),
  });
  const move = (point: Point, verdict: 'right' | 'wrong' = 'right') =>
    ({ kind: 'move', point, seconds: 9, verdict }) as const;
  const answer = (version: number, verdict?: 'right' | 'wrong' | 'foul') =>
    begun(version, verdict ? { last: judged(verdict) } : {});

  test('kept in order, puzzle by puzzle', () => {
    queue.add(entry(1), { kind: 'start' });
    queue.add(entry(2, 5), { kind: 'hint' });
    queue.add({ ...entry(1), attempt: begun(0, { mistakes: 1 }) }, move([1, 2], 'wrong'));
    expect(queue.waitingFor('renju-1')?.calls).toEqual([{ kind: 'start' }, move([1, 2], 'wrong')]);
    expect(queue.waitingFor('renju-1')?.attempt.mistakes).toBe(1);
    const [first, second] = queue.waiting() as [queue.Waiting, queue.Waiting];
    expect(queue.done(first, 3)).toMatchObject({ version: 3, calls: [move([1, 2], 'wrong')] });
    expect(queue.done(first, 4)).toBeNull();
    expect(queue.waiting()).toEqual([second]);
    queue.drop(second);
    expect(localStorage.getItem(queue.KEY)).toBeNull();
  });

  test('what makes no sense in the storage is nothing', () => {
    const nothing = { puzzle: null, attempt: null, calls: [], player: 'ann', version: 1 };
    const nulls = JSON.stringify({ puzzles: [nothing] });
    for (const text of [
      'no json',
      '{}',
      '{"puzzles": 1}',
      '{"puzzles": [1, {"puzzle": {}}]}',
      nulls,
    ]) {
      localStorage.setItem(queue.KEY, text);
      expect(queue.waiting()).toEqual([]);
    }
  });

  test('each call has the version of the answer before it', async () => {
    const told = vi.fn();
    const stop = sender.onSent(told);
    queue.add(entry(1), { kind: 'start' });
    for (const call of [move([1, 1], 'wrong'), { kind: 'hint' }, { kind: 'restart' }] as const) {
      queue.add(entry(1), call);
    }
    queue.add(entry(1), move([2, 2]));
    queue.add(entry(1), { kind: 'give_up' });
    api.start.mockResolvedValue({ attempt: answer(4), puzzle: puzzle(1) });
    api.move.mockResolvedValueOnce(answer(5, 'wrong')).mockResolvedValueOnce(answer(8, 'right'));
    api.hint.mockResolvedValue(answer(6));
    api.restart.mockResolvedValue(answer(7));
    api.giveUp.mockResolvedValue(answer(9));
    await sender.flush();
    expect(api.move.mock.calls).toEqual([
      ['renju-1', 4, [1, 1], 9],
      ['renju-1', 7, [2, 2], 9],
    ]);
    expect(api.hint).toHaveBeenCalledWith('renju-1', 5);
    expect(api.restart).toHaveBeenCalledExactlyOnceWith('renju-1', 6);
    expect(api.giveUp).toHaveBeenCalledWith('renju-1', 8);
    expect(told).toHaveBeenCalledExactlyOnceWith('renju-1', answer(9));
    expect(queue.waiting()).toEqual([]);
    stop();
  });

  test('without a way it waits, and goes on where it was', async () => {
    queue.add(entry(1, 2), move([1, 1]));
    queue.add(entry(1, 2), move([2, 2]));
    api.move.mockResolvedValueOnce(answer(3, 'right')).mockRejectedValueOnce(away());
    await sender.flush();
    expect(queue.waitingFor('renju-1')).toMatchObject({ version: 3, calls: [move([2, 2])] });
    for (const [reason, status] of [
      ['rate_limited', 429],
      ['busy', 409],
      ['internal', 500],
    ] as const) {
      api.move.mockRejectedValueOnce(refused(reason, status));
      await vi.advanceTimersByTimeAsync(10_000);
      expect(queue.waiting()).toHaveLength(1);
    }
    api.move.mockResolvedValueOnce(answer(4, 'right'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(api.move).toHaveBeenLastCalledWith('renju-1', 3, [2, 2], 9);
    expect(queue.waiting()).toEqual([]);
  });

  test.each([
    ['it went on elsewhere', () => api.move.mockRejectedValueOnce(refused('attempt_moved_on'))],
    ['it was over', () => api.move.mockRejectedValueOnce(refused('attempt_over'))],
    ['the server judges otherwise', () => api.move.mockResolvedValueOnce(answer(3, 'wrong'))],
  ])('the rest of a puzzle is dropped when %s', async (_, refuse) => {
    const told = vi.fn();
    const stop = sender.onSent(told);
    queue.add(entry(1, 2), move([1, 1]));
    queue.add(entry(1, 2), move([2, 2]));
    queue.add(entry(2, 7), { kind: 'give_up' });
    refuse();
    api.giveUp.mockResolvedValue(answer(8));
    await sender.flush();
    expect(api.move).toHaveBeenCalledTimes(1);
    expect(told.mock.calls).toEqual([
      ['renju-1', null],
      ['renju-2', answer(8)],
    ]);
    expect(queue.waiting()).toEqual([]);
    stop();
  });

  test('an attempt that was open already is put back to where the device began', async () => {
    queue.add(entry(1), { kind: 'start' });
    const open = begun(6, { played: [[1, 1]] });
    api.start.mockResolvedValue({ attempt: open, puzzle: puzzle(1) });
    api.restart.mockResolvedValue(answer(7));
    await sender.flush();
    expect(api.restart).toHaveBeenCalledWith('renju-1', 6);
    expect(queue.waiting()).toEqual([]);
  });

  test('a hint that the server does not have is no reason to drop the rest', async () => {
    queue.add(entry(1, 2), { kind: 'hint' });
    queue.add(entry(1, 2), { kind: 'give_up' });
    api.hint.mockRejectedValue(refused('no_more_hints', 400));
    api.attempt.mockResolvedValue({ attempt: answer(2), puzzle: puzzle(1) });
    api.giveUp.mockResolvedValue(answer(3));
    await sender.flush();
    expect(api.giveUp).toHaveBeenCalledWith('renju-1', 2);
  });

  test('what another player has done is not sent', async () => {
    queue.add(entry(1, 2, 'bob'), { kind: 'give_up' });
    await sender.flush();
    expect(api.giveUp).not.toHaveBeenCalled();
    expect(queue.waiting()).toHaveLength(1);
    session.me = { id: 'bob' };
    api.giveUp.mockResolvedValue(answer(3));
    await sender.flush();
    expect(queue.waiting()).toEqual([]);
  });

  test('two players of one device do not get in the way of each other', async () => {
    queue.add(entry(1, 2), move([1, 1]));
    session.me = { id: 'bob' };
    expect(queue.waitingFor('renju-1')).toBeNull();
    queue.add(entry(1, 7, 'bob'), { kind: 'give_up' });
    expect(queue.waiting().map(({ calls }) => calls.length)).toEqual([1, 1]);
    api.giveUp.mockResolvedValue(answer(8));
    await sender.flush();
    expect(api.giveUp).toHaveBeenCalledExactlyOnceWith('renju-1', 7);
    expect(api.move).not.toHaveBeenCalled();
    expect(queue.waiting()).toMatchObject([{ player: 'ann' }]);
    // Who reloads without a connection finds what was done; who is not signed in does not.
    session.me = null;
    expect(queue.waitingFor('renju-1')).toBeNull();
    session.unknown = true;
    expect(queue.waitingFor('renju-1')).not.toBeNull();
  });

  test('who leaves while it is sent loses nothing, and it is not sent for another', async () => {
    queue.add(entry(1, 2), move([1, 1]));
    queue.add(entry(1, 2), move([2, 2]));
    api.move.mockImplementationOnce(async () => {
      session.me = { id: 'bob' };
      return answer(3, 'right');
    });
    await sender.flush();
    expect(api.move).toHaveBeenCalledTimes(1);
    expect(queue.waiting()).toMatchObject([{ version: 3, calls: [move([2, 2])] }]);
  });

  test('a full storage holds it until the page is left', () => {
    const full = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    queue.add(entry(1), { kind: 'start' });
    queue.add(entry(1), { kind: 'give_up' });
    const [first] = queue.waiting() as [queue.Waiting];
    expect(first.calls).toHaveLength(2);
    full.mockRestore();
    queue.drop(first);
    expect(queue.waiting()).toEqual([]);
  });

  test('whoever was nobody becomes somebody', async () => {
    session.me = null;
    session.player.mockImplementation(async () => {
      session.me = { id: 'new' };
      return session.me;
    });
    queue.add(entry(1, 0, ''), { kind: 'start' });
    api.start.mockResolvedValue({ attempt: answer(1), puzzle: puzzle(1) });
    await sender.flush();
    expect(session.player).toHaveBeenCalled();
    expect(queue.waiting()).toEqual([]);
  });
});
