// The page of a tournament, on which people take part in it, follow it and lead it.
import type { Page } from '@playwright/test';
import { axe } from './support/axe.ts';
import { listen } from './support/complaints.ts';
import { type Person, signIn } from './support/people.ts';
import { chosen } from './support/settings.ts';
import { expect, test } from './support/test.ts';
import { boardOf, create, people, table } from './support/tournament.ts';

const WORDS = {
  en: {
    join: 'Join',
    in: 'You take part.',
    back: 'Back to the tournament',
    final: 'Final standings',
    standings: 'Standings',
    rounds: 'Rounds',
  },
  ru: {
    join: 'Участвовать',
    in: 'Вы участвуете.',
    back: 'К турниру',
    final: 'Итоговая таблица',
    standings: 'Таблица',
    rounds: 'Туры',
  },
} as const;

/** Points as the table says them. */
const score = (page: Page, who: Person) =>
  page
    .getByTestId('standings')
    .getByRole('row')
    .filter({ hasText: who.name })
    .first()
    .getByRole('cell')
    .nth(1);

for (const language of ['en', 'ru'] as const) {
  test(`a whole tournament, ${language}`, async ({ page, context }) => {
    const say = WORDS[language];
    const all = await people(4);
    const [me, a, b, c] = all as [Person, Person, Person, Person];
    const complaints = listen(page);
    await chosen(page, { language });
    await signIn(context, me);
    const event = await create(a, { start: 14, format: 'swiss', rounds: 2 });
    await event.enter(a, b, c);

    await page.goto('/t');
    await page.getByRole('link', { name: event.name }).click();
    await expect(page.getByRole('heading', { name: event.name })).toBeVisible();
    await page.getByRole('button', { name: say.join }).click();
    await expect(page.getByTestId('presence')).toHaveText(say.in);
    await expect(page.getByTestId('players').getByText(me.name)).toBeVisible();

    // Nothing is touched: the game comes.
    await expect(page).toHaveURL(/\/g\//, { timeout: 30_000 });
    const first = await event.round(1);
    const own = boardOf(first, me);
    await expect(page).toHaveURL(new RegExp(own.board.game_id));
    await expect(page.getByTestId('tournament-line')).toContainText(event.name);
    const game = table(own.board, all);
    await game.place('H8', 'G9', 'I8', 'G7');
    await expect(page.getByRole('gridcell', { name: /^G7/ })).toHaveAttribute('aria-label', /G7, /);
    await event.finish(own.board, own.seat, all);
    await expect(page.getByTestId('end')).toBeVisible();
    await page.getByTestId('end').getByRole('link', { name: say.back }).click();

    // The table follows, while the other board still plays and after it.
    await page.getByRole('link', { name: say.standings, exact: true }).click();
    await expect(score(page, me)).toHaveText('1');
    const other = first.boards.find((board) => board.game_id !== own.board.game_id);
    const winner = [a, b, c].find((one) => one.playerId === other?.first?.player_id) as Person;
    await expect(score(page, winner)).toHaveText('0');
    await event.finish(other as never, 'first', all);
    await expect(score(page, winner)).toHaveText('1');

    await expect(page).toHaveURL(/\/g\//, { timeout: 30_000 });
    const second = await event.round(2);
    for (const board of second.boards) {
      const mine = boardOf(second, me);
      await event.finish(board, board === mine.board ? mine.seat : 'first', all);
    }
    await page.getByTestId('end').getByRole('link', { name: say.back }).click();
    await expect(page.getByTestId('table-state')).toHaveText(say.final);
    await expect(score(page, me)).toHaveText('2');
    await page.getByRole('link', { name: say.rounds, exact: true }).click();
    await expect(page.getByText('1–0').first()).toBeVisible();
    expect(complaints).toEqual([]);
  });
}

test('a password is asked for, and a wrong one said', async ({ page, context }) => {
  const [ann, me] = (await people(2)) as [Person, Person];
  const event = await create(ann, { start: 5_000, password: 'five in a row', late_entry: false });
  await signIn(context, me);
  await page.goto(event.address);
  await page.getByRole('button', { name: 'Join' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password').fill('four');
  await dialog.getByRole('button', { name: 'Join' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('The password is wrong.');
  await dialog.getByLabel('Password').fill('five in a row');
  await dialog.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByTestId('presence')).toHaveText('You take part.');
});

test('pause, come back, a bye, leave', async ({ page, context }) => {
  const [ann, me] = (await people(2)) as [Person, Person];
  const event = await create(ann, { start: 5_000, format: 'swiss', rounds: 5, half_byes: 1 });
  await event.enter(me);
  await signIn(context, me);
  await page.goto(event.address);
  const part = page.getByTestId('part');
  await part.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByTestId('presence')).toContainText('You pause');
  await expect(page.getByTestId('players')).toContainText('pauses');
  await part.getByRole('button', { name: 'Come back' }).click();
  await expect(page.getByTestId('presence')).toHaveText('You take part.');

  await part.getByRole('button', { name: 'Ask for a bye' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Round', { exact: true }).selectOption('3');
  await dialog.getByRole('button', { name: 'Ask for a bye' }).click();
  await expect(page.getByText('You have a bye in round 3.')).not.toHaveCount(0);
  // Only one of them gives half a point.
  await part.getByRole('button', { name: 'Ask for a bye' }).click();
  await dialog.getByLabel('Round', { exact: true }).selectOption('1');
  await dialog.getByRole('button', { name: 'Ask for a bye' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(/half-point/);
  await page.keyboard.press('Escape');
  // It is still known after a reload, and can be taken back.
  await page.reload();
  await expect(page.getByTestId('bye')).toContainText('In round 3 you have a bye, half a point.');
  await page.getByTestId('bye').getByRole('button', { name: 'Play after all' }).click();
  await expect(page.getByTestId('bye')).toBeHidden();

  await part.getByRole('button', { name: 'Leave the tournament' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave the tournament' }).click();
  await expect(part).toContainText('You have left this tournament.');
  await part.getByRole('button', { name: 'Come back' }).click();
  await expect(page.getByTestId('presence')).toHaveText('You take part.');
});

test('on other pages: a start comes near, the game comes, a tournament is cancelled', async ({
  page,
  context,
}) => {
  const [ann, me] = (await people(2)) as [Person, Person];
  await signIn(context, me);
  const gone = await create(ann, { start: 600 });
  const event = await create(ann, { start: 8, chat: 'off', draw_ply: 20 });
  await gone.enter(me);
  await event.enter(ann, me);
  await page.goto('/rules');
  const banner = page.getByTestId('tournament-banner');
  await expect(banner.filter({ hasText: event.name })).toContainText(/starts in 0:0\d/);
  await gone.cancel();
  const told = banner.filter({ hasText: gone.name });
  await expect(told).toContainText('was cancelled by the organiser');

  await expect(page).toHaveURL(/\/g\//, { timeout: 30_000 });
  await expect(page.getByTestId('tournament-line')).toHaveAttribute('href', event.address);
  // As the tournament has it: no chat, no draw yet, no way out but to resign.
  const { board, seat } = boardOf(await event.round(1), me);
  await table(board, [ann, me]).place('H8', 'G9');
  await expect(page.getByRole('gridcell', { name: /^G9, / })).not.toHaveAttribute(
    'aria-label',
    'G9, empty',
  );
  await page.getByRole('button', { name: 'More' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('button', { name: 'Draw: from 20 stones on' })).toBeDisabled();
  await expect(sheet.getByRole('button', { name: 'Abort the game' })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Chat' })).toBeHidden();

  await event.finish(board, seat, [ann, me]);
  await expect(page.getByRole('button', { name: 'Rematch' })).toBeHidden();
  await page.getByTestId('end').getByRole('link').click();
  await expect(page.getByTestId('place')).toContainText('Final place 1');
  // Whoever has been told, and says so, is not told again.
  await expect(told).toBeVisible();
  await told.getByRole('button', { name: 'Close' }).click();
  await expect(told).toBeHidden();
  await page.goto(gone.address);
  await expect(page.getByTestId('state')).toHaveText('Cancelled by the organiser.');
});

test('a spectator sees the boards, the results, everybody’s rounds', async ({ page, isMobile }) => {
  const all = await people(3);
  const event = await create(all[0] as Person, { start: 3 });
  await event.enter(...all);
  const complaints = listen(page);
  await page.goto(event.address);
  await expect(
    page.getByTestId('part').getByRole('link', { name: 'Create account' }),
  ).toBeVisible();
  const [board] = (await event.round(1)).boards;
  if (!board) throw new Error('there is no board');
  const live = page.getByTestId('live');
  if (isMobile) await live.getByRole('button', { name: 'Show the boards' }).click();
  await table(board, all).place('H8', 'G9');
  await expect(live.locator('circle.x0-stone')).toHaveCount(2);
  await expect(live.getByRole('link')).toHaveAttribute('href', `/g/${board.game_id}`);
  await event.finish(board, 'first', all);
  await expect(live.locator(`a[href="/g/${board.game_id}"]`)).toHaveCount(0);

  await page.getByRole('link', { name: 'Rounds', exact: true }).click();
  await page.getByLabel('Round', { exact: true }).selectOption('1');
  await expect(page.getByRole('link', { name: /1–0/ })).toHaveAttribute(
    'href',
    `/g/${board.game_id}`,
  );
  await expect(page.locator('.byes')).toContainText('rests this round');
  await page.getByRole('link', { name: 'Crosstable', exact: true }).click();
  const cross = page.getByTestId('crosstable');
  await expect(cross).toContainText(`won against ${board.second?.name}`);
  await cross.getByRole('button', { name: board.first?.name as string }).click();
  const lines = page.getByRole('dialog').getByTestId('lines');
  await expect(lines.getByRole('link').first()).toHaveAttribute('href', `/g/${board.game_id}`);
  await page.keyboard.press('Escape');
  // The tab is in the address.
  await page.goBack();
  await expect(page.getByLabel('Round', { exact: true })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV' }).click();
  expect((await download).suggestedFilename()).toContain('.csv');
  expect(complaints).toEqual([]);
});

test('there is none; the server does not answer', async ({ page }) => {
  for (const id of ['nothing-here', 'no%20such%20id']) {
    await page.goto(`/t/${id}`);
    await expect(page.getByText('There is no such tournament.')).toBeVisible();
  }
  const [ann] = (await people(1)) as [Person];
  const event = await create(ann, { start: 5_000 });
  let broken = true;
  await page.route('**/participants', (route) => (broken ? route.abort() : route.continue()));
  await page.goto(event.address);
  const failure = page.locator('.failure');
  await expect(failure).toBeVisible();
  broken = false;
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Nobody has entered yet.')).toBeVisible();
});

test('hostile names, the narrowest screen, three themes, three languages', async ({ page }) => {
  test.setTimeout(120_000);
  const all = await people(4);
  const [ann] = all as [Person];
  const name = `<img src=x onerror=alert(1)>ᅠ\u202eعکس ${'W'.repeat(46)}`;
  const event = await create(ann, { start: 4, name, format: 'swiss', rounds: 2 });
  await event.enter(...all);
  const [board] = (await event.round(1)).boards;
  if (board) await event.finish(board, 'first', all);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 320, height: 640 });
  for (const [language, theme] of [
    ['en', 'light'],
    ['ru', 'dark'],
    ['vi', 'contrast'],
  ] as const) {
    await chosen(page, { language, theme });
    for (const tab of ['standings', 'rounds', 'crosstable', 'players', 'log']) {
      await page.goto(`${event.address}?tab=${tab}`);
      await page.locator('summary').click();
      await expect(page.locator('.tabs [aria-busy]')).toHaveCount(0);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect({ tab, language, wide }).toEqual({ tab, language, wide: 0 });
      expect(await axe(page)).toEqual([]);
    }
  }
});
