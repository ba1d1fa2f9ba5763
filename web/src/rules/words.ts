/** What a stone makes, in words. */
import { pointName } from '../board/points';
import { i18n, t } from '../i18n/index.svelte';
import type { Colour, Explanation, FoulLine, Point, Three } from './abi';

/** A stone and what it makes, one sentence an element. */
export function explanationWords(made: Explanation, colour: Colour, fouls: boolean): string[] {
  const p = pointName(made.point);
  switch (made.verdict) {
    case 'five':
      return [t.rules.five({ p, stones: stones(made.row), colour })];
    case 'long_row':
      return [t.rules.longRow({ p, n: made.row.length, stones: stones(made.row), colour })];
    case 'overline':
      return [t.rules.overline({ p, lines: foulLines(made) })];
    case 'double_four':
      return [t.rules.doubleFour({ p, lines: foulLines(made) })];
    case 'double_three':
      return [t.rules.doubleThree({ p, lines: foulLines(made) }), ...falseThrees(made)];
    case 'legal':
      return fouls && colour === 'black' ? allowed(made) : [t.rules.played({ p, colour })];
  }
}

/** The lines to draw for a stone: those that prove the foul, or all that it makes. */
export function linesOf(made: Explanation): FoulLine[] {
  const threes = made.threes.map((three) => ({
    kind: 'three' as const,
    stones: three.stones,
    extends: realBy(three),
  }));
  switch (made.verdict) {
    case 'overline':
      return made.overlines;
    case 'double_four':
      return made.fours;
    case 'double_three':
      return threes.filter((three) => three.extends.length);
    default:
      return [...made.fours, ...threes];
  }
}

export function pointList(points: readonly Point[], type: 'conjunction' | 'disjunction'): string {
  return new Intl.ListFormat(i18n.locale, { type }).format(points.map(pointName));
}

function allowed(made: Explanation): string[] {
  const p = pointName(made.point);
  const real = made.threes.filter((three) => realBy(three).length);
  const fork = made.fours.length === 1 && real.length === 1;
  return [
    fork ? t.rules.fourThree({ p }) : t.rules.allowed({ p }),
    ...made.fours.map((four) => t.rules.aFour({ line: fourWords(four) })),
    ...real.map((three) => t.rules.aThree({ line: threeWords(three) })),
    ...falseThrees(made),
  ];
}

function falseThrees(made: Explanation): string[] {
  return made.threes
    .filter((three) => !realBy(three).length)
    .map((three) => {
      const reasons = three.extends.flatMap(({ refused }) => (refused ? [refusal(refused)] : []));
      return t.rules.falseThree({ stones: stones(three.stones), reasons: reasons.join(' ') });
    });
}

function refusal(made: Explanation): string {
  const p = pointName(made.point);
  switch (made.verdict) {
    case 'overline':
      return t.rules.refusedOverline({ p, lines: foulLines(made) });
    case 'double_four':
      return t.rules.refusedDoubleFour({ p, lines: foulLines(made) });
    case 'double_three':
      return t.rules.refusedDoubleThree({ p, lines: foulLines(made) });
    default:
      return t.rules.refusedFive({ p });
  }
}

function foulLines(made: Explanation): string {
  const lines =
    made.verdict === 'overline'
      ? made.overlines.map(rowWords)
      : made.verdict === 'double_four'
        ? made.fours.map(fourWords)
        : made.threes.filter((three) => realBy(three).length).map(threeWords);
  return lines.join('; ');
}

function rowWords(line: FoulLine): string {
  return t.rules.rowOf({ stones: stones(line.stones), n: line.stones.length });
}

function fourWords(four: FoulLine): string {
  return t.rules.fourLine({
    stones: stones(four.stones),
    points: pointList(four.extends, 'disjunction'),
  });
}

function threeWords(three: Three): string {
  return t.rules.threeLine({
    stones: stones(three.stones),
    points: pointList(realBy(three), 'conjunction'),
  });
}

function realBy(three: Three): Point[] {
  return three.extends.filter(({ refused }) => !refused).map(({ point }) => point);
}

/** "F8-G8-H8"; no line breaks inside. */
function stones(points: readonly Point[]): string {
  return points.map(pointName).join('\u2011');
}
