/** Reading lists of running games. */
import type { GamePlayer, GameSummary, Mode, Seat } from '../api/types';

export interface LiveGames {
  readonly games: readonly GameSummary[];
}

/** The topic `live` holds so many games, the newest; older ones come by pages. */
export const LISTED = 100;

export const MODES: readonly Mode[] = ['x0', 'gomoku', 'renju', 'x0_freestyle', 'custom'];

export function modeFrom(query: URLSearchParams): Mode | null {
  return MODES.find((mode) => mode === query.get('mode')) ?? null;
}

/** The newest running game of a player, other than `but`. */
export function gameOf(
  games: readonly GameSummary[],
  player: string,
  but: ReadonlySet<string> = new Set(),
): GameSummary | null {
  const plays = (game: GameSummary) =>
    game.first.player_id === player || game.second.player_id === player;
  const found = games.filter(
    (game) => game.status === 'active' && plays(game) && !but.has(game.game_id),
  );
  found.sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
  return found[0] ?? null;
}

export function opponentOf(game: GameSummary, player: string): GamePlayer {
  return game.first.player_id === player ? game.second : game.first;
}

export function discOf(game: GameSummary, seat: Seat): 'black' | 'white' | 'none' {
  if (game.black === null) return 'none';
  return game.black === seat ? 'black' : 'white';
}

/** Where a player is watched: guests are known by id only. */
export function watchAddress(player: { id: string; name: string; guest: boolean }): string {
  const path = `/watch/${encodeURIComponent(player.name)}`;
  return player.guest ? `${path}?id=${encodeURIComponent(player.id)}` : path;
}
