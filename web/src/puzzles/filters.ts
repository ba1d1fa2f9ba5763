/** Which puzzles somebody wants, as this device remembers it. */
import type { RatedMode } from '../api/types';
import { keep, kept } from '../app/kept';

export const MODES = ['x0', 'gomoku', 'renju'] as const satisfies readonly RatedMode[];
export const LEVELS = [1, 2, 3, 4, 5, 6] as const;
export const MOST_LEVEL = 6;

export interface Filters {
  readonly mode: RatedMode;
  /** This one and those below. */
  readonly level: number;
}

const KEY = 'x0.puzzles';

export function keptFilters(): Filters {
  const { mode, level } = kept(KEY);
  return {
    mode: MODES.find((known) => known === mode) ?? 'x0',
    level: LEVELS.find((known) => known === level) ?? 2,
  };
}

export function keepFilters(filters: Filters): void {
  keep(KEY, filters);
}

export const same = (one: Filters, other: Filters): boolean =>
  one.mode === other.mode && one.level === other.level;
