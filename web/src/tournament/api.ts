/** What can be asked about a tournament, and done in it. All of it throws Problem. */
import { ask, http } from '../api/http';
import type {
  BoardResult,
  OrganiserActs,
  Participant,
  Standings,
  StandingsRow,
  Tournament,
  TournamentRound,
  TournamentView,
} from '../api/types';

const of = (tournament_id: string) => ({ params: { path: { tournament_id } } });

export const isId = (id: string): boolean => /^[A-Za-z0-9_:-]{1,64}$/.test(id);

// -- following ------------------------------------------------------------------------------

export const view = (id: string): Promise<TournamentView> =>
  ask(http.GET('/v1/tournaments/{tournament_id}', of(id)));

export async function participants(id: string): Promise<readonly Participant[]> {
  return (await ask(http.GET('/v1/tournaments/{tournament_id}/participants', of(id)))).participants;
}

export function standings(
  id: string,
  query: { skip?: number; top?: number; crosstable?: boolean },
): Promise<Standings> {
  const params = { path: { tournament_id: id }, query };
  return ask(http.GET('/v1/tournaments/{tournament_id}/standings', { params }));
}

/** Of a player, or of the team that the player is in; null for who takes no part. */
export async function rowOf(id: string, player: string): Promise<StandingsRow | null> {
  const params = { path: { tournament_id: id, player } };
  const call = http.GET('/v1/tournaments/{tournament_id}/standings/{player}', { params });
  return (await ask(call)).rows[0] ?? null;
}

export function round(id: string, number: number): Promise<TournamentRound> {
  const params = { path: { tournament_id: id, round: number } };
  return ask(http.GET('/v1/tournaments/{tournament_id}/rounds/{round}', { params }));
}

export const acts = (id: string): Promise<OrganiserActs> =>
  ask(http.GET('/v1/tournaments/{tournament_id}/acts', of(id)));

export const exportAddress = (id: string, format: 'trf' | 'csv' | 'json'): string =>
  `/v1/tournaments/${encodeURIComponent(id)}/export/${format}`;

// -- taking part ----------------------------------------------------------------------------

export const join = (id: string, password: string | null): Promise<Tournament> =>
  ask(http.PUT('/v1/tournaments/{tournament_id}/entry', { ...of(id), body: { password } }));

export const leave = (id: string): Promise<Tournament> =>
  ask(http.DELETE('/v1/tournaments/{tournament_id}/entry', of(id)));

export const pause = (id: string): Promise<Tournament> =>
  ask(http.POST('/v1/tournaments/{tournament_id}/pause', of(id)));

export const resume = (id: string): Promise<Tournament> =>
  ask(http.POST('/v1/tournaments/{tournament_id}/resume', of(id)));

export function askBye(id: string, number: number, half: boolean): Promise<Tournament> {
  const params = { path: { tournament_id: id, round: number } };
  const body = { half };
  return ask(http.PUT('/v1/tournaments/{tournament_id}/byes/{round}', { params, body }));
}

export function dropBye(id: string, number: number): Promise<Tournament> {
  const params = { path: { tournament_id: id, round: number } };
  return ask(http.DELETE('/v1/tournaments/{tournament_id}/byes/{round}', { params }));
}

export function enterTeam(
  id: string,
  clan_id: string,
  members: string[],
  password: string | null,
): Promise<Tournament> {
  const body = { clan_id, members, password };
  return ask(http.PUT('/v1/tournaments/{tournament_id}/team', { ...of(id), body }));
}

export const orderBoards = (id: string, players: string[]): Promise<Tournament> =>
  ask(http.PUT('/v1/tournaments/{tournament_id}/board-order', { ...of(id), body: { players } }));

// -- organising -----------------------------------------------------------------------------

export function remove(id: string, player_id: string): Promise<Tournament> {
  const params = { path: { tournament_id: id, player_id } };
  return ask(http.DELETE('/v1/tournaments/{tournament_id}/participants/{player_id}', { params }));
}

export function correct(
  id: string,
  number: number,
  board: number,
  result: BoardResult,
): Promise<Tournament> {
  const params = { path: { tournament_id: id, round: number, board } };
  return ask(
    http.PUT('/v1/tournaments/{tournament_id}/rounds/{round}/boards/{board}/result', {
      params,
      body: { result },
    }),
  );
}

export const forbid = (id: string, first: string, second: string): Promise<Tournament> =>
  ask(
    http.POST('/v1/tournaments/{tournament_id}/forbidden-pairs', {
      ...of(id),
      body: { first, second },
    }),
  );

export const pairAgain = (id: string): Promise<Tournament> =>
  ask(http.POST('/v1/tournaments/{tournament_id}/pair-again', of(id)));

export const postpone = (id: string, start: string): Promise<Tournament> =>
  ask(http.POST('/v1/tournaments/{tournament_id}/postpone', { ...of(id), body: { start } }));

export const cancel = (id: string): Promise<Tournament> =>
  ask(http.POST('/v1/tournaments/{tournament_id}/cancel', of(id)));

export function nameHelper(id: string, player_id: string): Promise<Tournament> {
  const params = { path: { tournament_id: id, player_id } };
  return ask(http.PUT('/v1/tournaments/{tournament_id}/helpers/{player_id}', { params }));
}
