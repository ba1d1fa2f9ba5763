/** When a new tournament starts: what is proposed, and what was typed into the two fields. */

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
/** So far ahead at least is what is proposed: people have to hear of it. */
const AHEAD = 10 * MINUTE;

/** A day and a time of day as their fields hold them, by the clocks here. */
export interface Local {
  readonly date: string;
  readonly time: string;
}

export function localOf(moment: number): Local {
  const at = new Date(moment);
  const two = (n: number) => String(n).padStart(2, '0');
  return {
    date: `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    time: `${two(at.getHours())}:${two(at.getMinutes())}`,
  };
}

/** Null for what is no moment. */
export function momentOf({ date, time }: Local): number | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || !/^\d\d:\d\d$/.test(time)) return null;
  const found = new Date(`${date}T${time}`).getTime();
  return Number.isNaN(found) ? null : found;
}

/** The next full quarter of an hour that is ten minutes ahead. */
export function usualStart(now: number): number {
  return Math.ceil((now + AHEAD) / QUARTER) * QUARTER;
}

/** In ten minutes, on a full minute. */
export function soonStart(now: number): number {
  return Math.ceil((now + AHEAD) / MINUTE) * MINUTE;
}

/** 21:00 today, or tomorrow where that is too near. */
export function eveningStart(now: number): number {
  const evening = new Date(now);
  evening.setHours(21, 0, 0, 0);
  if (evening.getTime() < now + AHEAD) evening.setDate(evening.getDate() + 1);
  return evening.getTime();
}
