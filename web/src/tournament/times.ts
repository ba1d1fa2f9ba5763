/** Moments of a tournament. */
import { i18n } from '../i18n/index.svelte';

/** "Tue, 1 December 2026, 21:00", in the viewer's own time zone, which is named. */
export function startWords(moment: string): string {
  return new Intl.DateTimeFormat(i18n.locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).format(new Date(moment));
}
