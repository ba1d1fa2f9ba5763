// Whole games and openings with the keyboard alone, and what a screen reader is told, word by word.
import type { Page } from '@playwright/test';
import { bothSee, type Player, sit, twoAtTable } from './support/game.ts';
import { expect, test } from './support/test.ts';

test.skip(({ isMobile }) => isMobile, 'a keyboard');
test.setTimeout(120_000);

/** Collects what the live regions say, from the first moment of every page. */
async function hear(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const last = new Map<Element, string>();
    new MutationObserver(() => {
      for (const region of document.querySelectorAll('[role=status], [role=alert]')) {
        const text = region.textContent?.trim() ?? '';
        if (text !== (last.get(region) ?? '') && text) heard.push(text);
        last.set(region, text);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** What was said since this was asked last is exactly this. */
async function said(player: Player, expected: (string | RegExp)[]): Promise<void> {
  const heard = () => player.page.evaluate(() => (window as unknown as { heard: string[] }).heard);
  await expect
    .poll(async () => (await heard()).length, { message: expected.join(' / ') })
    .toBeGreaterThanOrEqual(expected.length);
  const found = await heard();
  expect(found).toEqual(
    expected.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))),
  );
  await forget(player);
}

async function forget({ page }: Player): Promise<void> {
  await page.evaluate(() => {
    (window as unknown as { heard: string[] }).heard.length = 0;
  });
}

async function keys(player: Player, ...names: string[]): Promise<void> {
  for (const name of names) await player.page.keyboard.press(name);
}

/** Tab until this has the focus. */
async function tabTo(player: Player, name: string | RegExp): Promise<void> {
  const { page } = player;
  for (let n = 0; n < 40; n++) {
    const focused = await page.evaluate(() => {
      const at = document.activeElement;
      return at?.getAttribute('aria-label') ?? at?.textContent?.trim() ?? '';
    });
    if (typeof name === 'string' ? focused === name : name.test(focused)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${name}`);
}

/** Arrows from the point that has the focus. */
async function walk(player: Player, to: string): Promise<void> {
  const from = await player.page.evaluate(() =>
    Number((document.activeElement as HTMLElement).dataset.cell ?? -1),
  );
  expect(from, 'a point has the focus').toBeGreaterThanOrEqual(0);
  const dx = to.charCodeAt(0) - 65 - (from % 15);
  const dy = Number(to.slice(1)) - 1 - Math.floor(from / 15);
  for (let n = 0; n < Math.abs(dx); n++) await keys(player, dx > 0 ? 'ArrowRight' : 'ArrowLeft');
  for (let n = 0; n < Math.abs(dy); n++) await keys(player, dy > 0 ? 'ArrowUp' : 'ArrowDown');
  await expect(player.cell(to)).toBeFocused();
}

/** A point, and Enter twice. */
async function placeByKeys(player: Player, name: string): Promise<void> {
  await walk(player, name);
  await keys(player, 'Enter', 'Enter');
}

async function table(browser: Parameters<typeof twoAtTable>[0], settings = {}) {
  const pair = await twoAtTable(browser);
  await hear(pair.first.page);
  await hear(pair.second.page);
  const at = await sit(pair, settings);
  await forget(at.first);
  await forget(at.second);
  return { pair, at, first: at.first, second: at.second };
}

const aim = (p: string) => `${p} chosen. Press Enter again to place, Escape to cancel.`;

test('a whole game of x0', async ({ browser }) => {
  const { pair, at, first, second } = await table(browser);
  await tabTo(first, 'H8, empty');
  await tabTo(second, 'H8, empty');
  await forget(first);
  await forget(second);

  await keys(first, 'Enter', 'Escape');
  await said(first, [aim('H8'), 'Choice cancelled.']);
  await keys(first, 'Enter', 'Enter');
  await said(first, [aim('H8'), 'Move 1: Black H8.']);
  await said(second, ['Move 1: Black H8. Your move.']);
  await walk(second, 'H8');
  await keys(second, 'Enter');
  await said(second, ['H8 is taken.']);

  // A point chosen ahead of the turn waits.
  await walk(first, 'H9');
  await keys(first, 'Enter');
  await said(first, ['H9 chosen. It is not your turn yet.']);
  await keys(first, 'Escape');
  await said(first, ['Choice cancelled.']);
  await placeByKeys(second, 'A1');
  await said(second, [aim('A1'), 'Move 2: White A1.']);
  await said(first, ['Move 2: White A1. Your move.']);

  await keys(first, 't');
  await said(first, [/^You: \d+:\d\d\. .+: \d+:\d\d\.$/]);
  await keys(first, 'f');
  await said(first, ['No forbidden points are shown.']);
  await walk(first, 'H9');
  await keys(first, 'd');
  await said(first, [
    'Row: no stones. Column: H8, black. Rising diagonal: no stones. Falling diagonal: no stones',
  ]);
  await keys(first, 'l');
  await expect(first.cell('A1')).toBeFocused();
  await keys(first, 'n');
  await expect(first.cell('H8')).toBeFocused();
  await keys(first, 'p');
  await expect(first.cell('A1')).toBeFocused();
  await keys(first, 'End', 'PageUp');
  await expect(first.cell('O15')).toBeFocused();
  await keys(first, 'Home', 'PageDown');
  await expect(first.cell('A1')).toBeFocused();

  // A move can be typed.
  await keys(first, 'm');
  await expect(first.page.getByLabel('Type a move')).toBeFocused();
  await first.page.keyboard.type('z9');
  await keys(first, 'Enter');
  await said(first, ['There is no point z9 on this board.']);
  await keys(first, 'Control+a');
  await first.page.keyboard.type('g8');
  await keys(first, 'Enter');
  await said(first, ['Move 3: Black G8.']);
  await said(second, ['Move 3: Black G8. Your move.']);

  await keys(second, '?');
  await expect(second.page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await keys(second, 'Escape');
  await expect(second.page.getByRole('dialog')).toBeHidden();
  await walk(second, 'A3');
  await keys(second, 'Enter', 'Enter');
  await said(second, [aim('A3'), 'Move 4: White A3.']);
  await said(first, ['Move 4: White A3. Your move.']);
  await at.table.place('F8', 'A5', 'E8', 'A7');
  await said(first, [
    'Move 5: Black F8.',
    'Move 6: White A5. Your move.',
    'Move 7: Black E8.',
    'Move 8: White A7. Your move.',
  ]);
  await forget(second);
  await tabTo(first, /^A1, white/);
  await placeByKeys(first, 'D8');
  await said(first, [aim('D8'), 'Move 9: Black D8. You won. Five in a row.']);
  await said(second, ['Move 9: Black D8. You lost. Five in a row.']);
  await pair.done();
});

test('a point that is forbidden', async ({ browser }) => {
  const { pair, at, first, second } = await table(browser);
  await at.table.place('F8', 'A1', 'G8', 'O15', 'H6', 'A15', 'H7', 'O1');
  await expect(first.prompt).toContainText('Your move.');
  await tabTo(first, 'H8, forbidden for Black: double three');
  await forget(first);
  await forget(second);
  await keys(first, 'f');
  await said(first, ['H8, forbidden for Black: double three']);
  await keys(first, 'Enter');
  const asks =
    'H8, forbidden for Black: double three. Black loses at once with it. Press Enter again to place, Escape to cancel.';
  await said(first, [asks]);
  await keys(first, 'Enter');
  const why =
    'Black made a foul: double three. Double three at H8. Two threes at once are a foul for Black. ' +
    'Three F8-G8-H8: made real by E8 or I8, where Black may play and gets a straight four. ' +
    'Three H6-H7-H8: made real by H5 or H9, where Black may play and gets a straight four.';
  await said(first, [`Move 9: Black H8. You lost. ${why}`]);
  await said(second, [`Move 9: Black H8. You won. ${why}`]);
  await pair.done();
});

test('Swap2, to the choice of colours', async ({ browser }) => {
  const { pair, at, first, second } = await table(browser, { mode: 'gomoku' });
  const [a, b] = [first.who.name, second.who.name];
  await tabTo(first, 'H8, empty');
  await forget(first);
  await keys(first, 'Enter', 'ArrowRight', 'Enter', 'ArrowRight', 'Enter');
  await said(first, [
    'Black H8, stone 1 of 3.',
    'White I8, stone 2 of 3.',
    'Black J8, stone 3 of 3.',
  ]);
  await tabTo(first, 'Send 3/3');
  await keys(first, 'Enter');
  await said(first, ['Move 1: Black H8.', 'Move 2: White I8.', 'Move 3: Black J8.']);
  await said(second, [
    'Move 1: Black H8.',
    'Move 2: White I8.',
    'Move 3: Black J8. Three stones are down. Play Black, play White, or add two stones and let the opponent choose?',
  ]);
  // What was pressed is gone; the focus is on the board.
  await expect(first.cell('J8')).toBeFocused();
  await tabTo(second, '+2 stones');
  await keys(second, 'Enter');
  await said(second, [
    `${b} adds two stones. Place the stones of the opening: stone 1 of 2. They are sent together.`,
  ]);
  await said(first, [`${b} adds two stones.`]);
  await expect(second.cell('H8')).toBeFocused();
  await keys(second, 'ArrowUp', 'Enter', 'ArrowUp', 'Enter');
  await said(second, ['White H9, stone 1 of 2.', 'Black H10, stone 2 of 2.']);
  await tabTo(second, 'Send 2/2');
  await keys(second, 'Enter');
  await said(second, ['Move 4: White H9.', 'Move 5: Black H10.']);
  await said(first, ['Move 4: White H9.', 'Move 5: Black H10. Which colour do you play?']);
  await tabTo(first, 'Play White');
  await keys(first, 'Enter');
  await said(first, [`${a} plays White, ${b} plays Black. You have White.`]);
  await said(second, [`${a} plays White, ${b} plays Black. You have Black. Your move.`]);
  const stones = ['H8 black', 'I8 white', 'J8 black', 'H9 white', 'H10 black'];
  await bothSee(at, { stones, black: 'second', toAct: 'second' });
  await pair.done();
});

test('Taraguchi-10, with a swap, an offer of ten and a pick', async ({ browser }) => {
  const { pair, at, first, second } = await table(browser, { mode: 'renju' });
  const [a, b] = [first.who.name, second.who.name];
  await tabTo(second, 'Swap');
  await expect(first.cell('H8')).toHaveAccessibleName('H8, black, last move');
  await forget(first);
  await forget(second);
  await keys(second, 'Enter');
  const swapped = `${b} swaps. ${b} has Black.`;
  await said(second, [`${swapped} Colours swapped: you have Black.`]);
  const three = 'Move 2, White: inside the marked 3 by 3 square.';
  await said(first, [`${swapped} Colours swapped: you have White. ${three}`]);
  await tabTo(first, 'H8, black, last move');
  await walk(first, 'H10');
  await keys(first, 'Enter');
  await said(first, ['H10 is outside the allowed zone.']);
  await placeByKeys(first, 'H9');
  await said(first, [aim('H9'), 'Move 2: White H9.']);
  await said(second, ['Move 2: White H9. Swap colours or keep them?']);
  await tabTo(second, 'Keep colours');
  await keys(second, 'Enter');
  const five = 'Move 3, Black: inside the marked 5 by 5 square.';
  await said(second, [`${b} keeps the colours. ${five}`]);
  await said(first, [`${b} keeps the colours.`]);
  await placeByKeys(second, 'H10');
  await said(second, [aim('H10'), 'Move 3: Black H10.']);
  await said(first, ['Move 3: Black H10. Swap colours or keep them?']);
  await tabTo(first, 'Keep colours');
  await keys(first, 'Enter');
  await said(first, [`${a} keeps the colours. Move 4, White: inside the marked 7 by 7 square.`]);
  await said(second, [`${a} keeps the colours.`]);
  await placeByKeys(first, 'H11');
  await said(first, [aim('H11'), 'Move 4: White H11.']);
  await said(second, [
    'Move 4: White H11. Move 5: swap, place it in the marked 9 by 9 square, or offer ten fifth moves.',
  ]);
  await tabTo(second, 'Offer 10');
  await keys(second, 'Enter');
  await said(second, ['Choose different fifth moves: 0 of 10.']);
  await walk(second, 'A1');
  await keys(second, 'Enter');
  await said(second, ['A1 chosen, 1 of 10.']);
  await keys(second, 'End', 'Enter');
  await said(second, ['O1 gives the same shape as A1.']);
  await keys(second, 'Home', 'Enter');
  await said(second, ['A1 taken back, 0 of 10.']);
  const names = ['A1', 'A2', 'A3', 'A4', 'A5', 'B5', 'B4', 'B3', 'B2', 'B1'];
  for (const [n, name] of names.entries()) {
    await walk(second, name);
    await keys(second, 'Enter');
    await said(second, [`${name} chosen, ${n + 1} of 10.`]);
  }
  await tabTo(second, 'Send 10/10');
  await keys(second, 'Enter');
  const offer = `${b} offers 10 fifth moves: ${names.join(', ')}.`;
  await said(second, [offer]);
  await said(first, [`${offer} Pick one of the 10 fifth moves; the others vanish.`]);
  await walk(first, 'B3');
  await expect(first.cell('B3')).toHaveAccessibleName('B3, candidate 8');
  await keys(first, 'Enter', 'Enter');
  await said(first, [aim('B3'), `${a} picks B3. Your move.`]);
  await said(second, [`${a} picks B3.`]);
  await placeByKeys(first, 'O15');
  await said(first, [aim('O15'), 'Move 6: White O15.']);
  await said(second, ['Move 6: White O15. Your move.']);
  const stones = ['H8 black', 'H9 white', 'H10 black', 'H11 white', 'B3 black', 'O15 white'];
  await bothSee(at, { stones, black: 'second', toAct: 'second' });
  await pair.done();
});

test('the last seconds are said', async ({ browser }) => {
  const clocks = (initial_seconds: number) => ({
    time_control: { initial_seconds, increment_seconds: 0 },
  });
  const pairs = await Promise.all([table(browser, clocks(42)), table(browser, clocks(22))]);
  for (const [n, { first }] of pairs.entries()) {
    const alert = first.page.locator('[role=alert]');
    await expect(alert).toHaveText(n ? '10 seconds left' : '30 seconds left', { timeout: 30_000 });
  }
  for (const { pair } of pairs) await pair.done();
});
