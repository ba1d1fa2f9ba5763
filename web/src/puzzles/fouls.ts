/** What is forbidden to Black in a position of a puzzle: the rules engine says. */
import type { Foul, Point, Puzzle } from '../api/types';

export async function foulsAt(puzzle: Puzzle, played: readonly Point[]): Promise<readonly Foul[]> {
  const { engine } = await import('../rules/engine');
  const moves = [...puzzle.moves, ...played].map(([x, y]): [number, number] => [x, y]);
  const look = (await engine()).look({
    ruleset: puzzle.ruleset,
    size: 15,
    shape: 'square',
    stones: [],
    toMove: 'black',
    moves,
  });
  return look.toMove === 'black' && !look.outcome ? look.fouls : [];
}
