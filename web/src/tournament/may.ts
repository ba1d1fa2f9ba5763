/** Why somebody cannot enter, as far as it can be told before the server is asked. */
import type { Tournament } from '../api/types';

export type Hindrance = 'begun' | 'too_late' | 'full' | 'rating_too_low' | 'rating_too_high';

export function hindrance(one: Tournament, rating: number | null): Hindrance | null {
  const { rules } = one;
  if (one.status === 'running') {
    if (!rules.late_entry || one.format === 'round_robin') return 'begun';
    if (2 * one.round >= (one.total_rounds ?? 0)) return 'too_late';
  }
  if (rating !== null) {
    if (rules.min_rating && rating < rules.min_rating) return 'rating_too_low';
    if (rules.max_rating && rating > rules.max_rating) return 'rating_too_high';
  }
  return one.participants >= rules.maximum ? 'full' : null;
}

/** Rounds for which a bye can be asked. */
export function byeRounds(one: Tournament): number[] {
  if ((one.format ?? one.rules.format) === 'round_robin') return [];
  const last = one.total_rounds ?? one.rules.rounds ?? 9;
  return Array.from({ length: Math.max(0, last - one.round) }, (_, n) => one.round + 1 + n);
}
