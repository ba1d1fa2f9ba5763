// A phone: the loupe, ways to place a stone, a board that stays where it is, and little room.
import type { CDPSession } from '@playwright/test';
import { bothSee, type Player, sit, twoAtTable } from './support/game.ts';
import { expect, test } from './support/test.ts';

test.skip(({ isMobile }) => !isMobile, 'a touch screen');
test.setTimeout(120_000);

/** A finger, as the browser's own protocol moves it. */
async function finger(of: Player) {
  const cdp: CDPSession = await of.page.context().newCDPSession(of.page);
  const at = async (name: string) => {
    const box = await of.cell(name).boundingBox();
    if (!box) throw new Error(`${name} is not there`);
    return [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  };
  const send = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    touchPoints: { x: number; y: number }[],
  ) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
  return {
    down: async (name: string) => send('touchStart', await at(name)),
    move: async (name: string) => send('touchMove', await at(name)),
    second: async (one: string, two: string) =>
      send('touchStart', [...(await at(one)), ...(await at(two))]),
    up: () => send('touchEnd', []),
  };
}

async function set(of: Player, choices: Record<string, unknown>): Promise<void> {
  await of.page.evaluate((all) => {
    const now = JSON.parse(localStorage.getItem('x0.settings') ?? '{}');
    localStorage.setItem('x0.settings', JSON.stringify({ ...now, ...all }));
  }, choices);
  await of.page.reload();
  await of.ready();
}

test('the loupe follows the finger; a ghost waits for Place', async ({ browser }) => {
  const pair = await twoAtTable(browser);
  const at = await sit(pair);
  const { first } = at;
  const hand = await finger(first);
  const { page } = first;
  const loupe = page.locator('.loupe');
  await hand.down('H8');
  await expect(loupe.locator('.tag')).toHaveText('H8');
  await hand.move('J10');
  await expect(loupe.locator('.tag')).toHaveText('J10');
  await expect(page.locator('svg .x0-ghost').first()).toBeAttached();
  // At the edges it stays on the screen.
  for (const corner of ['A15', 'O15', 'A1', 'O1']) {
    await hand.move(corner);
    await expect(loupe.locator('.tag')).toHaveText(corner);
    const box = await loupe.boundingBox();
    const width = await page.evaluate(() => innerWidth);
    expect(box?.x).toBeGreaterThanOrEqual(-7);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width + 7);
  }
  await hand.move('G7');
  await hand.up();
  await expect(loupe).toBeHidden();
  await expect(first.button('Place G7')).toBeEnabled();
  await first.press('Cancel');
  await expect(page.locator('svg .x0-ghost')).toHaveCount(0);
  await expect(first.button('More')).toBeVisible();
  // A second finger takes it back.
  await hand.down('H8');
  await hand.second('H8', 'J10');
  await hand.up();
  await expect(loupe).toBeHidden();
  await expect(first.button(/^Place/)).toBeHidden();
  // A second tap on the ghost places it.
  await first.touch('H8');
  await expect(first.button('Place H8')).toBeVisible();
  await first.touch('I9');
  await expect(first.button('Place I9')).toBeVisible();
  await first.touch('I9');
  await bothSee(at, { stones: ['I9 black'], black: 'first', toAct: 'second' });
  await pair.done();
});

test('a stone at once, after a question, or when the finger lifts', async ({ browser }) => {
  const pair = await twoAtTable(browser);
  const at = await sit(pair);
  const { first, second } = at;
  const stones: string[] = [];
  await set(first, { input: 'immediate' });
  await first.touch('H8');
  stones.push('H8 black');
  await bothSee(at, { stones, black: 'first', toAct: 'second' });
  await set(second, { input: 'confirm' });
  await second.touch('I9');
  await expect(second.button('Place I9')).toBeVisible();
  await second.press('Place I9');
  stones.push('I9 white');
  await bothSee(at, { stones, black: 'first', toAct: 'first' });
  await set(first, { input: 'release' });
  const hand = await finger(first);
  await hand.down('C3');
  await hand.move('J8');
  await hand.up();
  stones.push('J8 black');
  await bothSee(at, { stones, black: 'first', toAct: 'second' });
  await pair.done();
});

test('a premove is played by itself, or dropped', async ({ browser }) => {
  const pair = await twoAtTable(browser);
  const at = await sit(pair);
  const { second } = at;
  await set(second, { premove: true });
  await second.touch('I9');
  await second.press('Premove I9');
  await expect(second.button('Cancel premove')).toBeVisible();
  await at.first.place('H8');
  await bothSee(at, { stones: ['H8 black', 'I9 white'], black: 'first', toAct: 'first' });
  await second.touch('J10');
  await second.press('Premove J10');
  await second.press('Cancel premove');
  await second.touch('J10');
  await second.press('Premove J10');
  await at.first.place('J10');
  await expect(second.page.locator('.notice', { hasText: 'no longer possible' })).toBeVisible();
  const stones = ['H8 black', 'I9 white', 'J10 black'];
  await bothSee(at, { stones, black: 'first', toAct: 'second' });
  await pair.done();
});

/** Where the board and the bar are, to the last part of a pixel. */
async function places({ page }: Player): Promise<unknown> {
  return page.evaluate(() =>
    ['.frame svg', '.actions', '.below', '.above'].map((selector) => {
      const box = document.querySelector(selector)?.getBoundingClientRect();
      return [selector, box?.x, box?.y, box?.width, box?.height];
    }),
  );
}

test('board and buttons stay where they are, from the first stone to the end', async ({
  browser,
}) => {
  const pair = await twoAtTable(browser);
  const at = await sit(pair, { mode: 'renju' });
  const { first, second, table } = at;
  await expect(second.button('Swap')).toBeVisible();
  const before = await Promise.all([places(first), places(second)]);
  const same = async (state: string) => {
    expect(await Promise.all([places(first), places(second)]), state).toEqual(before);
  };
  await second.decide('Keep colours');
  await expect(second.prompt).toContainText('3 by 3');
  await same('a zone');
  await second.touch('H9');
  await expect(second.button('Place H9')).toBeVisible();
  await same('a ghost');
  await second.press('Place H9');
  await expect(first.button('Swap')).toBeVisible();
  await same('a decision');
  await first.decide('Swap');
  await expect(second.prompt).toContainText('5 by 5');
  await same('after a swap');
  await second.place('H10');
  await first.decide('Keep colours');
  await first.place('H11');
  await expect(second.button('Offer 10')).toBeVisible();
  await same('the fifth stone');
  await second.press('Offer 10');
  await second.touch('A1');
  await same('candidates');
  const names = ['A2', 'A3', 'A4', 'A5', 'B5', 'B4', 'B3', 'B2', 'B1'];
  for (const name of names) await second.touch(name);
  await second.decide('Send 10/10');
  await expect(first.prompt).toContainText('Pick one');
  await same('a pick');
  await first.place('B3');
  await expect(first.prompt).toContainText('Your move.');
  await first.place('O15');
  await expect(second.prompt).toContainText('Your move.');
  await same('ordinary play');
  await second.page.context().setOffline(true);
  await expect(second.page.getByTestId('connection')).toBeVisible();
  await same('no connection');
  await second.page.context().setOffline(false);
  await expect(second.page.getByTestId('connection')).toBeHidden();
  await table.act('first', { type: 'offer_draw' });
  await expect(second.page.getByRole('button', { name: 'Accept draw' })).toBeVisible();
  await same('an offer');
  await second.page.getByRole('button', { name: 'Accept draw' }).click();
  await expect(first.end).toBeVisible();
  await expect(second.end).toBeVisible();
  await same('the end');
  await pair.done();
});

test('everything fits on 320 by 568, in three languages', async ({ browser }, info) => {
  test.setTimeout(240_000);
  const pair = await twoAtTable(browser, { viewport: { width: 320, height: 568 } });
  const fits = async ({ page }: Player, state: string) => {
    await page.screenshot({ path: info.outputPath(`${state}.png`) });
    const wrong = await page.evaluate(() => {
      const found: string[] = [];
      const root = document.documentElement;
      if (root.scrollWidth > innerWidth) found.push(`the page is ${root.scrollWidth} wide`);
      if (root.scrollHeight > innerHeight) found.push(`the page is ${root.scrollHeight} high`);
      const say = (at: Element, what: string) => found.push(`${at.textContent?.trim()} ${what}`);
      for (const button of document.querySelectorAll('.actions .button, .offer .button')) {
        const box = button.getBoundingClientRect();
        if (box.right > innerWidth + 0.5 || box.left < 0) say(button, 'is outside');
        const range = document.createRange();
        range.selectNodeContents(button);
        const text = range.getBoundingClientRect();
        const over = Math.max(
          box.top - text.top,
          text.bottom - box.bottom,
          box.left - text.left,
          text.right - box.right,
        );
        if (over > 0.5) say(button, `is ${over} larger than its button`);
        for (const node of button.childNodes) {
          if (node.nodeType !== Node.TEXT_NODE) continue;
          for (const { index, 0: word } of (node.textContent ?? '').matchAll(/\S+/g)) {
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            if (range.getClientRects().length > 1) say(button, 'breaks a word');
          }
        }
      }
      const prompt = document.querySelector('.prompt');
      if (prompt && prompt.scrollHeight > prompt.clientHeight + 1)
        say(prompt, 'is larger than its place');
      const panel = document.querySelector('.side')?.getBoundingClientRect();
      const low = prompt && prompt.getBoundingClientRect().bottom > (panel?.bottom ?? 0) + 1;
      if (low && !document.querySelector('.offer')) say(prompt, 'is below');
      for (const button of document.querySelectorAll('.offer .button')) {
        if (button.getBoundingClientRect().bottom > (panel?.bottom ?? 0) + 1)
          say(button, 'is below');
      }
      return found;
    });
    expect.soft(wrong, state).toEqual([]);
  };
  for (const language of ['en', 'ru', 'vi'] as const) {
    const offered = ['A1', 'A2', 'A3', 'A4', 'A5', 'B5', 'B4', 'B3', 'B2', 'B1'];
    const swap2 = await sit(pair, { mode: 'gomoku' });
    await set(swap2.first, { language });
    await set(swap2.second, { language });
    for (const name of ['H8', 'I9']) await swap2.first.touch(name);
    await fits(swap2.first, `${language}-stones`);
    await swap2.table.place('H8', 'I9', 'G10');
    await expect(swap2.second.page.locator('.decision')).toHaveCount(3);
    await fits(swap2.second, `${language}-swap2`);
    await swap2.table.act('first', { type: 'resign' });

    const at = await sit(pair, { mode: 'renju' });
    const { first, second, table } = at;
    await expect(second.page.locator('.decision')).toHaveCount(2);
    await fits(second, `${language}-swap`);
    await table.act('second', { type: 'keep' });
    await table.place('H9');
    await table.act('first', { type: 'keep' });
    await table.place('H10');
    await table.act('second', { type: 'keep' });
    await table.place('H11');
    const buttons = first.page.locator('.actions .button');
    await expect(buttons).toHaveCount(3);
    await fits(first, `${language}-fifth`);
    await buttons.nth(1).click();
    for (const name of offered) await first.touch(name);
    await fits(first, `${language}-offer`);
    await buttons.nth(2).click();
    await expect(second.page.locator('svg .x0-candidate')).toHaveCount(10);
    await fits(second, `${language}-pick`);
    await second.touch('B3');
    await fits(second, `${language}-choose`);
    await table.act('first', { type: 'resign' });

    const foul = await sit(pair);
    await foul.table.place('F8', 'A1', 'G8', 'O15', 'H6', 'A15', 'H7', 'O1');
    await expect(foul.first.page.locator('svg .x0-forbidden')).toHaveCount(1);
    await fits(foul.first, `${language}-play`);
    await foul.table.act('second', { type: 'offer_draw' });
    await expect(foul.first.page.locator('.offer')).toBeVisible();
    await fits(foul.first, `${language}-draw`);
    await foul.table.place('H8');
    await expect(foul.first.end).toBeVisible();
    await fits(foul.first, `${language}-foul`);
    await fits(foul.second, `${language}-foul-won`);
  }
  await pair.done();
});
