// A game through reloads, lost connections, several tabs and damaged messages.
import { bothSee, Player, player, sit, twoAtTable } from './support/game.ts';
import { relay } from './support/relay.ts';
import { stack } from './support/stack.ts';
import { expect, test } from './support/test.ts';

const home = () => stack().urls[0] as string;

test('a reload in the middle of a game', async ({ browser }) => {
  const pair = await twoAtTable(browser);
  const at = await sit(pair);
  await at.first.place('H8');
  await bothSee(at, { stones: ['H8 black'], black: 'first', toAct: 'second' });
  await at.second.place('I9');
  const stones = ['H8 black', 'I9 white'];
  await bothSee(at, { stones, black: 'first', toAct: 'first' });
  await Promise.all([at.first.page.reload(), at.second.page.reload()]);
  await bothSee(at, { stones, black: 'first', toAct: 'first' });
  await at.first.place('J8');
  await bothSee(at, { stones: [...stones, 'J8 black'], black: 'first', toAct: 'second' });
  await pair.done();
});

test('offline on my move: said, aimed, and sent once', async ({ browser }) => {
  const pair = await twoAtTable(browser);
  const at = await sit(pair);
  const { first } = at;
  await at.table.place('H8', 'I9');
  await bothSee(at, { stones: ['H8 black', 'I9 white'], black: 'first', toAct: 'first' });
  await first.page.context().setOffline(true);
  await expect(first.page.getByTestId('connection')).toHaveText(/You are offline/);
  const clock = first.page.locator('time[data-seat=first]');
  const before = await clock.textContent();
  await first.touch('J8');
  const place = first.button('Place J8');
  await expect(place).toBeDisabled();
  await expect(
    first.page.locator('[role=status]', { hasText: 'J8 chosen. There is no connection.' }),
  ).toBeAttached();
  await expect(clock).not.toHaveText(before ?? '');
  await expect(clock).toHaveClass(/running/);
  await first.page.context().setOffline(false);
  await expect(first.page.getByTestId('connection')).toBeHidden();
  await expect(first.page.locator('.notice')).toContainText('Back. Nothing was played meanwhile.');
  await place.click();
  await bothSee(at, {
    stones: ['H8 black', 'I9 white', 'J8 black'],
    black: 'first',
    toAct: 'second',
  });
  expect((await at.table.snapshot()).turns).toHaveLength(3);
  await pair.done();
});

test.describe('a wire that goes dead', () => {
  test.skip(({ isMobile }) => isMobile, 'the same on both kinds of screen');
  test.setTimeout(90_000);

  /** A game whose first player is behind a wire that can be cut. */
  async function wired(browser: Parameters<typeof player>[0]) {
    const wire = await relay(home());
    const first = await player(browser);
    await first.page.addInitScript(() => localStorage.setItem('x0.signed-in', 'guest'));
    const behind = new Player(first.page, first.who, wire.url);
    const second = await player(browser);
    const at = await sit({ first: behind, second });
    // Who has not heard of the game yet does not know that the clock runs.
    await bothSee(at, { stones: [], black: 'first', toAct: 'first' });
    const done = async () => {
      await Promise.all([behind.page.context().close(), second.page.context().close()]);
      await wire.close();
    };
    return { wire, at, done };
  }

  test('a move into the dead wire is kept and goes out once', async ({ browser }) => {
    const { wire, at, done } = await wired(browser);
    const { first } = at;
    wire.freeze();
    await first.place('H8');
    await expect(first.page.getByTestId('connection')).toHaveText(
      /Connection lost.*clock keeps running/,
      {
        timeout: 20_000,
      },
    );
    await expect(first.prompt).toContainText('Your move is kept and goes out with the connection.');
    // It is drawn half, and the clock runs.
    await expect(first.page.locator('svg .x0-unsure')).toHaveCount(1);
    const clock = first.page.locator('time[data-seat=first]');
    const before = await clock.textContent();
    await expect(clock).not.toHaveText(before ?? '');
    expect((await at.table.snapshot()).stones).toEqual([]);
    wire.restore();
    await expect(first.page.getByTestId('connection')).toBeHidden({ timeout: 20_000 });
    await bothSee(at, { stones: ['H8 black'], black: 'first', toAct: 'second' });
    await expect(first.page.locator('svg .x0-unsure')).toHaveCount(0);
    expect((await at.table.snapshot()).turns).toHaveLength(1);
    await at.second.place('I9');
    await bothSee(at, { stones: ['H8 black', 'I9 white'], black: 'first', toAct: 'first' });
    await done();
  });

  test('a move that came too late is dropped, and that is said', async ({ browser }) => {
    const { wire, at, done } = await wired(browser);
    const { first, table } = at;
    wire.freeze();
    await first.place('H8');
    await expect(first.page.getByTestId('connection')).toHaveText(/Connection lost/, {
      timeout: 20_000,
    });
    // The same player moves elsewhere meanwhile.
    await table.act('first', { type: 'place', point: [2, 2] }, 0);
    wire.restore();
    const notice = first.page.locator('.notice', { hasText: 'The game went on meanwhile' });
    await expect(notice).toBeVisible({ timeout: 20_000 });
    await bothSee(at, { stones: ['C3 black'], black: 'first', toAct: 'second' });
    await table.place('I9', 'D4', 'I10');
    expect((await table.snapshot()).turns).toHaveLength(4);
    await bothSee(at, {
      stones: ['C3 black', 'I9 white', 'D4 black', 'I10 white'],
      black: 'first',
      toAct: 'first',
    });
    await done();
  });
});

test('two tabs of one player', async ({ browser }) => {
  const pair = await twoAtTable(browser);
  const at = await sit(pair, { mode: 'gomoku' });
  const other = new Player(await at.first.page.context().newPage(), at.first.who, at.first.url);
  await other.open(at.table.id);
  const both = { ...at, second: other };
  for (const name of ['D4', 'E5', 'F6']) await other.touch(name);
  await other.decide('Send 3/3');
  const stones = ['D4 black', 'E5 white', 'F6 black'];
  await bothSee(at, { stones, black: null, toAct: 'second' });
  await bothSee(both, { stones, black: null, toAct: 'second' });
  await at.second.decide('Play White');
  for (const tab of [at.first, other]) await expect(tab.prompt).toContainText('Your move.');
  await at.first.place('G7');
  stones.push('G7 black');
  await bothSee(both, { stones, black: 'first', toAct: 'second' });
  await at.second.place('A1');
  stones.push('A1 white');
  await bothSee(both, { stones, black: 'first', toAct: 'first' });
  await other.place('O1');
  stones.push('O1 black');
  await bothSee(at, { stones, black: 'first', toAct: 'second' });

  // Both ask for a new token at the same moment, several times.
  for (let n = 0; n < 3; n++) {
    await Promise.all([at.first.page.reload(), other.page.reload()]);
    await bothSee(both, { stones, black: 'first', toAct: 'second' });
    for (const tab of [at.first, other]) {
      await expect(tab.page.locator('section.bar').last()).toHaveAccessibleName(at.first.who.name);
    }
  }
  await pair.done();
});

test.describe('damaged messages', () => {
  test.skip(({ isMobile }) => isMobile, 'the same on both kinds of screen');

  type Event = { type: string; kind: string; version: number; event: Record<string, unknown> };
  const damages: Record<string, (event: Event) => string | null> = {
    'an event is missing': () => null,
    'no JSON': (event) => JSON.stringify(event).slice(0, -20),
    'a part is missing': (event) =>
      JSON.stringify({ ...event, event: { ...event.event, live: null } }),
    'stones are missing': (event) =>
      JSON.stringify({ ...event, event: { ...event.event, stones: undefined } }),
    'a version too far': (event) => JSON.stringify({ ...event, version: event.version + 5 }),
  };
  for (const [name, damage] of Object.entries(damages)) {
    test(`${name}: the board comes right by itself`, async ({ browser }) => {
      const pair = await twoAtTable(browser);
      let damaged = 0;
      await pair.first.page.routeWebSocket('**/v1/socket', (socket) => {
        const server = socket.connectToServer();
        server.onMessage((text) => {
          const message = JSON.parse(String(text)) as Event;
          const turn = message.type === 'event' && message.event.type === 'turn_played';
          if (!turn || damaged++ > 0) return socket.send(text);
          const changed = damage(message);
          if (changed !== null) socket.send(changed);
        });
      });
      const at = await sit(pair);
      await at.table.place('H8', 'I9', 'J8');
      const stones = ['H8 black', 'I9 white', 'J8 black'];
      await bothSee(at, { stones, black: 'first', toAct: 'second' });
      expect(damaged).toBeGreaterThan(0);
      await at.table.place('A1');
      await bothSee(at, { stones: [...stones, 'A1 white'], black: 'first', toAct: 'first' });
      await at.first.place('B2');
      await bothSee(at, {
        stones: [...stones, 'A1 white', 'B2 black'],
        black: 'first',
        toAct: 'second',
      });
      await pair.done();
    });
  }

  test('a stone at the wrong point is noticed by these tests', async ({ browser }) => {
    const pair = await twoAtTable(browser);
    await pair.first.page.routeWebSocket('**/v1/socket', (socket) => {
      const server = socket.connectToServer();
      server.onMessage((text) =>
        socket.send(String(text).replaceAll('"point":[7,7]', '"point":[8,7]')),
      );
    });
    const at = await sit(pair);
    await at.table.place('H8');
    await expect(at.first.prompt).toContainText('Waiting for');
    const right = bothSee(at, { stones: ['H8 black'], black: 'first', toAct: 'second' });
    await expect(right).rejects.toThrow('I8 black');
    await pair.done();
  });
});
