/** The way back from signing in. */
import { router } from '../app/router.svelte';
import { safeNext } from './next';

interface Entry {
  readonly url: string | null;
}
interface History {
  entries(): readonly Entry[];
  readonly currentEntry: { readonly index: number } | null;
}

/** The address asked for, else the last page of ours that was no such form, else the start. */
export function wayBack(): string {
  const { origin } = location;
  const asked = safeNext(router.place.query.get('next'), '', origin);
  if (asked) return asked;
  const past = (window as { navigation?: History }).navigation;
  const before = past?.entries().slice(0, past.currentEntry?.index ?? 0) ?? [];
  for (const { url } of before.toReversed()) {
    if (!url?.startsWith(`${origin}/`)) continue;
    const found = safeNext(url.slice(origin.length), '', origin);
    if (found) return found;
  }
  return '/';
}
