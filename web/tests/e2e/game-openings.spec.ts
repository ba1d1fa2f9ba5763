// Every branch of Swap2 and of Taraguchi-10, and one of each other opening, clicked through by two
// players. Who has which colour and who is to move is followed by a second, simpler account of the
// rules: a flip for each swap, a colour for each choice.
import {
  type At,
  bothSee,
  other,
  type Pair,
  type Player,
  sit,
  twoAtTable,
} from './support/game.ts';
import { point, type Seat, type Settings } from './support/play.ts';
import { expect, test } from './support/test.ts';

test.skip(({ isMobile }) => isMobile, 'the same buttons: long lists on one kind of screen');

type Colour = 'black' | 'white';

/** A game on its way through an opening, as the simple account has it. */
class Course {
  readonly stones: string[] = [];
  candidates: string[] = [];

  constructor(
    readonly at: At,
    public black: Seat | null,
    public toAct: Seat,
  ) {}

  get acting(): Player {
    return this.toAct === 'first' ? this.at.first : this.at.second;
  }

  /** What both pages have to show now. */
  async check(): Promise<void> {
    const { stones, black, toAct, candidates } = this;
    await bothSee(this.at, { stones, black, toAct, candidates });
  }

  async stone(name: string, colour: Colour, next: Seat): Promise<void> {
    await this.acting.place(name);
    await this.came(name, colour, next);
  }

  async came(name: string, colour: Colour, next: Seat): Promise<void> {
    this.stones.push(`${name} ${colour}`);
    this.toAct = next;
    await this.check();
  }

  async press(button: string | RegExp, next: Seat): Promise<void> {
    await this.acting.decide(button);
    this.toAct = next;
    await this.check();
  }

  /** Swap or keep; gives who acts next: whoever has the colour that moves. */
  async maySwap(swap: boolean, mover: Colour): Promise<void> {
    if (swap && this.black) this.black = other(this.black);
    await this.press(swap ? 'Swap' : 'Keep colours', this.with(mover));
  }

  with(colour: Colour): Seat {
    if (!this.black) throw new Error('colours belong to nobody');
    return colour === 'black' ? this.black : other(this.black);
  }

  async offer(points: string[]): Promise<void> {
    const { acting } = this;
    for (const name of points) await acting.touch(name);
    await acting.decide(`Send ${points.length}/${points.length}`);
    this.candidates = points;
    this.toAct = other(this.toAct);
    await this.check();
  }

  async pick(name: string): Promise<void> {
    await this.acting.place(name);
    this.candidates = [];
    await this.came(name, 'black', this.toAct);
  }

  /** The opening is over: ordinary play goes on, and the game is ended. */
  async ordinary(name: string, colour: Colour): Promise<void> {
    const mover = this.toAct;
    expect(this.with(colour)).toBe(mover);
    await this.stone(name, colour, other(mover));
    await expect(this.acting.prompt).toContainText('Your move.');
    await this.at.table.act(mover, { type: 'resign' });
  }
}

async function begin(pair: Pair, settings: Settings, black: Seat | null): Promise<Course> {
  return new Course(await sit(pair, settings), black, 'first');
}

test.describe('Swap2', () => {
  const GOMOKU = { mode: 'gomoku' } as const;
  // The chooser may play Black, play White or add two stones; the placer then chooses.
  for (const mode of ['gomoku', 'custom'] as const) {
    test(`${mode}: every branch`, async ({ browser }) => {
      test.setTimeout(120_000);
      const pair = await twoAtTable(browser);
      const custom = { mode, ruleset: 'exact_five', opening: 'swap2' } as const;
      for (const branch of ['black', 'white', 'two black', 'two white']) {
        await test.step(branch, async () => {
          const course = await begin(pair, mode === 'gomoku' ? GOMOKU : custom, null);
          for (const name of ['H8', 'J9', 'G10']) await course.acting.touch(name);
          await course.acting.decide('Send 3/3');
          course.stones.push('H8 black', 'J9 white', 'G10 black');
          course.toAct = 'second';
          await course.check();
          if (branch.startsWith('two')) {
            await course.press('+2 stones', 'second');
            for (const name of ['F6', 'K10']) await course.acting.touch(name);
            await course.acting.decide('Send 2/2');
            course.stones.push('F6 white', 'K10 black');
            course.toAct = 'first';
            await course.check();
          }
          const chooser = course.toAct;
          const colour = branch.endsWith('black') ? 'black' : 'white';
          course.black = colour === 'black' ? chooser : other(chooser);
          const mover = mode === 'gomoku' ? 'black' : 'white';
          await course.press(colour === 'black' ? 'Play Black' : 'Play White', course.with(mover));
          await course.ordinary('C3', mover);
        });
      }
      await pair.done();
    });
  }
});

const SECOND = ['G7', 'H7', 'I7', 'G8', 'I8', 'G9', 'H9', 'I9'];
const square = (side: number) => {
  const names: string[] = [];
  const half = (side - 1) / 2;
  for (let x = 7 - half; x <= 7 + half; x++) {
    for (let y = 7 - half; y <= 7 + half; y++) names.push(`${String.fromCharCode(65 + x)}${y + 1}`);
  }
  return names;
};

/** Points of a square that are free, a different one for every number. */
function free(course: Course, side: number, n: number): string {
  const taken = new Set(course.stones.map((stone) => stone.split(' ')[0]));
  const names = square(side).filter((name) => !taken.has(name));
  return names[(n * 7 + 3) % names.length] as string;
}

/** Ten points of which no two give the same shape: their distances to the stones all differ. */
function ten(course: Course): string[] {
  const stones = course.stones.map((stone) => point(stone.split(' ')[0] as string));
  const seen = new Set<string>();
  const found: string[] = [];
  for (const name of square(15)) {
    const [x, y] = point(name);
    const distances = stones.map(([a, b]) => (x - a) ** 2 + (y - b) ** 2);
    if (distances.includes(0)) continue;
    const key = distances.sort((a, b) => a - b).join();
    if (seen.has(key) || found.length === 10) continue;
    seen.add(key);
    found.push(name);
  }
  return found;
}

test.describe('Taraguchi-10', () => {
  const ENDS = ['swap, swap', 'swap, keep', 'stone, swap', 'stone, keep', 'ten'];
  for (const one of [false, true]) {
    for (const two of [false, true]) {
      test(`${one ? 'swap' : 'keep'}, ${two ? 'swap' : 'keep'}: ten branches`, async ({
        browser,
      }) => {
        test.setTimeout(180_000);
        const pair = await twoAtTable(browser);
        let n = (one ? 20 : 0) + (two ? 10 : 0);
        for (const three of [false, true]) {
          for (const end of ENDS) {
            await test.step(`${three ? 'swap' : 'keep'}, ${end}`, async () => {
              n += 1;
              const course = await begin(pair, { mode: 'renju' }, 'first');
              await course.came('H8', 'black', 'second'); // by itself
              await course.maySwap(one, 'white');
              await course.stone(SECOND[n % 8] as string, 'white', course.with('black'));
              await course.maySwap(two, 'black');
              await course.stone(free(course, 5, n), 'black', course.with('white'));
              await course.maySwap(three, 'white');
              await course.stone(free(course, 7, n), 'white', course.with('black'));
              if (end === 'ten') {
                const points = ten(course);
                await course.acting.press('Offer 10');
                await course.offer(points);
                await course.pick(points[n % 10] as string);
              } else {
                const [swap, last] = end.split(', ');
                if (swap === 'swap') {
                  course.black = other(course.black as Seat);
                  await course.press('Swap', course.with('black'));
                  await expect(course.acting.button('Offer 10')).toBeHidden();
                }
                await course.stone(free(course, 9, n), 'black', course.with('white'));
                await course.maySwap(last === 'swap', 'white');
              }
              await course.ordinary(free(course, 15, n), 'white');
            });
          }
        }
        await pair.done();
      });
    }
  }
});

test.describe('the other openings, once each', () => {
  const custom = (opening: NonNullable<Settings['opening']>): Settings => ({
    mode: 'custom',
    ruleset: 'renju',
    opening,
  });

  test('swap, pro and long pro', async ({ browser }) => {
    test.setTimeout(120_000);
    const pair = await twoAtTable(browser);
    const swap = await begin(pair, custom('swap'), null);
    for (const name of ['H8', 'J9', 'G10']) await swap.acting.touch(name);
    await swap.acting.decide('Send 3/3');
    swap.stones.push('H8 black', 'J9 white', 'G10 black');
    swap.toAct = 'second';
    await swap.check();
    await expect(swap.acting.button('+2 stones')).toBeHidden();
    swap.black = 'second';
    await swap.press('Play Black', 'first');
    await swap.ordinary('C3', 'white');

    for (const [opening, inside] of [
      ['pro', 'J10'],
      ['long_pro', 'K11'],
    ] as const) {
      const course = await begin(pair, custom(opening), 'first');
      await course.came('H8', 'black', 'second');
      await course.stone('I9', 'white', 'first');
      await course.acting.touch(inside);
      await course.check();
      await course.ordinary('L12', 'black');
    }
    await pair.done();
  });

  test('RIF', async ({ browser }) => {
    const pair = await twoAtTable(browser);
    const course = await begin(pair, custom('rif'), 'first');
    await course.came('H8', 'black', 'first');
    await course.stone('H9', 'white', 'first');
    await course.stone('I10', 'black', 'second');
    await course.maySwap(true, 'white');
    await course.stone('D4', 'white', course.with('black'));
    await course.offer(ten(course).slice(0, 2));
    await course.pick(course.candidates[1] as string);
    await course.ordinary('A15', 'white');
    await pair.done();
  });

  test('Soosorv-8', async ({ browser }) => {
    const pair = await twoAtTable(browser);
    const course = await begin(pair, custom('soosorv_8'), 'first');
    await course.came('H8', 'black', 'first');
    await course.stone('I9', 'white', 'first');
    await course.stone('H10', 'black', 'second');
    await course.maySwap(false, 'white');
    await course.stone('D4', 'white', 'second');
    for (let n = 1; n < 3; n++) await course.acting.press('One more');
    await course.press('Declare 3', 'first');
    await course.maySwap(true, 'black');
    await course.offer(ten(course).slice(0, 3));
    await course.pick(course.candidates[2] as string);
    await course.ordinary('A15', 'white');
    await pair.done();
  });

  test('Yamaguchi', async ({ browser }) => {
    const pair = await twoAtTable(browser);
    const course = await begin(pair, custom('yamaguchi'), 'first');
    await course.came('H8', 'black', 'first');
    await course.stone('I9', 'white', 'first');
    await course.stone('H10', 'black', 'first');
    await course.acting.press('One more');
    await course.press('Declare 2', 'second');
    await course.maySwap(true, 'white');
    await course.stone('D4', 'white', course.with('black'));
    await course.offer(ten(course).slice(0, 2));
    await course.pick(course.candidates[0] as string);
    await course.ordinary('A15', 'white');
    await pair.done();
  });
});
