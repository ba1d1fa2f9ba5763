/**
 * "Is this point forbidden, and why?" of any empty point at any step.
 *
 *   const explainer = new Explainer();
 *   explainer.ask(snapshot, steps[n], [7, 7]);      answers in `asked`, and is spoken
 *   explainer.clear();                              when another step is shown
 *
 * The server is the judge. It is not asked where the answer is plain, and it tells nobody while a
 * game is played without marks.
 */
import { ask, http } from '../api/http';
import type { Colour, Explanation, Foul, Point, Snapshot } from '../api/types';
import { say } from '../app/announce.svelte';
import { words } from '../app/notices.svelte';
import { pointName } from '../board/points';
import { t } from '../i18n/index.svelte';
import type { Step } from './timeline';
import { stonesAt } from './timeline';
import { foulSpeech } from './words';

export type Verdict =
  | { readonly kind: 'asking' }
  | { readonly kind: 'foul'; readonly foul: Foul }
  | { readonly kind: 'winning' | 'allowed'; readonly colour: Colour }
  | { readonly kind: 'whiteFree' | 'noFouls' | 'inOpening' | 'isOver' | 'marksOff' | 'notEmpty' }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface Asked {
  readonly point: Point;
  readonly verdict: Verdict;
}

export class Explainer {
  asked = $state.raw<Asked | null>(null);
  #question = 0;

  /** The foul to be drawn: `BoardModel.set({ foul })` takes it with its cell. */
  get foul(): Foul | null {
    const verdict = this.asked?.verdict;
    return verdict?.kind === 'foul' ? verdict.foul : null;
  }

  clear(): void {
    this.#question += 1;
    this.asked = null;
  }

  async ask(snapshot: Snapshot, step: Step, point: Point): Promise<void> {
    this.#question += 1;
    const question = this.#question;
    const plain = withoutAsking(snapshot, step, point);
    if (plain) {
      this.#answer({ point, verdict: plain });
      return;
    }
    this.asked = { point, verdict: { kind: 'asking' } };
    let verdict: Verdict;
    try {
      verdict = judged(await found(snapshot, step, point), snapshot, step);
    } catch (error) {
      verdict = { kind: 'failed', error };
    }
    if (question === this.#question) this.#answer({ point, verdict });
  }

  #answer(asked: Asked): void {
    this.asked = asked;
    say(askedWords(asked));
  }
}

/** Whether there is anything to ask about a game: not while it is played without marks. */
export function mayAsk({ settings, status }: Snapshot): boolean {
  return settings.ruleset === 'renju' && (status !== 'active' || settings.foul_marks);
}

/** The answer in one text. */
export function askedWords({ point, verdict }: Asked): string {
  const p = pointName(point);
  switch (verdict.kind) {
    case 'asking':
      return t.review.asking({ p });
    case 'foul':
      return foulSpeech(verdict.foul);
    case 'winning':
      return t.review.winning({ p, colour: verdict.colour });
    case 'allowed':
      return t.review.allowed({ p, colour: verdict.colour });
    case 'whiteFree':
      return t.review.whiteFree({ p });
    case 'noFouls':
      return t.review.noFouls({ p });
    case 'inOpening':
      return t.review.inOpening({ p });
    case 'isOver':
      return t.review.isOver();
    case 'marksOff':
      return t.review.marksOff();
    case 'notEmpty':
      return t.review.notEmpty({ p });
    case 'failed':
      return words(verdict.error);
  }
}

function withoutAsking(snapshot: Snapshot, step: Step, [x, y]: Point): Verdict | null {
  const taken = stonesAt(snapshot, step).some(({ point }) => point[0] === x && point[1] === y);
  if (taken) return { kind: 'notEmpty' };
  if (snapshot.settings.ruleset !== 'renju') return { kind: 'noFouls' };
  if (!mayAsk(snapshot)) return { kind: 'marksOff' };
  if (!step.free) return { kind: 'inOpening' };
  return step.toMove ? null : { kind: 'isOver' };
}

function judged(found: Explanation, snapshot: Snapshot, step: Step): Verdict {
  const colour = step.toMove ?? 'black';
  if (found.foul) return { kind: 'foul', foul: found.foul };
  if (found.wins) return { kind: 'winning', colour };
  if (colour === 'white' && snapshot.settings.ruleset === 'renju') return { kind: 'whiteFree' };
  return { kind: 'allowed', colour };
}

async function found(snapshot: Snapshot, step: Step, point: Point): Promise<Explanation> {
  // The server tells positions apart by their stones: it does not see a pass that was the last turn.
  if (step.turn?.type === 'pass') return byEngine(snapshot, step, point);
  const [x, y] = point;
  const path = { game_id: snapshot.game_id };
  const params = { path, query: { ply: step.ply, x, y } };
  const answer = await ask(http.GET('/v1/games/{game_id}/explain', { params }));
  // openapi-fetch describes pairs as lists of any length.
  return answer as unknown as Explanation;
}

async function byEngine(snapshot: Snapshot, step: Step, point: Point): Promise<Explanation> {
  const { engine } = await import('../rules/engine');
  const { ruleset, board_size: size, shape } = snapshot.settings;
  const stones = stonesAt(snapshot, step).map((stone) => ({
    point: [...stone.point] as [number, number],
    colour: stone.colour,
  }));
  const toMove = step.toMove ?? 'black';
  const look = (await engine()).look({ ruleset, size, shape, stones, toMove });
  const at = ([x, y]: readonly number[]) => x === point[0] && y === point[1];
  const foul = toMove === 'black' ? (look.fouls.find((one) => at(one.point)) ?? null) : null;
  return { foul, wins: (toMove === 'black' ? look.blackWins : look.whiteWins).some(at) };
}
