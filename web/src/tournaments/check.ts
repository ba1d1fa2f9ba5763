/** What is wrong with a new tournament, and at which field: before it is sent, and by the server. */
import type { Problem } from '../api/problem';
import {
  choosesRounds,
  type Draft,
  FEWEST,
  isRated,
  isRobin,
  MOST_NAME,
  MOST_PEOPLE,
  MOST_RATING,
  MOST_ROBIN,
  MOST_ROUNDS,
} from './form';
import { momentOf } from './start';

export type Field =
  | 'name'
  | 'mode'
  | 'clock'
  | 'start'
  | 'boards'
  | 'format'
  | 'rounds'
  | 'password'
  | 'minRating'
  | 'maxRating'
  | 'minimum'
  | 'maximum'
  | 'halfByes'
  | 'tiebreaks'
  | 'noShow'
  | 'pause'
  | 'lead'
  | 'chat'
  | 'drawPly';

/** `tournaments.fault` has the words; '' where the server's own words are all there is. */
export interface FieldFault {
  /** Null: about the whole. */
  readonly field: Field | null;
  readonly fault: string;
  readonly limit: number;
}

const YEAR = 365 * 86_400_000;

/** The elements that Summary leads to. */
export const idOf = (field: Field): string => `tournament-${field}`;

export function faultsOf(draft: Draft, now: number): FieldFault[] {
  const found: FieldFault[] = [];
  const wrong = (field: Field, fault: string, limit = 0) => found.push({ field, fault, limit });
  const between = (field: Field, value: number | null, least: number, most: number) => {
    if (value === null || (Number.isInteger(value) && value >= least && value <= most)) return;
    wrong(field, value < least ? 'least' : 'most', value < least ? least : most);
  };

  const name = draft.name.trim();
  if (!name) wrong('name', 'name');
  else if ([...name].length > MOST_NAME) wrong('name', 'longName', MOST_NAME);
  if (draft.seconds + draft.increment === 0) wrong('clock', 'clock');
  const start = momentOf(draft);
  if (start === null) wrong('start', 'noStart');
  else if (start <= now) wrong('start', 'past');
  else if (start > now + YEAR) wrong('start', 'far');

  if (choosesRounds(draft)) between('rounds', draft.rounds, 1, mostRounds(draft.maximum));
  between('minimum', draft.minimum, FEWEST, MOST_PEOPLE);
  between('maximum', draft.maximum, FEWEST, isRobin(draft) ? MOST_ROBIN : MOST_PEOPLE);
  const [fewest, most] = [draft.minimum ?? FEWEST, draft.maximum ?? MOST_PEOPLE];
  if (fewest > most) wrong('minimum', 'bounds');
  else if (isRobin(draft) && fewest > MOST_ROBIN) wrong('minimum', 'most', MOST_ROBIN);
  if (isRated(draft)) {
    between('minRating', draft.minRating, 1, MOST_RATING);
    between('maxRating', draft.maxRating, 1, MOST_RATING);
    if ((draft.minRating ?? 1) > (draft.maxRating ?? MOST_RATING)) wrong('minRating', 'ratings');
  }
  return found.filter(({ field }, n) => found.findIndex((one) => one.field === field) === n);
}

/** After so many rounds everybody has met everybody. */
export function mostRounds(maximum: number | null): number {
  if (maximum === null || maximum < FEWEST) return MOST_ROUNDS;
  return Math.min(MOST_ROUNDS, maximum % 2 ? maximum : maximum - 1);
}

/** The server's names of what is sent. */
const FIELDS: Readonly<Record<string, Field>> = {
  name: 'name',
  mode: 'mode',
  time_control: 'clock',
  start: 'start',
  boards: 'boards',
  format: 'format',
  rounds: 'rounds',
  password: 'password',
  min_rating: 'minRating',
  max_rating: 'maxRating',
  minimum: 'minimum',
  maximum: 'maximum',
  half_byes: 'halfByes',
  tiebreaks: 'tiebreaks',
  no_show_seconds: 'noShow',
  break_seconds: 'pause',
  lead_seconds: 'lead',
  chat: 'chat',
  draw_ply: 'drawPly',
};

const REASONS: Readonly<Record<string, Field>> = {
  bounds: 'minimum',
  too_few_participants: 'minimum',
  too_many_participants: 'maximum',
  too_many_for_round_robin: 'maximum',
  no_rounds: 'rounds',
  too_many_rounds: 'rounds',
  rounds_of_round_robin: 'rounds',
  bad_password: 'password',
  start_in_the_past: 'start',
};

/** What is wrong with a field where the server says only that something is. */
const WHY: Readonly<Partial<Record<Field, string>>> = {
  name: 'name',
  clock: 'clock',
  start: 'startServer',
  minRating: 'ratings',
};

/** Where a refusal belongs. `fault` is '' where its reason has words of its own. */
export function refusal({ reason, facts }: Problem): FieldFault {
  const limit = Number(facts.limit) || 0;
  if (reason === 'bad_tournament' || reason === 'invalid') {
    const field = FIELDS[named(facts)] ?? null;
    return { field, fault: field ? (WHY[field] ?? 'other') : '', limit };
  }
  const field = REASONS[reason] ?? null;
  return { field, fault: reason === 'too_many_rounds' && limit ? 'most' : '', limit };
}

function named(facts: Problem['facts']): string {
  if (typeof facts.field === 'string') return facts.field;
  const { errors } = facts;
  const first: unknown = Array.isArray(errors) ? errors[0] : null;
  const at = (first as { at?: unknown } | null)?.at;
  // "body", then the field.
  return Array.isArray(at) ? String(at[1] ?? '') : '';
}
