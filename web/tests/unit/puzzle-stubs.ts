/** What stands around puzzles in their tests: the server, the session, the judge, the browser. */
import { beforeEach, vi } from 'vitest';
import { Problem } from '../../src/api/problem';
import type { Point, Puzzle, PuzzleAttempt } from '../../src/api/types';
import * as device from '../../src/puzzles/device';

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
  clear: () => stored.clear(),
});
vi.stubGlobal('navigator', {});
const page = new EventTarget();
for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const) {
  vi.stubGlobal(name, page[name].bind(page));
}

export const api = {
  ...{ start: vi.fn(), move: vi.fn(), hint: vi.fn(), restart: vi.fn(), giveUp: vi.fn() },
  ...{ attempt: vi.fn(), puzzle: vi.fn(), draw: vi.fn(), explanation: vi.fn() },
};
export const session = {
  me: { id: 'ann' } as { id: string } | null | undefined,
  unknown: false,
  player: vi.fn(),
  token: vi.fn(),
  resume: vi.fn(),
  onChange: vi.fn(),
};
export const judge = vi.fn();
export const continuation = vi.fn();

export const NOW = Date.UTC(2026, 10, 30, 12);
export const away = () => new Problem('offline', 'no way');
export const refused = (reason: string, status = 409) => new Problem(reason, reason, status);

export function puzzle(number = 1, more: Partial<Puzzle> = {}): Puzzle {
  return {
    ...{ puzzle_id: `renju-${number}`, mode: 'renju', ruleset: 'renju', number, level: 2 },
    ...{ moves: [[7, 7]], attacker: 'white', rating: 1500, deviation: 80, played: 0, solved: 0 },
    ...more,
  } as Puzzle;
}

export const begun = (version = 1, more: Partial<PuzzleAttempt> = {}): PuzzleAttempt => ({
  ...device.begun(puzzle(), null, NOW),
  version,
  ...more,
});

export const judged = (verdict: 'right' | 'wrong' | 'foul' | 'undecided', point: Point = [1, 1]) =>
  ({ verdict, point: [...point], follows: [] }) as NonNullable<PuzzleAttempt['last']>;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  localStorage.clear();
  for (const mock of [...Object.values(api), session.player, session.token]) mock.mockReset();
  judge.mockReset();
  continuation.mockReset();
  session.me = { id: 'ann' };
  session.unknown = false;
});
