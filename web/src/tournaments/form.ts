/** The form of a new tournament: what is chosen, what is kept on the device, what is sent. */
import type { Tiebreak, TimeControl, TournamentIn } from '../api/types';
import { MOST_INCREMENT, MOST_MINUTES } from '../lobby/form';
import { type Local, localOf, momentOf, usualStart } from './start';

export const MODES = ['x0', 'gomoku', 'renju', 'x0_freestyle'] as const;
export const FORMATS = ['automatic', 'round_robin', 'swiss'] as const;
export const CHATS = ['all', 'players', 'off'] as const;
export const REPEATS = ['end_early', 'allow_repeat'] as const;
export const TIEBREAKS: readonly Tiebreak[] = [
  'buchholz',
  'buchholz_cut_1',
  'buchholz_cut_2',
  'median_buchholz',
  'median_buchholz_2',
  'berger',
  'berger_cut_1',
  'progress',
  'progress_cut_1',
  'direct_encounter',
  'wins',
  'games_won',
  'games_second',
  'wins_second',
];
/** Seconds that are offered; others are possible over the interface for programs. */
export const NO_SHOWS: readonly number[] = [30, 60, 120, 180, 300, 600, 900, 1800];
export const BREAKS: readonly number[] = [0, 10, 30, 60, 120, 300, 600, 900, 1800, 3600];
export const LEADS: readonly number[] = [0, 5, 10, 20, 30, 60, 120, 300];

export const MOST_NAME = 80;
export const MOST_PASSWORD = 100;
export const FEWEST = 2;
export const MOST_PEOPLE = 5_000;
export const MOST_ROBIN = 8;
export const MOST_ROUNDS = 30;
export const MOST_RATING = 5_000;
export const MOST_BYES = 30;
export const MOST_DRAW_PLY = 400;
export const BOARDS = { least: 2, most: 12 } as const;

export interface Draft extends Local {
  name: string;
  mode: (typeof MODES)[number];
  /** Of the clock at the start. */
  seconds: number;
  increment: number;
  date: string;
  time: string;
  teams: boolean;
  boards: number;
  format: (typeof FORMATS)[number];
  rounds: number | null;
  password: string;
  minRating: number | null;
  maxRating: number | null;
  minimum: number | null;
  maximum: number | null;
  lateEntry: boolean;
  halfPointForMissed: boolean;
  halfByes: number;
  tiebreaks: readonly Tiebreak[];
  repeat: (typeof REPEATS)[number];
  noShow: number;
  pause: number;
  lead: number;
  chat: (typeof CHATS)[number];
  drawPly: number;
}

const USUAL: Omit<Draft, 'date' | 'time'> = {
  name: '',
  mode: 'x0',
  seconds: 180,
  increment: 2,
  teams: false,
  boards: 4,
  format: 'automatic',
  rounds: null,
  password: '',
  minRating: null,
  maxRating: null,
  minimum: null,
  maximum: null,
  lateEntry: true,
  halfPointForMissed: false,
  halfByes: 0,
  tiebreaks: ['buchholz', 'berger', 'progress'],
  repeat: 'end_early',
  noShow: 120,
  pause: 30,
  lead: 10,
  chat: 'all',
  drawPly: 0,
};

export const usualDraft = (now: number): Draft => ({ ...USUAL, ...localOf(usualStart(now)) });

/** Ratings are for these modes only. */
export const isRated = ({ mode }: Draft): boolean => mode !== 'x0_freestyle';
/** How many rounds there are, who enters late and who rests are questions of Swiss. */
export const isRobin = ({ format }: Draft): boolean => format === 'round_robin';
export const choosesRounds = ({ format }: Draft): boolean => format === 'swiss';

/** Something behind "More settings" is not as it usually is. */
export function isUnusual(draft: Draft): boolean {
  const { name, mode, seconds, increment, teams, boards, ...usual } = USUAL;
  return Object.entries(usual).some(
    ([key, value]) => String(draft[key as keyof Draft]) !== String(value),
  );
}

export const controlOf = ({ seconds, increment }: Draft): TimeControl => ({
  untimed: false,
  initial_seconds: seconds,
  increment_seconds: increment,
});

export function bodyOf(draft: Draft): TournamentIn {
  const rated = isRated(draft);
  return {
    name: draft.name.trim(),
    mode: draft.mode,
    time_control: controlOf(draft),
    start: new Date(momentOf(draft) ?? 0).toISOString(),
    password: draft.password || null,
    format: draft.format === 'automatic' ? null : draft.format,
    rounds: choosesRounds(draft) ? draft.rounds : null,
    minimum: draft.minimum ?? FEWEST,
    maximum: draft.maximum,
    min_rating: rated ? draft.minRating : null,
    max_rating: rated ? draft.maxRating : null,
    late_entry: draft.lateEntry,
    half_point_for_missed: draft.halfPointForMissed,
    half_byes: isRobin(draft) ? 0 : draft.halfByes,
    tiebreaks: [...draft.tiebreaks],
    repeat_policy: draft.repeat,
    no_show_seconds: draft.noShow,
    break_seconds: draft.pause,
    lead_seconds: draft.lead,
    boards: draft.teams ? draft.boards : 0,
    chat: draft.chat,
    draw_ply: draft.drawPly,
  };
}

/** What is kept: not the password, and a start only while it lies ahead. */
export function draftToKeep(draft: Draft): object {
  const { password, ...rest } = draft;
  return rest;
}

/** Whatever is wrong or from another version is as usual. */
export function readDraft(found: Record<string, unknown>, now: number): Draft {
  const draft = usualDraft(now);
  const one = <K extends keyof Draft>(key: K, values: readonly Draft[K][]) => {
    if (values.includes(found[key] as Draft[K])) draft[key] = found[key] as Draft[K];
  };
  const whole = (value: unknown, from: number, to: number): value is number =>
    typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to;
  type Count = 'seconds' | 'increment' | 'boards' | 'halfByes' | 'drawPly';
  const count = (key: Count, from: number, to: number) => {
    const value = found[key];
    if (whole(value, from, to)) draft[key] = value;
  };
  type Limit = 'rounds' | 'minRating' | 'maxRating' | 'minimum' | 'maximum';
  const limit = (key: Limit, from: number, to: number) => {
    const value = found[key];
    if (whole(value, from, to)) draft[key] = value;
  };
  one('mode', MODES);
  one('teams', [true, false]);
  one('format', FORMATS);
  one('lateEntry', [true, false]);
  one('halfPointForMissed', [true, false]);
  one('repeat', REPEATS);
  one('noShow', NO_SHOWS);
  one('pause', BREAKS);
  one('lead', LEADS);
  one('chat', CHATS);
  count('seconds', 0, MOST_MINUTES * 60);
  count('increment', 0, MOST_INCREMENT);
  count('boards', BOARDS.least, BOARDS.most);
  count('halfByes', 0, MOST_BYES);
  count('drawPly', 0, MOST_DRAW_PLY);
  limit('rounds', 1, MOST_ROUNDS);
  limit('minRating', 1, MOST_RATING);
  limit('maxRating', 1, MOST_RATING);
  limit('minimum', FEWEST, MOST_PEOPLE);
  limit('maximum', FEWEST, MOST_PEOPLE);
  if (typeof found.name === 'string') draft.name = found.name.slice(0, MOST_NAME);
  if (typeof found.date === 'string' && typeof found.time === 'string') {
    const { date, time } = found;
    if ((momentOf({ date, time }) ?? 0) > now) Object.assign(draft, { date, time });
  }
  if (Array.isArray(found.tiebreaks)) {
    const known = TIEBREAKS.filter((one) => (found.tiebreaks as unknown[]).includes(one));
    const order = (found.tiebreaks as Tiebreak[]).filter((one) => known.includes(one));
    if (order.length) draft.tiebreaks = [...new Set(order)];
  }
  return draft;
}
