// Games between two players, made and played over REST: a third hand that sets a position up in
// milliseconds before a browser looks at it.
//
//   const table = await meet(ann, bob);                             mode x0, 10 min + 5 s, ann first
//   const table = await meet(ann, bob, { mode: 'renju', rated: true });  seats by lot
//   await table.place('H8', 'G9', 'J8');        whoever is to act places the stones, in turn
//   await table.act('second', { type: 'offer_draw' });
//   await table.snapshot();                     how it stands now
//   await page.goto(`/g/${table.id}`);
import type { components } from '../../../src/api/gen/rest.ts';
import { account, done, type Person } from './people.ts';

/** The address of a game. */
export const GAME = /\/g\/[A-Za-z0-9_-]+$/;

type Schemas = components['schemas'];
export type Settings = Partial<Schemas['SettingsIn']>;
export type Action = Schemas['ActIn']['action'];
export type Snapshot = Schemas['Snapshot'];
export type Seat = 'first' | 'second';

const USUAL: Schemas['SettingsIn'] = {
  mode: 'x0',
  time_control: { initial_seconds: 600, increment_seconds: 5 },
};

export class Table {
  constructor(
    readonly id: string,
    readonly first: Person,
    readonly second: Person,
  ) {}

  player(seat: Seat): Person {
    return seat === 'first' ? this.first : this.second;
  }

  async snapshot(seat: Seat = 'first'): Promise<Snapshot> {
    const path = { game_id: this.id };
    const answer = await this.player(seat).api.GET('/v1/games/{game_id}', { params: { path } });
    // openapi-fetch takes read-only lists for objects, and describes them as such.
    return done(answer) as unknown as Snapshot;
  }

  /** An action of a seat; `ply`, the stones on the board, is looked up where it is left out. */
  async act(seat: Seat, action: Action, ply?: number): Promise<number> {
    const stones = ply ?? (await this.snapshot(seat)).stones.length;
    const answer = await this.player(seat).api.POST('/v1/games/{game_id}/actions', {
      params: { path: { game_id: this.id } },
      body: { id: crypto.randomUUID(), ply: stones, action },
    });
    return done(answer).version;
  }

  async place(...points: string[]): Promise<void> {
    for (const name of points) {
      const { live, stones } = await this.snapshot();
      if (!live.to_act) throw new Error(`${name}: nobody is to act`);
      await this.act(live.to_act, { type: 'place', point: point(name) }, stones.length);
    }
  }

  /** Black makes a five in row 8, White answers in row 10 (in modes without an opening). */
  async playToTheEnd(): Promise<void> {
    await this.place('D8', 'D10', 'E8', 'E10', 'F8', 'F10', 'G8', 'G10', 'H8');
  }
}

/**
 * A game that runs, with `one` in the first seat. In rated games seats are drawn by lot:
 * `table.first` is who got the first.
 */
export async function meet(one: Person, two: Person, more: Settings = {}): Promise<Table> {
  const seat = more.rated ? null : 'first';
  const body = { kind: 'open', seat, settings: { ...USUAL, ...more } } as const;
  const seek = done(await one.api.POST('/v1/seeks', { body }));
  const path = { seek_id: seek.seek_id };
  const taken = done(await two.api.POST('/v1/seeks/{seek_id}/accept', { params: { path } }));
  if (!taken.game_id) throw new Error(`the seek is ${taken.status}`);
  const table = new Table(taken.game_id, one, two);
  const { first } = await table.snapshot();
  return first.player_id === one.playerId ? table : new Table(taken.game_id, two, one);
}

/** The same with two new accounts. */
export async function newTable(more: Settings = {}): Promise<Table> {
  const [first, second] = await Promise.all([account(), account()]);
  return meet(first, second, more);
}

/** 'H8' is column 7, row 7: columns are letters from the left, rows are numbers from below. */
export function point(name: string): [number, number] {
  return [name.toUpperCase().charCodeAt(0) - 65, Number(name.slice(1)) - 1];
}
