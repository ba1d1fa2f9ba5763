/** Gives an address of the client to others: by the share sheet, or by the clipboard. */
import { t } from '../i18n/index.svelte';
import { notices } from './notices.svelte';

export async function share(path: string, title = document.title): Promise<void> {
  const url = location.origin + path;
  try {
    if (navigator.share) await navigator.share({ url, title });
    else {
      await navigator.clipboard.writeText(url);
      notices.add(t.common.copied());
    }
  } catch {
    // Whoever closes the share sheet has decided.
  }
}
