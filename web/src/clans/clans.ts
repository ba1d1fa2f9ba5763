/** What can be done with clans. All of it throws Problem. */
import { ask, http } from '../api/http';
import { Problem } from '../api/problem';
import type {
  Clan,
  ClanInvitation,
  ClanMembership,
  ClanRole,
  ClanSummary,
  Profile,
} from '../api/types';
import type { Page } from '../people/load.svelte';

const PAGE_SIZE = 30;

const of = (clan_id: string) => ({ params: { path: { clan_id } } });
const ofPlayer = (clan_id: string, player_id: string) => ({
  params: { path: { clan_id, player_id } },
});

export interface ClanText {
  readonly name: string;
  readonly tag: string;
  readonly about: string;
}

/** The same key again gives the same clan. */
export function create(body: ClanText, key: string): Promise<Clan> {
  const params = { header: { 'Idempotency-Key': key } };
  return ask(http.POST('/v1/clans', { params, body }));
}

export const edit = (clan: string, body: Partial<ClanText>): Promise<Clan> =>
  ask(http.PATCH('/v1/clans/{clan_id}', { ...of(clan), body }));

export const close = (clan: string, name: string): Promise<unknown> =>
  ask(http.DELETE('/v1/clans/{clan_id}', { ...of(clan), body: { name } }));

export async function listed(token: string): Promise<Page<ClanSummary>> {
  const query = { page_size: PAGE_SIZE, ...(token ? { page_token: token } : {}) };
  const found = await ask(http.GET('/v1/clans', { params: { query } }));
  return { items: found.clans, next: found.next_page_token };
}

export async function called(sought: string): Promise<Page<ClanSummary>> {
  const query = { name: sought, tag: sought };
  const found = await ask(http.GET('/v1/clans', { params: { query } }));
  return { items: found.clans, next: null };
}

export async function clansOf(player: string): Promise<readonly ClanMembership[]> {
  const params = { path: { player } };
  return (await ask(http.GET('/v1/players/{player}/clans', { params }))).memberships;
}

// -- one clan -------------------------------------------------------------------------------

/** Null where there is none. */
export async function clanAt(id: string): Promise<Clan | null> {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(id)) return null;
  try {
    return await ask(http.GET('/v1/clans/{clan_id}', of(id)));
  } catch (error) {
    if (Problem.from(error).reason === 'clan_not_found') return null;
    throw error;
  }
}

export const setRole = (clan: string, player: string, role: ClanRole): Promise<Clan> =>
  ask(
    http.PUT('/v1/clans/{clan_id}/members/{player_id}', {
      ...ofPlayer(clan, player),
      body: { role },
    }),
  );

/** Leaving, for oneself. */
export const remove = (clan: string, player: string): Promise<unknown> =>
  ask(http.DELETE('/v1/clans/{clan_id}/members/{player_id}', ofPlayer(clan, player)));

// -- invitations ----------------------------------------------------------------------------

export async function invitedBy(clan: string): Promise<readonly ClanInvitation[]> {
  return (await ask(http.GET('/v1/clans/{clan_id}/invitations', of(clan)))).invitations;
}

export const invite = (clan: string, player: string): Promise<ClanInvitation> =>
  ask(http.PUT('/v1/clans/{clan_id}/invitations/{player_id}', ofPlayer(clan, player)));

export const withdraw = (clan: string, player: string): Promise<unknown> =>
  ask(http.DELETE('/v1/clans/{clan_id}/invitations/{player_id}', ofPlayer(clan, player)));

export async function invitationsOfMine(): Promise<readonly ClanInvitation[]> {
  return (await ask(http.GET('/v1/clan-invitations'))).invitations;
}

export const accept = (clan: string): Promise<Clan> =>
  ask(http.POST('/v1/clan-invitations/{clan_id}/accept', of(clan)));

export const decline = (clan: string): Promise<unknown> =>
  ask(http.POST('/v1/clan-invitations/{clan_id}/decline', of(clan)));

export async function playerCalled(name: string): Promise<Profile> {
  const { profiles } = await ask(http.GET('/v1/players', { params: { query: { name } } }));
  const found = profiles[0];
  if (!found || found.deleted)
    throw new Problem('player_not_found', 'there is no such player', 404);
  return found;
}
