// Games go on while processes of the system are killed and replaced: of a system of their own, since
// what is hurt would be everybody's.
import { type At, bothSee, type Player, player, sit } from './support/game.ts';
import { account } from './support/people.ts';
import {
  down,
  kill,
  killed,
  mayKill,
  type OwnStack,
  ownStack,
  ready,
  stack,
  up,
} from './support/stack.ts';
import { expect, test } from './support/test.ts';

test.skip(({ isMobile }) => isMobile || !mayKill(), 'once, and where processes can be killed');
test.describe.configure({ mode: 'serial', timeout: 180_000 });

let own: OwnStack;
test.beforeAll(async () => {
  if (!mayKill()) return;
  own = await ownStack();
});
test.afterAll(async () => {
  await own?.stop();
});

const PATIENCE = { timeout: 60_000 };

async function across(
  browser: Parameters<typeof player>[0],
): Promise<At & { done(): Promise<void> }> {
  const [first, second] = await Promise.all([
    player(browser, { gateway: 0 }),
    player(browser, { gateway: 1 }),
  ]);
  const at = await sit({ first, second });
  const done = async () => {
    await Promise.all([first.page.context().close(), second.page.context().close()]);
  };
  return { ...at, done };
}

/** The page is connected, and nothing is on its way. */
async function steady(of: Player): Promise<void> {
  await expect(of.page.getByTestId('connection')).toBeHidden(PATIENCE);
}

test('players at two gateways; kill -9 of the first one’s', async ({ browser }) => {
  const at = await across(browser);
  await at.first.place('H8');
  await bothSee(at, { stones: ['H8 black'], black: 'first', toAct: 'second' });
  await at.second.place('I9');
  const stones = ['H8 black', 'I9 white'];
  await bothSee(at, { stones, black: 'first', toAct: 'first' });
  await kill('gateway-1');
  // Whatever the page knows of it yet: the stone is placed once.
  await at.first.place('J8');
  await ready('gateway-1');
  await steady(at.first);
  const place = at.first.button('Place J8');
  if (await place.isVisible()) await place.click();
  stones.push('J8 black');
  await bothSee(at, { stones, black: 'first', toAct: 'second' });
  await at.second.place('A1');
  stones.push('A1 white');
  await bothSee(at, { stones, black: 'first', toAct: 'first' });
  expect((await at.table.snapshot()).turns).toHaveLength(4);
  await at.done();
});

test('a gateway that is replaced says so, and the page comes back by itself', async ({
  browser,
}) => {
  const at = await across(browser);
  try {
    await down('gateway-2');
    await expect(at.second.page.getByTestId('connection')).toHaveText(
      /The server is being updated|Connection lost/,
      PATIENCE,
    );
    await at.first.place('H8');
  } finally {
    await up('gateway-2');
  }
  await steady(at.second);
  await bothSee(at, { stones: ['H8 black'], black: 'first', toAct: 'second' });
  await expect(at.second.page.locator('.notice')).toContainText('Back. 1 move was played.');
  await at.second.place('I9');
  await bothSee(at, { stones: ['H8 black', 'I9 white'], black: 'first', toAct: 'first' });
  await at.done();
});

test('kill -9 of both game instances, one after the other', async ({ browser }) => {
  const at = await across(browser);
  const stones: string[] = [];
  await at.first.place('H8');
  stones.push('H8 black');
  await bothSee(at, { stones, black: 'first', toAct: 'second' });
  for (const [name, point] of [
    ['game-1', 'I9'],
    ['game-2', 'J10'],
  ] as const) {
    const mover = name === 'game-1' ? at.second : at.first;
    await kill(name);
    await mover.place(point);
    stones.push(`${point} ${name === 'game-1' ? 'white' : 'black'}`);
    await expect(mover.cell(point)).toHaveAccessibleName(/last move/, PATIENCE);
    await expect(mover.page.locator('svg .x0-unsure')).toHaveCount(0, PATIENCE);
    await ready(name);
    await bothSee(at, { stones, black: 'first', toAct: name === 'game-1' ? 'first' : 'second' });
  }
  expect((await at.table.snapshot()).turns).toHaveLength(3);
  await at.done();
});

test('after all that, new games begin', async ({ browser }) => {
  await killed('account-1');
  const who = await account();
  expect(who.guest).toBe(false);
  const at = await across(browser);
  await at.first.place('H8');
  await bothSee(at, { stones: ['H8 black'], black: 'first', toAct: 'second' });
  expect(stack().urls).toHaveLength(2);
  await at.done();
});
