/** Turns, times, fouls and results in words. Needs the texts `review`. */
import type { Colour, Foul, FoulLine, GamePlayer, Point, Seat, Snapshot } from '../api/types';
import { other } from '../api/types';
import { pointName } from '../board/points';
import { format } from '../game/clock';
import { i18n, t } from '../i18n/index.svelte';
import type { Step } from './timeline';

/** Who sits where; a `Snapshot` is one. */
export interface Players {
  readonly first: Pick<GamePlayer, 'name'>;
  readonly second: Pick<GamePlayer, 'name'>;
}

/** "Black H8", "Swap: Minh takes Black", "Offers ten: E5, F6 …". */
export function describeTurn(step: Step, players: Players): string {
  const { turn } = step;
  if (!turn) return t.review.start();
  const name = players[turn.seat].name;
  switch (turn.type) {
    case 'place':
      return t.review.turnPlace({ colour: turn.colour, p: pointName(turn.point) });
    case 'pick':
      return t.review.turnPick({ p: pointName(turn.point) });
    case 'swap': {
      const colour = step.black === turn.seat ? 'black' : 'white';
      return t.review.turnSwap({ name, colour });
    }
    case 'keep':
      return t.review.turnKeep({ name });
    case 'choose':
      return t.review.turnChoose({ name, colour: turn.colour });
    case 'add_two':
      return t.review.turnAddTwo({ name });
    case 'offer':
      return t.review.turnOffer({
        n: turn.points.length,
        points: listed(turn.points, 'conjunction'),
      });
    case 'declare':
      return t.review.turnDeclare({ name, n: turn.count });
    case 'pass':
      return t.review.turnPass({ colour: step.black === turn.seat ? 'black' : 'white' });
  }
}

/** "4.2 s", "1:05". */
export function timeWords(ms: number): string {
  if (ms >= 60_000) return format(ms);
  const seconds = ms < 10_000 ? Math.round(ms / 100) / 10 : Math.round(ms / 1000);
  return t.review.seconds({ s: new Intl.NumberFormat(i18n.locale).format(seconds) });
}

/** What a foul is and, line by line, what proves it. */
export function foulWords(foul: Foul): { title: string; rule: string; lines: string[] } {
  return {
    title: t.review.foulAt({ kind: foul.kind, p: pointName(foul.point) }),
    rule: t.review.foulRule({ kind: foul.kind }),
    lines: foul.lines.map(lineWords),
  };
}

function lineWords(line: FoulLine): string {
  const stones = line.stones.map(pointName).join('-');
  switch (line.kind) {
    case 'overline':
      return t.review.lineOverline({ stones, n: line.stones.length });
    case 'four':
      return t.review.lineFour({ stones, points: listed(line.extends) });
    case 'three':
      return t.review.lineThree({ stones, points: listed(line.extends) });
  }
}

/** All of it as one text, to be spoken. */
export function foulSpeech(foul: Foul): string {
  const { title, rule, lines } = foulWords(foul);
  return `${title}. ${rule} ${lines.join(' ')}`;
}

/** "Minh wins" and "Black made a foul: double three". `me`: the seat of whoever reads it. */
export function resultWords(
  snapshot: Snapshot,
  me: Seat | null = null,
): { title: string; reason: string } {
  const { result, status } = snapshot;
  if (!result) {
    return status === 'aborted'
      ? { title: t.review.aborted(), reason: t.review.abortedWhy() }
      : { title: t.review.running(), reason: '' };
  }
  const { winner, winner_colour: colour } = result;
  const title = !winner
    ? t.review.draw()
    : me
      ? winner === me
        ? t.review.youWin()
        : t.review.youLose()
      : t.review.wins({ name: snapshot[winner].name });
  const reason = t.review.reason({
    reason: result.reason,
    kind: result.foul?.kind ?? '',
    winner: winner ? snapshot[winner].name : '',
    loser: winner ? snapshot[other(winner)].name : '',
    colour: loserColour(colour),
  });
  return { title, reason };
}

function loserColour(winner: Colour | null): Colour | '' {
  if (!winner) return '';
  return winner === 'black' ? 'white' : 'black';
}

/** "G8 or K8", "E5, F6 and G7", as the language has it. */
export function listed(
  points: readonly Point[],
  type: 'conjunction' | 'disjunction' = 'disjunction',
): string {
  return new Intl.ListFormat(i18n.locale, { type }).format(points.map(pointName));
}
