/** Quick pairing: what can be searched for, and how many wait for the same. */
import type { Mode, QuickPool, SettingsIn, TimeControl } from '../api/types';

export const QUICK_MODES = ['x0', 'gomoku', 'renju'] as const satisfies readonly Mode[];
export type QuickMode = (typeof QUICK_MODES)[number];

/** Whoever searches in the same pool meets. */
export interface Pool {
  readonly mode: Mode;
  readonly control: TimeControl;
  readonly rated: boolean;
}

export function poolKey({ mode, control, rated }: Pool): string {
  const { untimed, initial_seconds, increment_seconds } = control;
  const clock = untimed ? 'untimed' : `${initial_seconds}+${increment_seconds}`;
  return `${mode}:${clock}:${rated ? 'rated' : 'casual'}`;
}

export function samePool(one: Pool, two: Pool): boolean {
  return poolKey(one) === poolKey(two);
}

export function poolOf(settings: {
  readonly mode: Mode;
  readonly time_control: TimeControl;
  readonly rated: boolean;
}): Pool {
  return { mode: settings.mode, control: settings.time_control, rated: settings.rated };
}

export function settingsOf({ mode, control, rated }: Pool): SettingsIn {
  // What is left out follows from the mode, as everybody in the pool has it.
  return {
    mode,
    time_control: control,
    rated,
    games: 1,
    no_draw: false,
    takebacks: 0,
    private: false,
  };
}

/** How many wait where `fits` holds; by default everywhere. */
export function waitingIn(
  pools: readonly QuickPool[],
  fits: (pool: Pool) => boolean = () => true,
): number {
  return pools
    .filter((pool) => fits(poolOf(pool)))
    .reduce((total, pool) => total + pool.waiting, 0);
}

/** Roughly how long such a game lasts at most, in minutes: some 20 turns a side. */
export function roughMinutes({ initial_seconds, increment_seconds }: TimeControl): number {
  return Math.max(1, Math.round((2 * (initial_seconds + 20 * increment_seconds)) / 60));
}

/** "1:05". */
export function stopwatch(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Pools that were kept as JSON, without those that make no sense. */
export function readPools(found: unknown): Pool[] {
  if (!Array.isArray(found)) return [];
  const whole = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;
  return found.flatMap((item: Partial<Pool> | null) => {
    const control = item?.control;
    if (!QUICK_MODES.some((mode) => mode === item?.mode) || typeof item?.rated !== 'boolean')
      return [];
    if (!whole(control?.initial_seconds) || !whole(control.increment_seconds)) return [];
    if (control.untimed) return [];
    const { initial_seconds, increment_seconds } = control;
    return [
      {
        mode: item.mode as QuickMode,
        rated: item.rated,
        control: { untimed: false, initial_seconds, increment_seconds },
      },
    ];
  });
}
