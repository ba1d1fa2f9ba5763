/** Lists of tournaments, and a new one. All of it throws Problem. */
import { ask, http } from '../api/http';
import type { Tournament, TournamentIn } from '../api/types';
import type { Page } from '../people/load.svelte';

export type Group = 'coming' | 'running' | 'ended';
type Found = {
  readonly tournaments: readonly Tournament[];
  readonly next_page_token: string | null;
};

const pageOf = ({ tournaments, next_page_token }: Found): Page<Tournament> => ({
  items: tournaments,
  next: next_page_token,
});

export async function listed(group: Group, token: string, size: number): Promise<Page<Tournament>> {
  const query = { group, page_size: size, ...(token ? { page_token: token } : {}) };
  return pageOf(await ask(http.GET('/v1/tournaments', { params: { query } })));
}

/** Those that a player has entered and that are over. */
export async function played(
  player: string,
  token: string,
  size: number,
): Promise<Page<Tournament>> {
  const query = {
    group: 'ended' as const,
    page_size: size,
    ...(token ? { page_token: token } : {}),
  };
  const params = { path: { player }, query };
  return pageOf(await ask(http.GET('/v1/players/{player}/tournaments', { params })));
}

/** What the player has entered: open, running, or just over. */
export async function own(): Promise<readonly Tournament[]> {
  return (await ask(http.GET('/v1/own-tournaments'))).tournaments;
}

/** The same key again gives the same tournament. */
export function create(body: TournamentIn, key: string): Promise<Tournament> {
  const params = { header: { 'Idempotency-Key': key } };
  return ask(http.POST('/v1/tournaments', { params, body }));
}
