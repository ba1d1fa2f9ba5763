/** What there is to know of a tournament in a list, one short text each. */
import type { Tournament } from '../api/types';
import { controlWords } from '../app/settings-words';
import { t } from '../i18n/index.svelte';

/** A maximum of so many is none. */
export const NO_MAXIMUM = 5_000;

export function facts({ rules, format, participants }: Tournament): string[] {
  const limit = ratingWords(rules.min_rating, rules.max_rating);
  return [
    t.common.mode({ mode: rules.mode }),
    controlWords(rules.time_control),
    t.tournaments.format({ format: format ?? rules.format ?? 'automatic' }),
    ...(rules.boards ? [t.tournaments.teamBoards({ boards: rules.boards })] : []),
    peopleWords(participants, rules.maximum, rules.boards > 0),
    ...(limit ? [limit] : []),
  ];
}

function peopleWords(n: number, maximum: number, teams: boolean): string {
  const who = teams ? 'teams' : 'players';
  if (maximum >= NO_MAXIMUM) return t.tournaments.people({ who, n });
  return t.tournaments.peopleOf({ who, n, maximum });
}

function ratingWords(from: number | null, to: number | null): string {
  if (from !== null && to !== null) {
    return t.tournaments.ratingBetween({ from: String(from), to: String(to) });
  }
  if (from !== null) return t.tournaments.ratingFrom({ from: String(from) });
  return to !== null ? t.tournaments.ratingTo({ to: String(to) }) : '';
}

/** Where it stands; '' for one that is to come. */
export function stateWords({ status, round, total_rounds, end_reason }: Tournament): string {
  if (status === 'running') {
    return t.tournaments.round({ round: Math.max(1, round), rounds: total_rounds ?? 1 });
  }
  if (status === 'cancelled') return t.tournaments.cancelled({ reason: end_reason ?? '' });
  if (status === 'ended') return t.tournaments.roundsPlayed({ rounds: round });
  return '';
}
