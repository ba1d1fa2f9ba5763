/** What the rules say of a position of a puzzle. */
import type { Foul, Point, Puzzle } from '../api/types';
import type { Position } from '../rules/abi';

export interface Looked {
  /** Where Black, who is to move, may not. */
  readonly fouls: readonly Foul[];
  /** The row that won; empty before that. */
  readonly row: readonly Point[];
}

/** After `played`, which begins with the attacker's move, as the engine takes it. */
export function position({ ruleset, moves }: Puzzle, played: readonly Point[]): Position {
  const all = [...moves, ...played].map(([x, y]): [number, number] => [x, y]);
  return { ruleset, size: 15, shape: 'square', stones: [], toMove: 'black', moves: all };
}

export async function look(puzzle: Puzzle, played: readonly Point[]): Promise<Looked> {
  const { engine } = await import('../rules/engine');
  const found = (await engine()).look(position(puzzle, played));
  const { outcome } = found;
  return {
    fouls: found.toMove === 'black' && !outcome ? found.fouls : [],
    row: outcome?.line ?? [],
  };
}
