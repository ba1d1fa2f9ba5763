/** Where somebody goes after signing in: only to a place of ours. */

/** `/path?query#hash` of this client, or `fallback` for anything else. */
export function safeNext(wanted: string | null, fallback: string, origin: string): string {
  // A browser reads "/\evil" as "//evil", and drops tabs and line breaks before it reads.
  if (!wanted || wanted.length > 2000 || !/^\/(?![/\\])/.test(wanted)) return fallback;
  for (const char of wanted) {
    const code = char.charCodeAt(0);
    if (code < 0x20 || code === 0x7f || char === '\\') return fallback;
  }
  let url: URL;
  try {
    url = new URL(wanted, origin);
  } catch {
    return fallback;
  }
  if (url.origin !== origin || url.pathname.startsWith('//')) return fallback;
  if (/^\/(login|register|v1)(\/|$)/.test(url.pathname)) return fallback;
  return url.pathname + url.search + url.hash;
}

/** The query that carries the way back to another of these pages. */
export function nextQuery(wanted: string | null): string {
  return wanted ? `?next=${encodeURIComponent(wanted)}` : '';
}
