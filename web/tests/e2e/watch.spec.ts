import type { Page } from '@playwright/test';
import { axe } from './support/axe.ts';
import { listen } from './support/complaints.ts';
import { account, guest } from './support/people.ts';
import { meet, type Settings, type Table } from './support/play.ts';
import { chosen } from './support/settings.ts';
import { expect, test } from './support/test.ts';

const row = (page: Page, name: string) => page.getByTestId('live-game').filter({ hasText: name });

/** Two guests at a table: they cost the system nothing. */
async function seated(more: Settings = {}): Promise<Table> {
  const [first, second] = await Promise.all([guest(), guest()]);
  return meet(first, second, more);
}

/** Nobody plays, as far as this page is told. */
async function emptied(page: Page): Promise<void> {
  await page.routeWebSocket(/\/v1\/socket/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((text) => {
      const message = JSON.parse(String(text));
      if (message.kind === 'live') message.snapshot = { games: [] };
      socket.send(JSON.stringify(message));
    });
  });
}

test('a game is listed as it begins and leaves as it ends', async ({ page }) => {
  const complaints = listen(page);
  await page.goto('/watch');
  await expect(page).toHaveTitle('Watch · X-0');
  await expect(page.getByTestId('live-game').or(page.getByTestId('empty')).first()).toBeVisible();
  const table = await seated();
  const listed = row(page, table.first.name);
  await expect(listed).toBeVisible({ timeout: 1_000 });
  await expect(listed).toContainText(table.second.name);
  await expect(listed).toContainText('X-0, 10+5, casual · no stones yet');
  await table.place('H8', 'G9');
  await table.act('first', { type: 'resign' });
  await expect(listed).toBeHidden({ timeout: 1_000 });
  expect(complaints).toEqual([]);
});

test('the list by mode, and a game of it', async ({ page }) => {
  const renju = await seated({ mode: 'renju' });
  const gomoku = await seated({ mode: 'gomoku' });
  await page.goto('/watch');
  await expect(row(page, gomoku.first.name)).toBeVisible();
  await page.getByLabel('Mode').selectOption('renju');
  await expect(row(page, renju.first.name)).toBeVisible();
  await expect(row(page, gomoku.first.name)).toBeHidden();
  await expect(page).toHaveURL(/\/watch\?mode=renju$/);
  await page.reload();
  await expect(page.getByLabel('Mode')).toHaveValue('renju');
  await row(page, renju.first.name).click();
  await expect(page).toHaveURL(`/g/${renju.id}`);
  await page.goBack();
  await expect(page.getByLabel('Mode')).toHaveValue('renju');
});

test('nobody plays', async ({ page }) => {
  await emptied(page);
  await page.goto('/watch');
  await expect(page.getByTestId('empty')).toContainText('Nobody is playing');
  await expect(page.getByRole('link', { name: 'Start a game' })).toHaveAttribute('href', '/');
});

test('a player who plays, who does not yet, and who is not there', async ({ page }) => {
  const table = await meet(await guest(), await account());
  await page.goto('/watch');
  await page.getByRole('textbox', { name: 'Watch a player' }).fill(table.second.name);
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(page).toHaveURL(`/g/${table.id}`);
  await page.goBack();
  await expect(page).toHaveURL('/watch');

  const ann = await account();
  await page.goto(`/watch/${ann.name}`);
  await expect(page.getByTestId('waiting')).toContainText(`${ann.name} is not playing`);
  await expect(page).toHaveTitle(`Watching ${ann.name} · X-0`);
  const next = await meet(ann, await guest());
  await expect(page).toHaveURL(`/g/${next.id}`, { timeout: 2_000 });

  await page.goto('/watch/nobody-of-that-name');
  await expect(page.getByText('There is no player nobody-of-that-name.')).toBeVisible();
});

test('players one follows are kept on the device', async ({ page }) => {
  const ann = await account();
  await page.goto(`/watch/${ann.name}`);
  const follow = page.getByRole('button', { name: `Follow ${ann.name}` });
  await follow.click();
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('link', { name: 'All games' }).click();
  const followed = page.getByTestId('followed');
  await expect(followed).toContainText('not playing now');
  const bob = await guest();
  const table = await meet(ann, bob);
  await expect(followed).toContainText(`playing against ${bob.name}`, { timeout: 1_000 });
  await expect(followed.getByRole('link')).toHaveAttribute('href', `/g/${table.id}`);
  await page.reload();
  await followed.getByRole('button', { name: 'Unfollow' }).click();
  await expect(followed).toBeHidden();
});

test('from the game that ended into the next one of a followed player', async ({ page }) => {
  const ann = await guest();
  const one = await meet(ann, await guest());
  await page.goto(`/g/${one.id}`);
  await page.getByRole('button', { name: `Follow ${ann.name}` }).click();
  await one.place('H8', 'G9');
  await one.act('first', { type: 'resign' });
  await expect(page.getByText(`The next game of ${ann.name} opens by itself.`)).toBeVisible();

  const two = await meet(ann, await guest());
  const notice = page.getByTestId('next-game');
  await expect(notice).toContainText(`${ann.name} has a new game`, { timeout: 2_000 });
  await expect(page).toHaveURL(`/g/${two.id}`, { timeout: 5_000 });

  // The same again, and stopped.
  await expect(page.getByRole('button', { name: `Follow ${ann.name}` })).toBeVisible();
  await two.place('H8', 'G9');
  await two.act('first', { type: 'resign' });
  const three = await meet(ann, await guest());
  await page.getByRole('button', { name: 'Stay here' }).click();
  await page.waitForTimeout(3_500);
  await expect(page).toHaveURL(`/g/${two.id}`);
  await expect(notice.getByRole('link')).toHaveAttribute('href', `/g/${three.id}`);
});

for (const theme of ['light', 'dark', 'contrast'] as const) {
  test(`nothing for axe to say, ${theme}`, async ({ page }) => {
    await chosen(page, { theme });
    const table = await seated();
    await page.addInitScript(
      (text) => localStorage.setItem('x0.followed', text),
      JSON.stringify([
        { id: table.first.playerId, name: table.first.name, guest: false },
        { id: 'x', name: 'Nobody', guest: false },
      ]),
    );
    await page.goto('/watch');
    await expect(row(page, table.first.name)).toBeVisible();
    expect(await axe(page)).toEqual([]);
    await page.goto(`/watch/${(await account()).name}`);
    await expect(page.getByTestId('waiting')).toBeVisible();
    expect(await axe(page)).toEqual([]);
  });
}

for (const language of ['en', 'ru', 'vi'] as const) {
  test(`320 px, ${language}: nothing cut, buttons of 48 px`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    await chosen(page, { language });
    const table = await seated({ mode: 'renju', rated: false });
    await page.addInitScript(
      (text) => localStorage.setItem('x0.followed', text),
      JSON.stringify([{ id: table.first.playerId, name: 'W'.repeat(20), guest: false }]),
    );
    const check = async () => {
      const found = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth - innerWidth,
        low: [...document.querySelectorAll('main .button, main select, main input')]
          .filter((one) => one.getBoundingClientRect().height < 48)
          .map((one) => one.outerHTML.slice(0, 100)),
        cut: [...document.querySelectorAll<HTMLElement>('main *')]
          .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 1)
          .filter((one) => getComputedStyle(one).display !== 'inline')
          .map((one) => one.outerHTML.slice(0, 100)),
      }));
      expect(found).toEqual({ wide: 0, low: [], cut: [] });
    };
    await page.goto('/watch');
    await expect(row(page, table.first.name)).toBeVisible();
    await check();
    await page.goto(`/watch/${(await account()).name}`);
    await expect(page.getByTestId('waiting')).toBeVisible();
    await check();
  });
}
