/** Who is at `/u/:name`. */
import { ask, http } from '../api/http';
import { session } from '../api/session.svelte';
import type { Profile } from '../api/types';
import { t } from '../i18n/index.svelte';

/** What the server calls somebody who has left. No player can have such a name. */
const DELETED = 'deleted player';

export type Found = Profile | 'deleted' | 'guest' | 'unknown';

/** Guests' names are nobody's own: a guest is found by id, which links may carry. */
export async function findPlayer(name: string, id: string | null): Promise<Found> {
  const known = id ?? (session.me?.name === name ? session.me.id : null);
  if (known && /^[A-Za-z0-9_-]{1,64}$/.test(known)) {
    const params = { path: { player: known } };
    const found = await ask(http.GET('/v1/players/{player}', { params }));
    return found.deleted ? 'deleted' : found;
  }
  if (name === DELETED) return 'deleted';
  if (name.length > 64 || !name) return 'unknown';
  const { profiles } = await ask(http.GET('/v1/players', { params: { query: { name } } }));
  const found = profiles[0];
  if (found) return found.deleted ? 'deleted' : found;
  return /^guest-/i.test(name) ? 'guest' : 'unknown';
}

/** The address of somebody's profile, from a game or a list. */
export function profileLink(player: {
  readonly player_id: string;
  readonly name: string;
  readonly guest?: boolean;
}): string {
  const path = `/u/${encodeURIComponent(player.name)}`;
  const nameless = player.guest || player.name === DELETED;
  return nameless ? `${path}?id=${encodeURIComponent(player.player_id)}` : path;
}

export function shownName(name: string): string {
  return name === DELETED ? t.common.deletedPlayer() : name;
}
