/** Whose it is what is kept on this device: several may use it, one after the other. */
import { session } from '../api/session.svelte';

/** `player`: who kept it; empty: it is of whoever will be here. */
export function isMine(player: string): boolean {
  // Until it is known who is here, it is taken for the one who was here last.
  return !player || (session.me ? player === session.me.id : session.unknown);
}
