/** Moments of tournaments in words: day, time of day, how long until then. */
import { i18n, t } from '../i18n/index.svelte';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Up to so many hours the minutes are said too. */
const CLOSE = 6;

export type Distance =
  | { readonly in: 'now' }
  | { readonly in: 'minutes'; readonly minutes: number }
  | { readonly in: 'hours'; readonly hours: number; readonly minutes: number }
  | { readonly in: 'days'; readonly days: number };

/** How far off a moment is: whole minutes when it is near, whole days when it is far. */
export function distance(to: number, now: number): Distance {
  const minutes = Math.ceil((to - now) / MINUTE);
  if (minutes <= 0) return { in: 'now' };
  if (minutes < 60) return { in: 'minutes', minutes };
  if (minutes < 60 * CLOSE) {
    return { in: 'hours', hours: Math.floor(minutes / 60), minutes: minutes % 60 };
  }
  const hours = Math.round(minutes / 60);
  if (hours < 24) return { in: 'hours', hours, minutes: 0 };
  return { in: 'days', days: Math.round(hours / 24) };
}

/** "in 2 h 5 min". */
export function untilWords(start: string, now: number): string {
  const far = distance(Date.parse(start), now);
  if (far.in === 'now') return t.tournaments.startsNow();
  if (far.in === 'minutes') return t.tournaments.inMinutes({ minutes: far.minutes });
  if (far.in === 'days') return t.tournaments.inDays({ days: far.days });
  return far.minutes
    ? t.tournaments.inHoursMinutes({ hours: far.hours, minutes: far.minutes })
    : t.tournaments.inHours({ hours: far.hours });
}

/** "21:00", here. */
export function clockWords(moment: string | Date): string {
  return format(moment, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}

/** Of the day of a moment, here: what lies on one day has the same. */
export const dayKey = (moment: string): string => new Date(moment).toDateString();

/** Days from today, by the calendar and not by the hour. */
export function daysAhead(moment: string | Date, now: number): number {
  const midnight = (of: Date) => Date.UTC(of.getFullYear(), of.getMonth(), of.getDate());
  return (midnight(new Date(moment)) - midnight(new Date(now))) / DAY;
}

/** "Today, 30 November", "Wednesday, 2 December". */
export function dayWords(moment: string, now: number): string {
  const ahead = daysAhead(moment, now);
  const near = nearDay(ahead);
  const date = format(moment, { day: 'numeric', month: 'long' });
  if (near) return upper(`${near}, ${date}`);
  const year = Math.abs(ahead) > 300 ? ({ year: 'numeric' } as const) : {};
  return upper(format(moment, { weekday: 'long', day: 'numeric', month: 'long', ...year }));
}

/** In a sentence: "today 21:00", "Wed, 2 Dec, 21:00". */
export function momentWords(moment: string, now: number): string {
  const near = nearDay(daysAhead(moment, now));
  if (near) return `${near.toLocaleLowerCase(i18n.locale)} ${clockWords(moment)}`;
  const date = format(moment, { weekday: 'short', day: 'numeric', month: 'short' });
  return `${date}, ${clockWords(moment)}`;
}

/** "30 Nov", with the year if it is another. */
export function shortDay(moment: string, now: number): string {
  const same = new Date(moment).getFullYear() === new Date(now).getFullYear();
  const year = same ? {} : ({ year: 'numeric' } as const);
  return format(moment, { day: 'numeric', month: 'short', ...year });
}

/** The name of the time zone here, as it is at that moment. */
export function zoneWords(at: string | number): string {
  const form = new Intl.DateTimeFormat(i18n.locale, { timeZoneName: 'long' });
  const part = form.formatToParts(new Date(at)).find(({ type }) => type === 'timeZoneName');
  return part?.value ?? '';
}

function nearDay(ahead: number): string {
  if (ahead !== 0 && ahead !== 1) return '';
  return new Intl.RelativeTimeFormat(i18n.locale, { numeric: 'auto' }).format(ahead, 'day');
}

function upper(text: string): string {
  return text.charAt(0).toLocaleUpperCase(i18n.locale) + text.slice(1);
}

function format(moment: string | Date, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(i18n.locale, options).format(new Date(moment));
}
