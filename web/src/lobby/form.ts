/** The form of a custom game: what is chosen, what that rules out, and what is sent. */
import type { Mode, Seat, Settings, SettingsIn } from '../api/types';

export const MODES = ['x0', 'gomoku', 'renju', 'x0_freestyle', 'custom'] as const;
export const RULESETS = ['renju', 'exact_five', 'freestyle'] as const;
export const SIZES = [9, 13, 15, 19, 20] as const;
export const SHAPES = ['square', 'octagon', 'cross'] as const;
export const OPENINGS = [
  'none',
  'swap',
  'swap2',
  'pro',
  'long_pro',
  'taraguchi_10',
  'rif',
  'soosorv_8',
  'yamaguchi',
] as const;
export const OFFERS = ['open', 'room', 'challenge'] as const;
export const MOST_MINUTES = 180;
export const MOST_INCREMENT = 60;
export const MOST_GAMES = 20;
export const MOST_TAKEBACKS = 100;

export type Size = (typeof SIZES)[number];
export type Shape = Settings['shape'];
export type Ruleset = Settings['ruleset'];
export type Opening = Settings['opening'];

export interface Draft {
  mode: Mode;
  ruleset: Ruleset;
  size: Size;
  shape: Shape;
  opening: Opening;
  nextMover: 'black' | 'white';
  untimed: boolean;
  /** Of the clock at the start. */
  seconds: number;
  increment: number;
  rated: boolean;
  games: number;
  noDraw: boolean;
  takebacks: number;
  /** Null: as is usual, on in casual games. */
  marks: boolean | null;
  private: boolean;
  seat: Seat | 'lot';
  offer: (typeof OFFERS)[number];
}

export const DRAFT: Draft = {
  mode: 'x0',
  ruleset: 'renju',
  size: 15,
  shape: 'square',
  opening: 'none',
  nextMover: 'white',
  untimed: false,
  seconds: 300,
  increment: 3,
  rated: false,
  games: 1,
  noDraw: false,
  takebacks: 0,
  marks: null,
  private: false,
  seat: 'lot',
  offer: 'open',
};

/** Why something cannot be chosen at the moment; `lobby.reason` has the words. */
export type Reason =
  | 'cutBoard'
  | 'smallBoard'
  | 'centreOpening'
  | 'evenBoard'
  | 'casualMode'
  | 'needsClock'
  | 'needsAccount'
  | 'ratedGame'
  | 'drawnSeat'
  | 'noFouls';

const RATED: readonly Mode[] = ['x0', 'gomoku', 'renju'];
/** They are named by patterns around a centre point. */
const CENTRED: readonly Opening[] = [
  'pro',
  'long_pro',
  'taraguchi_10',
  'rif',
  'soosorv_8',
  'yamaguchi',
];
const RULES: Readonly<Record<Exclude<Mode, 'custom'>, Ruleset>> = {
  x0: 'renju',
  gomoku: 'exact_five',
  renju: 'renju',
  x0_freestyle: 'freestyle',
};

/** Boards with cut corners begin at this size. */
const CUT_FROM = 15;

export const noSize = (draft: Draft, size: Size): Reason | null => {
  if (draft.shape !== 'square' && size < CUT_FROM) return 'cutBoard';
  return size % 2 === 0 && CENTRED.includes(draft.opening) ? 'centreOpening' : null;
};

export const noShape = (draft: Draft, shape: Shape): Reason | null =>
  shape !== 'square' && draft.size < CUT_FROM ? 'smallBoard' : null;

export const noOpening = (draft: Draft, opening: Opening): Reason | null =>
  draft.size % 2 === 0 && CENTRED.includes(opening) ? 'evenBoard' : null;

export function noRating(draft: Draft, guest: boolean): Reason | null {
  if (!RATED.includes(draft.mode)) return 'casualMode';
  if (draft.untimed) return 'needsClock';
  return guest ? 'needsAccount' : null;
}

export const isRated = (draft: Draft, guest: boolean): boolean =>
  draft.rated && noRating(draft, guest) === null;

export const rulesetOf = ({ mode, ruleset }: Draft): Ruleset =>
  mode === 'custom' ? ruleset : RULES[mode];

export const noTakebacks = (draft: Draft, guest: boolean): Reason | null =>
  isRated(draft, guest) ? 'ratedGame' : null;

export const noSeat = (draft: Draft, guest: boolean): Reason | null =>
  isRated(draft, guest) ? 'drawnSeat' : null;

export const noMarks = (draft: Draft): Reason | null =>
  rulesetOf(draft) === 'renju' ? null : 'noFouls';

export const hasMarks = (draft: Draft, guest: boolean): boolean =>
  noMarks(draft) === null && (draft.marks ?? !isRated(draft, guest));

/** 0+0 is no time at all. */
export const noTime = ({ untimed, seconds, increment }: Draft): boolean =>
  !untimed && seconds + increment === 0;

export function settingsOf(draft: Draft, guest: boolean): SettingsIn {
  const rated = isRated(draft, guest);
  const own = draft.mode === 'custom';
  return {
    mode: draft.mode,
    time_control: draft.untimed
      ? { untimed: true, initial_seconds: 0, increment_seconds: 0 }
      : {
          untimed: false,
          initial_seconds: draft.seconds,
          increment_seconds: draft.increment,
        },
    rated,
    games: draft.games,
    no_draw: draft.noDraw,
    takebacks: rated ? 0 : draft.takebacks,
    private: draft.private,
    ...(noMarks(draft) === null && draft.marks !== null ? { foul_marks: draft.marks } : {}),
    ...(own
      ? {
          ruleset: draft.ruleset,
          board_size: draft.size,
          shape: draft.shape,
          opening: draft.opening,
          ...(draft.opening === 'swap2' ? { next_mover: draft.nextMover } : {}),
        }
      : {}),
  };
}

export const seatOf = (draft: Draft, guest: boolean): Seat | null =>
  noSeat(draft, guest) || draft.seat === 'lot' ? null : draft.seat;

/** The game as the server will describe it, to put it into words beforehand. */
export function preview(draft: Draft, guest: boolean): Settings {
  const { untimed, seconds, increment } = draft;
  return {
    mode: draft.mode,
    ruleset: rulesetOf(draft),
    board_size: draft.mode === 'custom' ? draft.size : 15,
    shape: draft.mode === 'custom' ? draft.shape : 'square',
    opening: draft.opening,
    next_mover: draft.nextMover,
    time_control: {
      untimed,
      // With nothing on the clock the first increment is given beforehand.
      initial_seconds: untimed ? 0 : seconds || increment,
      increment_seconds: untimed ? 0 : increment,
    },
    rated: isRated(draft, guest),
    games: draft.games,
    no_draw: draft.noDraw,
    takebacks: isRated(draft, guest) ? 0 : draft.takebacks,
    foul_marks: hasMarks(draft, guest),
    private: draft.private,
    chat: 'all',
    draw_ply: 0,
  };
}

/** What was kept as JSON, as far as it makes sense; together it is possible. */
export function readDraft(found: Readonly<Record<string, unknown>>): Draft {
  const draft: Draft = { ...DRAFT };
  const one = <K extends keyof Draft>(key: K, values: readonly Draft[K][]) => {
    const value = values.find((known) => known === found[key]);
    if (value !== undefined) draft[key] = value;
  };
  const whole = (
    key: 'seconds' | 'increment' | 'games' | 'takebacks',
    from: number,
    to: number,
  ) => {
    const value = found[key];
    if (typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to) {
      draft[key] = value;
    }
  };
  one('mode', MODES);
  one('ruleset', RULESETS);
  one('size', SIZES);
  one('shape', SHAPES);
  one('opening', OPENINGS);
  one('nextMover', ['black', 'white']);
  one('untimed', [true, false]);
  one('rated', [true, false]);
  one('noDraw', [true, false]);
  one('marks', [true, false, null]);
  one('private', [true, false]);
  one('seat', ['first', 'second', 'lot']);
  one('offer', OFFERS);
  whole('seconds', 0, MOST_MINUTES * 60);
  whole('increment', 0, MOST_INCREMENT);
  whole('games', 1, MOST_GAMES);
  whole('takebacks', 0, MOST_TAKEBACKS);
  if (noShape(draft, draft.shape)) draft.shape = DRAFT.shape;
  if (noOpening(draft, draft.opening)) draft.opening = DRAFT.opening;
  return draft;
}

/** Steps of the slider, in seconds: fine where games are short. */
export const CLOCK_STEPS: readonly number[] = [
  ...[0, 15, 30, 45, 60, 90],
  ...[2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 45, 60, 90, 120, 150, 180].map(
    (m) => m * 60,
  ),
];

/** The step next to a number of seconds that was typed. */
export function nearestStep(seconds: number): number {
  let best = 0;
  for (const [n, step] of CLOCK_STEPS.entries()) {
    if (Math.abs(step - seconds) < Math.abs((CLOCK_STEPS[best] ?? 0) - seconds)) best = n;
  }
  return best;
}
