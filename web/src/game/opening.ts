/**
 * What the opening asks of whoever is to act, as the server says it (`live.opening.choices`). The
 * client knows no opening by heart, but for one thing: where several stones are placed in a row by
 * one player anywhere, they are collected and sent together, so that they can be undone before.
 */
import type { Choice, Colour, Snapshot } from '../api/types';
import type { Geometry } from '../board/points';

export type Decision = 'swap' | 'keep' | 'black' | 'white' | 'add_two';

export type Task =
  /** A stone; with `also` for what may be done instead. */
  | {
      readonly kind: 'place';
      readonly colour: Colour;
      /** Null: every empty point. */
      readonly zone: ReadonlySet<number> | null;
      /** How many stones are collected and then sent together; 0: each goes by itself. */
      readonly stones: number;
      readonly also: { readonly swap: boolean; readonly offer: number };
    }
  | { readonly kind: 'decide'; readonly decisions: readonly Decision[] }
  | { readonly kind: 'declare'; readonly min: number; readonly max: number }
  | { readonly kind: 'offer'; readonly count: number }
  | { readonly kind: 'pick'; readonly points: readonly number[] };

/** What whoever is to act has to do; null when the game is over or ordinary play goes on. */
export function taskOf(snapshot: Snapshot, geometry: Geometry): Task | null {
  const { opening } = snapshot.live;
  if (opening.done || snapshot.status !== 'active') return null;
  const choices = opening.choices;
  const offer = find(choices, 'offer')?.count ?? 0;
  const place = find(choices, 'place');
  if (place) {
    const zone = place.anywhere ? null : new Set(place.zone.map((p) => geometry.cell(p)));
    const stones = place.anywhere ? collected(snapshot) : 0;
    const also = { swap: find(choices, 'swap') !== undefined, offer };
    return { kind: 'place', colour: place.colour, zone, stones, also };
  }
  const pick = find(choices, 'pick');
  if (pick) return { kind: 'pick', points: pick.points.map((p) => geometry.cell(p)) };
  if (offer) return { kind: 'offer', count: offer };
  const declare = find(choices, 'declare');
  if (declare) return { kind: 'declare', min: declare.min, max: declare.max };
  return { kind: 'decide', decisions: choices.flatMap(decisions) };
}

function decisions(choice: Choice): Decision[] {
  if (choice.type === 'choose') return [...choice.colours];
  if (choice.type === 'swap' || choice.type === 'keep' || choice.type === 'add_two') {
    return [choice.type];
  }
  return [];
}

function find<T extends Choice['type']>(choices: readonly Choice[], type: T) {
  return choices.find((choice): choice is Extract<Choice, { type: T }> => choice.type === type);
}

/** Swap and Swap2: three stones by one player, later two. */
function collected({ settings, stones }: Snapshot): number {
  if (settings.opening !== 'swap' && settings.opening !== 'swap2') return 0;
  return stones.length < 3 ? 3 - stones.length : 5 - stones.length;
}

/** The colour of the stone that comes `n` after the next one, in a row placed by one player. */
export function colourAfter(first: Colour, n: number): Colour {
  const same = n % 2 === 0;
  return same === (first === 'black') ? 'black' : 'white';
}

/** Stages of an opening for the dots that show how far it is: done, and all. */
export function progress({ settings, live, stones }: Snapshot): { at: number; of: number } | null {
  const lengths: Record<string, number> = {
    taraguchi_10: 6,
    rif: 6,
    soosorv_8: 6,
    yamaguchi: 6,
    swap2: 5,
    swap: 3,
    pro: 3,
    long_pro: 3,
  };
  const of = lengths[settings.opening];
  return of && !live.opening.done ? { at: Math.min(stones.length, of), of } : null;
}
