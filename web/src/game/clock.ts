/** Clocks as the server gives them: what was left at a moment, and whose runs. */
import type { Clocks, Seat } from '../api/types';

/** ms left for a seat at server time `now`; null in untimed games. */
export function left(clocks: Clocks, seat: Seat, now: number): number | null {
  const at = seat === 'first' ? clocks.first_ms : clocks.second_ms;
  if (at === null) return null;
  // `at` may lie ahead: the clocks of the next game of a match start after a break.
  const spent = clocks.running === seat ? Math.max(0, now - clocks.at) : 0;
  return Math.max(0, at - spent);
}

/** 1:02:03, 4:05, and under ten seconds 9.4; never more than there is. */
export function format(ms: number): string {
  if (ms < 10_000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.floor(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const two = (value: number) => String(value).padStart(2, '0');
  const rest = two(seconds % 60);
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** ms until the shown text changes. */
export function untilChange(ms: number): number {
  if (ms <= 0) return 1_000;
  if (ms < 10_000) return (ms % 100) + 1;
  return Math.min((ms % 1_000) + 1, ms - 9_999);
}
