// Two players at a game's page, who use it as people do: points of the board and buttons.
//
//   const pair = await twoAtTable(browser);          two guests
//   const at = await sit(pair, { mode: 'renju' });   a game of theirs, open in both pages
//   await at.first.place('H8');                      a click; on phones a tap and "Place H8"
//   await bothSee(at, { stones: ['H8 black'], black: 'first', toAct: 'second' });
//   await pair.done();
//
// `bothSee` compares both pages, and the server, with what the test says.
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Locator,
  Page,
} from '@playwright/test';
import { guest, type Person, signIn } from './people.ts';
import { meet, point, type Seat, type Settings, type Table } from './play.ts';
import { stack } from './stack.ts';
import { expect } from './test.ts';

export interface Position {
  /** In the order in which they were placed: 'H8 black'. */
  readonly stones: readonly string[];
  /** Null while colours belong to nobody. */
  readonly black: Seat | null;
  /** Null after the end. */
  readonly toAct: Seat | null;
  readonly candidates?: readonly string[];
}

export class Player {
  constructor(
    readonly page: Page,
    readonly who: Person,
    readonly url: string,
  ) {}

  get prompt(): Locator {
    return this.page.getByTestId('prompt');
  }

  get end(): Locator {
    return this.page.getByTestId('end');
  }

  async open(id: string): Promise<void> {
    await this.page.goto(`${this.url}/g/${id}`);
    await this.ready();
  }

  /** The game is there, and it is known who looks at it: before that nobody can move. */
  async ready(): Promise<void> {
    await expect(this.page.locator('section.bar')).toHaveCount(2);
    await expect(this.page.locator('.top .who')).toBeAttached();
  }

  /** A point by its name, on a board of this size. */
  cell(name: string, size = 15): Locator {
    const [x, y] = point(name);
    return this.page.locator(`[role=gridcell][data-cell="${y * size + x}"]`);
  }

  /** A click on the middle of a point; the board takes it by its coordinates. */
  async touch(name: string, size = 15): Promise<void> {
    const cell = this.cell(name, size);
    if (await this.mobile()) await cell.tap();
    else await cell.click();
  }

  async place(name: string, size = 15): Promise<void> {
    await this.touch(name, size);
    const sure = this.button(new RegExp(`^(Place|Choose) ${name}$`));
    if (await this.mobile()) await sure.click();
  }

  /** A button of the bar below the board. */
  button(name: string | RegExp): Locator {
    const exact = typeof name === 'string';
    return this.page.locator('.actions').getByRole('button', { name, exact });
  }

  async press(name: string | RegExp): Promise<void> {
    await this.button(name).click();
  }

  /** A decision of the opening. It is made when its button is gone: what is shown may not change. */
  async decide(name: string | RegExp): Promise<void> {
    await this.press(name);
    await expect(this.button(name)).toBeHidden();
  }

  /** A button of the sheet "More". */
  async more(name: string | RegExp): Promise<void> {
    await this.press('More');
    await this.page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  }

  /** Everything that the page shows of the position. */
  seen(): Promise<{ stones: string[]; black: string; toAct: string; candidates: string[] }> {
    return this.page.evaluate(() => {
      const names = [...document.querySelectorAll('[role=gridcell][data-cell]')].map(
        (cell) => cell.getAttribute('aria-label') ?? '',
      );
      const found = (pattern: RegExp) =>
        names.flatMap((name) => {
          const match = pattern.exec(name);
          return match ? [`${match[1]} ${match[2]}`] : [];
        });
      const stones = found(/^(\w+), (black|white)(, last move)?$/).sort();
      const drawn = document.querySelectorAll('svg .x0-stone:not(.x0-hover)').length;
      if (drawn !== stones.length) stones.push(`${drawn} are drawn`);
      const candidates = found(/^(\w+), candidate (\d+)$/).sort();
      const diamonds = document.querySelectorAll('svg .x0-candidate').length;
      if (diamonds !== candidates.length) candidates.push(`${diamonds} are drawn`);
      const bars = [...document.querySelectorAll('section.bar')];
      const called = (bar: Element | undefined) => bar?.getAttribute('aria-label') ?? '';
      return {
        stones,
        black: called(bars.find((bar) => bar.querySelector('.disc.black'))),
        toAct: called(bars.find((bar) => bar.classList.contains('acts'))),
        candidates,
      };
    });
  }

  async mobile(): Promise<boolean> {
    this.#mobile ??= await this.page.evaluate(() => navigator.maxTouchPoints > 0);
    return this.#mobile;
  }
  #mobile: boolean | undefined;
}

export interface Pair {
  readonly first: Player;
  readonly second: Player;
  done(): Promise<void>;
}

/** A context as the tests' own: service workers are missing in it. */
export async function newContext(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  await context.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
  });
  return context;
}

export async function player(
  browser: Browser,
  {
    who,
    gateway = 0,
    options = {},
  }: { who?: Person; gateway?: number; options?: BrowserContextOptions } = {},
): Promise<Player> {
  const person = who ?? (await guest());
  const context = await newContext(browser, options);
  await signIn(context, person);
  const { urls } = stack();
  return new Player(await context.newPage(), person, urls[gateway % urls.length] as string);
}

/** Two new players, both at the first gateway: another test may replace the second. */
export async function twoAtTable(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Pair> {
  const [first, second] = await Promise.all([
    player(browser, { options }),
    player(browser, { options }),
  ]);
  const done = async () => {
    await Promise.all([first.page.context().close(), second.page.context().close()]);
  };
  return { first, second, done };
}

export interface At {
  readonly table: Table;
  readonly first: Player;
  readonly second: Player;
}

/** A game of the two, open in both pages. In rated games seats are drawn by lot. */
export async function sit(
  pair: Pick<Pair, 'first' | 'second'>,
  settings: Settings = {},
): Promise<At> {
  const table = await meet(pair.first.who, pair.second.who, settings);
  const same = table.first.playerId === pair.first.who.playerId;
  const first = same ? pair.first : pair.second;
  const second = same ? pair.second : pair.first;
  await Promise.all([first.open(table.id), second.open(table.id)]);
  return { table, first, second };
}

/** Both pages, and the server, show this. */
export async function bothSee(at: At, position: Position): Promise<void> {
  const name = (seat: Seat | null) => (seat === null ? '' : at.table.player(seat).name);
  const expected = {
    stones: [...position.stones].sort(),
    black: name(position.black),
    toAct: name(position.toAct),
    candidates: [...(position.candidates ?? [])].map((p, n) => `${p} ${n + 1}`).sort(),
  };
  await expect(async () => {
    const [first, second] = await Promise.all([at.first.seen(), at.second.seen()]);
    expect({ first, second }).toEqual({ first: expected, second: expected });
  }).toPass({ intervals: [20, 50, 50, 100, 100, 250], timeout: 10_000 });
  const { stones, live } = await at.table.snapshot();
  expect(stones.map((stone) => `${nameOf(stone.point)} ${stone.colour}`)).toEqual(position.stones);
  expect(live.black).toBe(position.black);
  expect(live.to_act).toBe(position.toAct);
}

export function nameOf([x, y]: readonly [number, number]): string {
  return `${String.fromCharCode(65 + x)}${y + 1}`;
}

export const other = (seat: Seat): Seat => (seat === 'first' ? 'second' : 'first');
