/** What happens in a puzzle, in words. Needs the texts `puzzles`, `board` and `review`. */
import type { Colour, Foul, Point, Puzzle, PuzzleAttempt, PuzzleHint } from '../api/types';
import { type Geometry, pointName } from '../board/points';
import { format } from '../game/clock';
import { i18n, t } from '../i18n/index.svelte';
import { foulSpeech } from '../review/words';
import { MOST_LEVEL } from './filters';
import type { Screen } from './screen.svelte';

/** "Renju, puzzle 417". */
export function nameOf({ mode, number }: Pick<Puzzle, 'mode' | 'number'>): string {
  return t.puzzles.name({ mode: t.common.mode({ mode }), n: String(number) });
}

/** The same of an id, "renju-417". */
export function nameOfId(id: string): string {
  const [mode, number] = id.split('-');
  return nameOf({ mode: mode as Puzzle['mode'], number: Number(number) });
}

/** What a level as the highest one means: "up to 3 moves". */
export function levelMeaning(level: number): string {
  return level === MOST_LEVEL ? t.puzzles.anyLength() : t.puzzles.upTo({ n: level });
}

export function promptWords({ puzzle, attempt, trial, over, attacker }: Screen): string {
  if (!puzzle) return '';
  if (trial?.verdict === 'sent') return t.puzzles.checking();
  if (trial) return verdictTitle(trial.verdict);
  if (attempt?.last?.verdict === 'right' && attempt.played.length) {
    return over ? t.puzzles.decides() : t.puzzles.right();
  }
  return t.puzzles.task({ colour: attacker });
}

export function verdictTitle(verdict: 'wrong' | 'foul' | 'undecided'): string {
  if (verdict === 'foul') return t.puzzles.foul();
  return verdict === 'wrong' ? t.puzzles.wrong() : t.puzzles.undecided();
}

/** Spoken: the point is named, and the foul is explained. */
export function verdictWords(
  verdict: 'wrong' | 'foul' | 'undecided',
  point: Point,
  foul: Foul | null,
): string {
  const words = `${pointName(point)}. ${verdictTitle(verdict)}`;
  return verdict === 'foul' && foul ? `${words} ${foulSpeech(foul)}` : words;
}

export function rightWords(point: Point, reply: Point, defender: Colour): string {
  const [p, q] = [pointName(point), pointName(reply)];
  return t.puzzles.sayRight({ p, q, colour: defender });
}

export function refutationWords(line: readonly Point[], defender: Colour): string {
  const [answer, ...rest] = line.map(pointName);
  const first = t.puzzles.refuted({ colour: defender, p: answer ?? '' });
  return rest.length ? `${first} ${t.puzzles.refutedThen({ points: rest.join(', ') })}` : first;
}

export function hintWords(hint: PuzzleHint): string {
  switch (hint.kind) {
    case 'theme':
      return t.puzzles.hintTheme({ theme: themeWords(hint.theme) });
    case 'area':
      return t.puzzles.hintArea({ low: pointName(hint.low), high: pointName(hint.high) });
    case 'point':
      return t.puzzles.hintPoint({ p: pointName(hint.point) });
  }
}

export const themeWords = (theme: string): string => t.puzzles.theme({ theme });

export function solvedTitle({ first_try, plays, mistakes, hints_taken }: PuzzleAttempt): string {
  const clean = mistakes === 0 && hints_taken === 0;
  if (first_try && plays === 1) return t.puzzles.solvedFirst();
  if (clean) return t.puzzles.solved();
  return t.puzzles.solvedWith({ mistakes, hints: hints_taken });
}

export function solvedWords(attempt: PuzzleAttempt): string {
  const parts = [solvedTitle(attempt)];
  if (attempt.seconds !== null) parts.push(t.puzzles.time({ time: timeWords(attempt.seconds) }));
  if (attempt.rating && attempt.plays === 1) parts.push(ratingWords(attempt.rating));
  return parts.join(' ');
}

/** Whole seconds, as the server has them: "0:07". */
export const timeWords = (seconds: number): string =>
  seconds < 10 ? `0:0${seconds}` : format(seconds * 1000);

export function ratingWords({ before, after }: { before: number; after: number }): string {
  const sign = new Intl.NumberFormat(i18n.locale, { signDisplay: 'exceptZero' });
  return t.puzzles.ratingChange({
    before: String(before),
    after: String(after),
    change: sign.format(after - before),
  });
}

/** The cells of a rectangle, both corners included. */
export function cellsOf(geometry: Geometry, low: Point, high: Point): ReadonlySet<number> {
  const cells = new Set<number>();
  for (let y = low[1]; y <= high[1]; y++) {
    for (let x = low[0]; x <= high[0]; x++) cells.add(geometry.cell([x, y]));
  }
  return cells;
}
