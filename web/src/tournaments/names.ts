/** What tournaments are called: regular ones in the language in use, others as their creator says. */
import type { Tournament } from '../api/types';
import { t } from '../i18n/index.svelte';

/** Needs the texts `tournaments`. */
export function tournamentName({ series, rules }: Pick<Tournament, 'series' | 'rules'>): string {
  if (!series) return rules.name;
  // The names of cases in a text have no hyphens. A series that is not known here keeps its own name.
  return t.tournaments.series({ series: series.replaceAll('-', '_'), name: rules.name });
}

export const tournamentLink = (id: string): string => `/t/${encodeURIComponent(id)}`;
