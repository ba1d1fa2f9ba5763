/** What can be done with offers. All of it throws Problem. */
import { ask, bare, http, newId } from '../api/http';
import { session } from '../api/session.svelte';
import type { Modes, Profile, Seat, Seek, SettingsIn } from '../api/types';

const at = (seek_id: string) => ({ params: { path: { seek_id } } });

/** Where an offer goes: into the lobby, to whoever has the link, to one player. */
export type Offer =
  | { readonly kind: 'open' | 'room' }
  | { readonly kind: 'challenge'; readonly to: string };

/** The same key again gives the same offer. */
export async function create(
  offer: Offer,
  settings: SettingsIn,
  seat: Seat | null,
  key: string,
): Promise<Seek> {
  await session.player();
  const params = { header: { 'Idempotency-Key': key } };
  const body =
    offer.kind === 'challenge'
      ? { kind: offer.kind, to: offer.to, settings, seat }
      : { kind: offer.kind, settings, seat };
  return ask(http.POST('/v1/seeks', { params, body }));
}

/** Gives the id of the game. Whoever has no name yet becomes a guest. */
export async function accept(id: string): Promise<string> {
  await session.player();
  const seek = await ask(http.POST('/v1/seeks/{seek_id}/accept', at(id)));
  return seek.game_id ?? '';
}

export const look = (id: string): Promise<Seek> => ask(http.GET('/v1/seeks/{seek_id}', at(id)));

export const decline = (id: string): Promise<Seek> =>
  ask(http.POST('/v1/seeks/{seek_id}/decline', at(id)));

/** `leaving`: the page is being closed, and the request shall outlive it. */
export const cancel = (id: string, leaving = false): Promise<Seek> =>
  ask(http.DELETE('/v1/seeks/{seek_id}', { ...at(id), keepalive: leaving }));

/** The player of that name, or null. */
export async function find(name: string): Promise<Profile | null> {
  const { profiles } = await ask(http.GET('/v1/players', { params: { query: { name } } }));
  return profiles[0] ?? null;
}

let known: Promise<Modes> | undefined;

/** Modes, controls and limits: the same as long as the client is open. */
export function modes(): Promise<Modes> {
  known ??= ask(bare.GET('/v1/modes')).catch((error: unknown) => {
    known = undefined;
    throw error;
  });
  return known;
}

export const newKey = newId;
