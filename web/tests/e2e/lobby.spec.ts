// Quick pairing: a tile is pressed, and two who want the same play.
//
// Both projects run at once on one system, so each has modes of its own.
import type { Page, TestInfo } from '@playwright/test';
import { listen } from './support/complaints.ts';
import { account, signIn, visit } from './support/people.ts';
import { GAME } from './support/play.ts';
import { expect, test } from './support/test.ts';

const modeOf = (info: TestInfo) => (info.project.name === 'phone' ? 'Gomoku' : 'Renju');
const tile = (page: Page, control: string) =>
  page
    .getByTestId('tiles')
    .getByRole('button', { name: new RegExp(`^${control.replace('+', '\\+')} `) });

/** The lobby with this mode chosen, casual. */
async function lobby(page: Page, mode: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('radio', { name: new RegExp(`^${mode}`) }).check();
  await page.getByRole('radio', { name: /^Casual/ }).check();
}

test('a newcomer is told what this is and finds two guests a game', async ({
  page,
  browser,
}, info) => {
  const complaints = listen(page);
  await lobby(page, modeOf(info));
  await expect(page).toHaveTitle('Play · X-0');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Five in a row, live');
  await expect(page.getByTestId('tiles').getByRole('button', { name: /min/ })).toHaveCount(5);
  const other = await visit(browser);
  await lobby(other, modeOf(info));

  await tile(page, '2+1').click();
  await expect(tile(page, '2+1')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByTestId('searching')).toContainText('2+1, casual');
  // Whoever looks at the lobby sees that somebody waits.
  await expect(tile(other, '2+1')).toContainText('1 waiting');
  await tile(other, '2+1').click();
  await expect(page).toHaveURL(GAME);
  await expect(other).toHaveURL(page.url());
  expect(complaints).toEqual([]);
  await other.context().close();
});

test('a search is cancelled by a second press and by Esc', async ({ page, browser }, info) => {
  await lobby(page, modeOf(info));
  const other = await visit(browser);
  await lobby(other, modeOf(info));
  for (const stop of [() => tile(page, '3+2').click(), () => page.keyboard.press('Escape')]) {
    await tile(page, '3+2').click();
    await expect(tile(other, '3+2')).toContainText('1 waiting');
    await expect(page.getByTestId('searching')).toContainText(/0:0[1-9]/);
    await stop();
    await expect(tile(page, '3+2')).toHaveAttribute('aria-pressed', 'false');
    await expect(page.getByTestId('searching')).toHaveCount(0);
    await expect(tile(other, '3+2')).not.toContainText('waiting');
  }
  // Another tile takes the place of the first: there is one search at a time.
  await tile(page, '3+2').click();
  await expect(tile(other, '3+2')).toContainText('1 waiting');
  await tile(page, '7+2').click();
  await expect(tile(other, '7+2')).toContainText('1 waiting');
  await expect(tile(other, '3+2')).not.toContainText('waiting');
  await expect(page.getByRole('button', { pressed: true })).toHaveCount(1);
  // Closing the page withdraws it.
  await page.goto('about:blank');
  await expect(tile(other, '7+2')).not.toContainText('waiting');
  await other.context().close();
});

test('a search goes on across pages, and leads to the game from there', async ({
  page,
  browser,
}, info) => {
  await lobby(page, modeOf(info));
  await tile(page, '5+3').click();
  await expect(page.getByTestId('searching')).toBeVisible();
  await expect(page.getByTestId('search-strip')).toHaveCount(0);
  await page.getByRole('link', { name: 'Own settings' }).click();
  await expect(page).toHaveURL(/\/new$/);
  const strip = page.getByTestId('search-strip');
  await expect(strip).toContainText('5+3, casual');
  await expect(strip).toContainText(/0:0[1-9]/);
  await strip.getByRole('button', { name: 'Cancel' }).click();
  await expect(strip).toHaveCount(0);

  await page.getByRole('link', { name: 'Play', exact: true }).filter({ visible: true }).click();
  await tile(page, '5+3').click();
  await page.getByRole('link', { name: 'Own settings' }).click();
  await expect(strip).toBeVisible();
  const other = await visit(browser);
  await lobby(other, modeOf(info));
  await tile(other, '5+3').click();
  await expect(page).toHaveURL(GAME);
  await expect(other).toHaveURL(page.url());
  await other.context().close();
});

test('a search belongs to one tab', async ({ page, context, browser }, info) => {
  await lobby(page, modeOf(info));
  await tile(page, '10+5').click();
  await expect(page.getByRole('banner').getByText('Create account')).toBeVisible();
  const second = await context.newPage();
  await lobby(second, modeOf(info));
  await tile(second, '10+5').click();
  await expect(second.getByTestId('searching')).toBeVisible();
  await expect(page.getByText('The search goes on in another tab.').first()).toBeAttached();
  await expect(page.getByTestId('searching')).toHaveCount(0);
  const other = await visit(browser);
  await lobby(other, modeOf(info));
  await tile(other, '10+5').click();
  await expect(second).toHaveURL(GAME);
  await expect(other).toHaveURL(second.url());
  await expect(page.getByText(/Your game against .* is running/).first()).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await other.context().close();
});

test('a search survives a lost connection', async ({ page, context, browser }, info) => {
  await lobby(page, modeOf(info));
  await tile(page, '7+2').click();
  await expect(page.getByTestId('searching')).toBeVisible();
  // It is a quiet search: what became of it is asked when something changes, and no more.
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/v1/seeks/q-')) asked += 1;
  });
  await page.waitForTimeout(3_000);
  expect(asked).toBeLessThan(6);
  await context.setOffline(true);
  await expect(page.getByTestId('connection')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByTestId('connection')).toHaveCount(0);
  await expect(page.getByTestId('searching')).toBeVisible();
  const other = await visit(browser);
  await lobby(other, modeOf(info));
  await tile(other, '7+2').click();
  await expect(page).toHaveURL(GAME);
  await expect(other).toHaveURL(page.url());
  await other.context().close();
});

test('a rated tile offers a guest an account, or the same without rating', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('radio', { name: /^Rated/ }).check();
  await tile(page, '10+5').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Rated games need an account');
  await expect(dialog.getByRole('link', { name: 'Create account' })).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await tile(page, '10+5').click();
  await dialog.getByRole('button', { name: 'Play without rating' }).click();
  await expect(page.getByTestId('searching')).toContainText('10+5, casual');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByTestId('searching')).toHaveCount(0);
});

test('two accounts meet in a rated game', async ({ page, context, browser }, info) => {
  await signIn(context, await account());
  const other = await visit(browser, await account());
  for (const at of [page, other]) {
    await at.goto('/');
    await at.getByRole('radio', { name: new RegExp(`^${modeOf(info)}`) }).check();
    // Rated is what an account begins with.
    await expect(at.getByRole('radio', { name: /^Rated/ })).toBeChecked();
    await tile(at, '2+1').click();
  }
  await expect(page).toHaveURL(GAME);
  await expect(other).toHaveURL(page.url());
  await other.context().close();
});

test('pinned tiles stay on the device', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Pin: X-0, 3+2, casual' }).click();
  await page.getByRole('radio', { name: /^Renju/ }).check();
  await page.reload();
  await expect(page.getByRole('radio', { name: /^Renju/ })).toBeChecked();
  const pinned = page.getByTestId('pinned');
  await expect(pinned.getByRole('button', { name: /^3\+2 X-0, casual/ })).toBeVisible();
  await pinned.getByRole('button', { name: 'Pin: X-0, 3+2, casual' }).click();
  await expect(pinned).toHaveCount(0);
});

test('the lobby says what failed, and goes on when told to', async ({ page }) => {
  let fail = true;
  await page.route('**/v1/modes', (route) => (fail ? route.abort() : route.continue()));
  await page.goto('/');
  const failure = page.getByRole('alert').filter({ hasText: 'This did not work' });
  await expect(failure).toContainText('The server could not be reached.');
  fail = false;
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(tile(page, '5+3')).toBeVisible();
});
