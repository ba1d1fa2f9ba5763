/** Dates and numbers in the language in use. */
import { i18n } from '../i18n/index.svelte';

export function day(when: string | number): string {
  return format(when, { dateStyle: 'medium' });
}

export function moment(when: string | number): string {
  return format(when, { dateStyle: 'medium', timeStyle: 'short' });
}

/** `part` of 100. */
export function percent(part: number): string {
  const digits = part > 99 && part < 100 ? 1 : 0;
  const options = { style: 'percent', maximumFractionDigits: digits } as const;
  // Never "better than 100 %": nobody is better than themselves.
  const shown = part < 100 ? Math.min(part, 99.9) : part;
  return new Intl.NumberFormat(i18n.locale, options).format(shown / 100);
}

/** Ratings are read like years: without a mark between thousands. */
export function rounded(rating: number): string {
  return String(Math.round(rating));
}

export function signed(change: number): string {
  const value = Math.round(change);
  if (value === 0) return '±0';
  return value > 0 ? `+${value}` : `−${-value}`;
}

function format(when: string | number, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(i18n.locale, options).format(new Date(when));
}
