// Chat of players and of spectators, and lines that mean harm.
import { listen } from './support/complaints.ts';
import { type Player, player, sit, twoAtTable } from './support/game.ts';
import { expect, test } from './support/test.ts';

/** Opens the chat where it is: a tab on wide screens, a sheet on phones. */
async function openChat(of: Player): Promise<void> {
  if (await of.mobile()) await of.press(/^Chat/);
  else await of.page.getByRole('tab', { name: /^Chat/ }).click();
  await expect(of.page.getByLabel('Write a line')).toBeVisible();
}

async function write(of: Player, line: string): Promise<void> {
  const field = of.page.getByLabel('Write a line');
  await field.fill(line);
  await field.press('Enter');
}

const lines = (of: Player) => of.page.locator('ol[aria-label="Chat"] > li > p');

test('two rooms; a spectator sees a move at once', async ({ browser }) => {
  const pair = await twoAtTable(browser);
  const at = await sit(pair);
  const { first, second } = at;
  const watchers = await Promise.all([player(browser), player(browser)]);
  const [eve, dan] = watchers as [Player, Player];
  await Promise.all(watchers.map((watcher) => watcher.open(at.table.id)));
  await expect(eve.page.getByText('You are watching.')).toBeAttached();
  await first.place('H8');
  await expect(eve.cell('H8')).toHaveAccessibleName('H8, black, last move', { timeout: 5_000 });

  await openChat(first);
  await write(first, 'good luck');
  await expect(lines(first)).toHaveText(['good luck']);
  await expect(
    second.page
      .locator('.actions, .tabs')
      .getByText('1')
      .or(second.page.getByText(/1 new line/))
      .first(),
  ).toBeVisible();
  await openChat(second);
  await write(second, 'and you');
  await expect(lines(first)).toHaveText(['good luck', 'and you']);
  await expect(lines(second)).toHaveText(['good luck', 'and you']);

  await openChat(eve);
  await openChat(dan);
  await expect(eve.page.getByText('Nobody has written yet.')).toBeVisible();
  await write(eve, 'who wins?');
  await expect(lines(dan)).toHaveText(['who wins?']);
  await expect(lines(second)).toHaveText(['good luck', 'and you']);
  for (const watcher of watchers) await watcher.page.context().close();
  await pair.done();
});

const HOSTILE = [
  '<img src=x onerror="window.harm = 1">',
  '<script>window.harm = 1</script>',
  '"><svg onload=window.harm=1>',
  'javascript:window.harm=1 https://example.org/ [a](javascript:window.harm=1)',
  '{{constructor.constructor("window.harm=1")()}} $(window.harm=1)',
  'x'.repeat(280),
  '🎉🥳♟️'.repeat(20),
  'ﷺ'.repeat(60),
  'Z̷̢͔a̷̡͘l̶̰̈g̵̱̚o̶̼͐'.repeat(6),
];

test('lines that mean harm are only text', async ({ browser }) => {
  const pair = await twoAtTable(browser);
  const complaints = [pair.first.page, pair.second.page].map(listen);
  const at = await sit(pair);
  const { first, second } = at;
  await openChat(first);
  await openChat(second);
  // In turns: nobody may write many lines in a moment.
  for (const [n, line] of HOSTILE.entries()) {
    await write(n % 2 ? second : first, line);
    await expect(lines(first).last()).toHaveText(line);
    await expect(lines(second).last()).toHaveText(line);
  }
  // Marks that turn the direction of a text are refused or stay in their own line.
  await write(second, '\u202etxet desrever\u202c \u2067right to left');
  await expect(
    second.page.locator('.chat [role=alert]').or(lines(second).filter({ hasText: 'txet' })),
  ).toBeVisible();
  for (const { page } of [first, second]) {
    const chat = page.locator('ol[aria-label="Chat"]');
    await expect(chat.locator('img, script, svg, a, iframe')).toHaveCount(0);
    expect(await page.evaluate(() => 'harm' in window)).toBe(false);
    const wider = await page.evaluate(() => {
      const boxes = [document.scrollingElement, ...document.querySelectorAll('ol, dialog, .side')];
      return boxes.filter((box) => box && box.scrollWidth > box.clientWidth + 1).length;
    });
    expect(wider).toBe(0);
  }
  if (await first.mobile()) {
    await first.page.keyboard.press('Escape');
    // The last line under the board stays one line.
    const line = first.page.locator('.side .line');
    await expect(line).toBeVisible();
    const sizes = await first.page.evaluate(() => [
      document.documentElement.scrollWidth,
      innerWidth,
    ]);
    expect(sizes[0]).toBe(sizes[1]);
  }
  expect(complaints).toEqual([[], []]);
  await pair.done();
});
