// Tournaments, made and played over REST.
//
//   const event = await create(ann, { start: 5, lead_seconds: 1 });      starts in five seconds
//   await event.enter(bob, eve);
//   const round = await event.round(1, 'playing');                       waits for it
//   await event.finish(round.boards[0], 'first', [ann, bob, eve]);       who is named wins
import { expect } from '@playwright/test';
import type { components } from '../../../src/api/gen/rest.ts';
import { account, done, type Person, unique } from './people.ts';
import { type Seat, Table } from './play.ts';

type Schemas = components['schemas'];
export type Round = Schemas['TournamentRound'];
export type Board = Schemas['TournamentBoard'];
type Rules = Omit<Partial<Schemas['TournamentIn']>, 'start'>;

export class Event {
  constructor(
    readonly id: string,
    readonly name: string,
    readonly by: Person,
  ) {}

  get address(): string {
    return `/t/${encodeURIComponent(this.id)}`;
  }

  get #at() {
    return { params: { path: { tournament_id: this.id } } };
  }

  async view(who = this.by): Promise<Schemas['TournamentView']> {
    return done(await who.api.GET('/v1/tournaments/{tournament_id}', this.#at));
  }

  async enter(...people: Person[]): Promise<void> {
    for (const who of people) {
      const body = { password: null };
      done(await who.api.PUT('/v1/tournaments/{tournament_id}/entry', { ...this.#at, body }));
    }
  }

  async cancel(): Promise<void> {
    done(await this.by.api.POST('/v1/tournaments/{tournament_id}/cancel', this.#at));
  }

  /** The round, once the tournament has come so far. */
  async round(number: number, phase: 'paired' | 'playing' = 'playing'): Promise<Round> {
    const path = { tournament_id: this.id, round: number };
    await expect(async () => {
      const { tournament } = await this.view();
      expect(tournament.round).toBeGreaterThanOrEqual(number);
      if (phase === 'playing' && tournament.round === number) expect(tournament.phase).toBe(phase);
    }).toPass({ intervals: [200], timeout: 20_000 });
    const call = this.by.api.GET('/v1/tournaments/{tournament_id}/rounds/{round}', {
      params: { path },
    });
    return done(await call);
  }

  async over(): Promise<void> {
    await expect(async () => {
      expect((await this.view()).tournament.status).toMatch('ended');
    }).toPass({ intervals: [200], timeout: 20_000 });
  }

  /** The game of a board is over: the other seat resigns. */
  async finish(board: Board, winner: Seat, people: readonly Person[]): Promise<void> {
    await table(board, people).act(winner === 'first' ? 'second' : 'first', { type: 'resign' });
  }
}

/** New accounts, one after the other: passwords are made slow on purpose. */
export async function people(count: number): Promise<Person[]> {
  const made: Person[] = [];
  for (let n = 0; n < count; n++) made.push(await account());
  return made;
}

export function table(board: Board, people: readonly Person[]): Table {
  const seated = (player: Board['first']) =>
    people.find((one) => one.playerId === player?.player_id) as Person;
  return new Table(board.game_id, seated(board.first), seated(board.second));
}

/** The board at which somebody sits. */
export function boardOf(round: Round, who: Person): { board: Board; seat: Seat } {
  for (const board of round.boards) {
    if (board.first?.player_id === who.playerId) return { board, seat: 'first' };
    if (board.second?.player_id === who.playerId) return { board, seat: 'second' };
  }
  throw new Error(`${who.name} sits at no board of round ${round.number}`);
}

/** `start`: seconds from now. */
export async function create(
  by: Person,
  { start, ...more }: Rules & { start: number },
): Promise<Event> {
  const body = {
    name: unique('Cup '),
    mode: 'x0',
    time_control: { initial_seconds: 300, increment_seconds: 3 },
    lead_seconds: 1,
    break_seconds: 1,
    start: new Date(Date.now() + start * 1000).toISOString(),
    ...more,
  } as const;
  const made = done(await by.api.POST('/v1/tournaments', { body }));
  return new Event(made.tournament_id, made.rules.name, by);
}
