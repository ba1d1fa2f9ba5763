/** Games in a list, as one of the two players sees them. */
import type { GameSummary, RatedGame, Seat } from '../api/types';
import type { Rated } from './graph';

export type Outcome = 'won' | 'lost' | 'drawn' | 'aborted' | 'running';

export interface Filter {
  readonly mode: '' | 'x0' | 'gomoku' | 'renju' | 'x0_freestyle' | 'custom';
  readonly status: '' | 'active' | 'finished' | 'aborted';
  readonly outcome: '' | 'won' | 'lost' | 'drawn';
  readonly rated: '' | 'rated' | 'casual';
}

const CHOICES = {
  mode: ['x0', 'gomoku', 'renju', 'x0_freestyle', 'custom'],
  status: ['active', 'finished', 'aborted'],
  outcome: ['won', 'lost', 'drawn'],
  rated: ['rated', 'casual'],
} as const;

/** From the query of an address; what it does not know is left out. */
export function filterOf(query: URLSearchParams): Filter {
  const one = <K extends keyof Filter>(key: K): Filter[K] => {
    const value = query.get(key) ?? '';
    const known: readonly string[] = CHOICES[key];
    return (known.includes(value) ? value : '') as Filter[K];
  };
  return { mode: one('mode'), status: one('status'), outcome: one('outcome'), rated: one('rated') };
}

/** Puts a filter into the query and leaves what else is there. */
export function withFilter(query: URLSearchParams, filter: Filter): string {
  const after = new URLSearchParams(query);
  for (const [key, value] of Object.entries(filter)) {
    if (value) after.set(key, value);
    else after.delete(key);
  }
  return after.size ? `?${after}` : '';
}

/** openapi-fetch takes read-only lists for objects, and describes them as such. */
export function gamesOf(answer: { readonly games: unknown }): readonly GameSummary[] {
  return answer.games as readonly GameSummary[];
}

export function seatOf(game: GameSummary, player: string): Seat {
  return game.first.player_id === player ? 'first' : 'second';
}

export function outcomeOf(game: GameSummary, player: string): Outcome {
  if (game.status === 'active') return 'running';
  if (game.status === 'aborted' || !game.result) return 'aborted';
  if (game.result.winner === null) return 'drawn';
  return game.result.winner === seatOf(game, player) ? 'won' : 'lost';
}

/** Mode and status are the server's business. */
export function fits(game: GameSummary, player: string, filter: Filter): boolean {
  if (filter.rated && (filter.rated === 'rated') !== game.settings.rated) return false;
  return !filter.outcome || outcomeOf(game, player) === filter.outcome;
}

/** A rated game as its player sees it. */
export function ratedFor(game: RatedGame, player: string): Rated {
  const change = game.first.player_id === player ? game.first : game.second;
  return {
    gameId: game.game_id,
    number: change.games,
    time: Date.parse(game.finished_at),
    before: change.before,
    after: change.after,
    score: change.score,
  };
}
