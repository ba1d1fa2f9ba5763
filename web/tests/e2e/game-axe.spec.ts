// What a machine can say about accessibility, in every state of the game's page, in three themes.
import type { Page } from '@playwright/test';
import { axe } from './support/axe.ts';
import { bothSee, newContext, type Player, sit, twoAtTable } from './support/game.ts';
import { stack } from './support/stack.ts';
import { expect, test } from './support/test.ts';

test.setTimeout(180_000);
test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function clean(page: Page, state: string): Promise<void> {
  await test.step(state, async () => {
    for (const theme of ['light', 'dark', 'contrast'] as const) {
      await page.evaluate((name) => {
        document.documentElement.dataset.theme = name;
      }, theme);
      expect.soft(await axe(page), `${state}, ${theme}`).toEqual([]);
    }
    await page.evaluate(() => {
      delete document.documentElement.dataset.theme;
    });
  });
}

async function openChat(of: Player): Promise<void> {
  if (await of.mobile()) await of.press(/^Chat/);
  else await of.page.getByRole('tab', { name: /^Chat/ }).click();
  await expect(of.page.getByLabel('Write a line')).toBeVisible();
}

test('ordinary play and its end', async ({ browser }) => {
  const pair = await twoAtTable(browser);
  const at = await sit(pair, { takebacks: 1 });
  const { first, second } = at;
  await at.table.place('F8', 'A1', 'G8', 'O15', 'H6', 'A15', 'H7', 'O1');
  await expect(first.prompt).toContainText('Your move.');
  await clean(first.page, 'my turn, with forbidden points');
  await clean(second.page, 'waiting');
  await first.touch('H8');
  await expect(first.button('Place H8')).toBeVisible();
  await clean(first.page, 'a chosen point');
  await first.press('Cancel');
  await first.press('More');
  await clean(first.page, 'More');
  await first.page.keyboard.press('Escape');
  await at.table.act('second', { type: 'offer_draw' });
  await at.table.act('second', { type: 'ask_takeback' });
  await expect(first.page.getByRole('button', { name: 'Allow takeback' })).toBeVisible();
  await clean(first.page, 'offers to answer');
  await openChat(first);
  const field = first.page.getByLabel('Write a line');
  await field.fill('hello');
  await field.press('Enter');
  await expect(first.page.locator('ol[aria-label="Chat"] li')).toHaveCount(1);
  await clean(first.page, 'chat');
  if (await first.mobile()) await first.page.keyboard.press('Escape');
  else await first.page.getByRole('tab', { name: 'Moves' }).click();
  await first.page.context().setOffline(true);
  await expect(first.page.getByTestId('connection')).toBeVisible();
  await clean(first.page, 'reconnecting');
  await first.page.context().setOffline(false);
  await expect(first.page.getByTestId('connection')).toBeHidden();
  await at.table.place('H8');
  await expect(first.end).toContainText('Double three at H8');
  await expect(first.button('Rematch')).toBeEnabled();
  await clean(first.page, 'the end by a foul');
  await pair.done();
});

test('openings', async ({ browser }) => {
  const pair = await twoAtTable(browser);
  const swap2 = await sit(pair, { mode: 'gomoku' });
  await swap2.first.touch('H8');
  await clean(swap2.first.page, 'stones of Swap2');
  await swap2.table.place('H8', 'I9', 'G10');
  await expect(swap2.second.button('+2 stones')).toBeVisible();
  await clean(swap2.second.page, 'the choice of Swap2');
  await swap2.table.act('first', { type: 'resign' });

  const at = await sit(pair, { mode: 'renju' });
  const { first, second, table } = at;
  await expect(second.button('Swap')).toBeVisible();
  await clean(second.page, 'swap or keep');
  await table.act('second', { type: 'keep' });
  await table.place('H9');
  await table.act('first', { type: 'keep' });
  await expect(first.prompt).toContainText('5 by 5');
  await clean(first.page, 'a zone');
  await table.place('H10');
  await table.act('second', { type: 'keep' });
  await table.place('H11');
  await expect(first.button('Offer 10')).toBeVisible();
  await clean(first.page, 'the fifth stone');
  await first.press('Offer 10');
  await first.touch('E5');
  await clean(first.page, 'candidates');
  const names = ['A1', 'B2', 'C3', 'D4', 'E5', 'F6', 'G7', 'A8', 'B9', 'C10'];
  const points = names.map((name): [number, number] => [
    name.charCodeAt(0) - 65,
    Number(name.slice(1)) - 1,
  ]);
  await table.act('first', { type: 'offer', points });
  const stones = ['H8 black', 'H9 white', 'H10 black', 'H11 white'];
  await bothSee(at, { stones, black: 'first', toAct: 'second', candidates: names });
  await clean(second.page, 'a pick');
  await clean(first.page, 'the other side picks');
  await pair.done();
});

test('loading, and nothing there', async ({ browser }) => {
  const context = await newContext(browser);
  const page = await context.newPage();
  await page.routeWebSocket('**/v1/socket', () => undefined);
  await page.goto(`${stack().urls[0]}/g/whatever`);
  await expect(page.locator('.board.loading')).toBeVisible();
  await clean(page, 'loading');
  await context.close();

  const other = await newContext(browser);
  const lost = await other.newPage();
  await lost.goto(`${stack().urls[0]}/g/whatever`);
  await expect(lost.getByRole('heading', { name: 'There is nothing here' })).toBeVisible();
  await clean(lost, 'not found');
  await other.close();
});
