import fs from 'node:fs';
import type { Page } from '@playwright/test';
import { axe } from './support/axe.ts';
import { listen } from './support/complaints.ts';
import { account, guest } from './support/people.ts';
import { meet, point, type Settings, type Table } from './support/play.ts';
import { chosen } from './support/settings.ts';
import { expect, test } from './support/test.ts';

const step = (page: Page) => page.getByTestId('step');
const moves = (page: Page) => page.getByRole('list', { name: 'Moves' });
const stones = (page: Page) => page.locator('.board svg .x0-stone');

/** Two guests at a table: they cost the system nothing. */
async function seated(more: Settings = {}): Promise<Table> {
  const [first, second] = await Promise.all([guest(), guest()]);
  return meet(first, second, more);
}

async function byFive(): Promise<Table> {
  const table = await seated();
  await table.playToTheEnd();
  return table;
}

async function byFoul(): Promise<Table> {
  const table = await seated();
  await table.place('F8', 'A1', 'G8', 'O15', 'H6', 'A15', 'H7', 'O1', 'H8');
  return table;
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(step(page)).toBeVisible();
}

test('by keyboard through a game that ended with five', async ({ page }) => {
  const complaints = listen(page);
  const table = await byFive();
  await open(page, `/g/${table.id}`);
  await expect(page.getByText('Five in a row.')).toBeVisible();
  await expect(stones(page)).toHaveCount(9);
  await expect(step(page)).toContainText('Turn 9 of 9');
  await page.keyboard.press('ArrowLeft');
  await expect(step(page)).toContainText('Turn 8 of 9');
  await expect(step(page)).toContainText('White G10');
  await expect(stones(page)).toHaveCount(8);
  await expect(page).toHaveURL(`/g/${table.id}?step=8`);
  await expect(moves(page).locator('[aria-current=step]')).toContainText('G10');
  await page.keyboard.press('Home');
  await expect(stones(page)).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(stones(page)).toHaveCount(1);
  await page.keyboard.press('End');
  await expect(stones(page)).toHaveCount(9);
  await expect(page).toHaveURL(`/g/${table.id}`);

  // On the board arrows walk over points; brackets go through the game.
  await page.locator('[role=gridcell][tabindex="0"]').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(stones(page)).toHaveCount(9);
  await page.keyboard.press('[');
  await expect(stones(page)).toHaveCount(8);
  await page.keyboard.press('{');
  await expect(stones(page)).toHaveCount(0);
  await page.keyboard.press(']');
  await expect(stones(page)).toHaveCount(1);
  expect(complaints).toEqual([]);
});

test('list and buttons', async ({ page }) => {
  const table = await byFive();
  await open(page, `/g/${table.id}`);
  await moves(page).getByRole('button').nth(3).click();
  await expect(stones(page)).toHaveCount(4);
  const group = page.getByRole('group', { name: 'Go through the game' });
  await group.getByRole('button', { name: 'One move forward' }).click();
  await expect(stones(page)).toHaveCount(5);
  await group.getByRole('button', { name: 'To the start' }).click();
  await expect(stones(page)).toHaveCount(0);
  await group.getByRole('button', { name: 'Play through' }).click();
  await expect(stones(page)).toHaveCount(2);
  await group.getByRole('button', { name: 'Pause' }).click();
  const shown = await stones(page).count();
  await page.waitForTimeout(1_500);
  await expect(stones(page)).toHaveCount(shown);
  for (const button of await group.getByRole('button').all()) {
    const box = await button.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(47.9);
  }
});

test('a link to a step or to a number of stones', async ({ page }) => {
  const table = await seated({ mode: 'gomoku' });
  await table.place('H8', 'H9', 'G7');
  await table.act('second', { type: 'add_two' });
  await table.place('J9', 'K9');
  await table.act('first', { type: 'choose', colour: 'black' });
  await table.act('first', { type: 'resign' });
  await open(page, `/g/${table.id}?step=4`);
  await expect(step(page)).toContainText(`${table.second.name} adds two stones`);
  await expect(stones(page)).toHaveCount(3);
  await open(page, `/g/${table.id}?ply=4`);
  await expect(step(page)).toContainText('White J9');
  await expect(page).toHaveURL(`/g/${table.id}?step=5`);
  await page.reload();
  await expect(step(page)).toContainText('White J9');
  await page.keyboard.press('End');
  await expect(step(page)).toContainText(`${table.first.name} chooses Black`);
  await expect(page.getByText('Black resigned.')).toBeVisible();
});

test('why a point is forbidden, at an earlier step', async ({ page }) => {
  const table = await byFoul();
  await open(page, `/g/${table.id}`);
  await expect(page.getByText('Black made a foul: double three.')).toBeVisible();
  await expect(page.getByText('Double three at H8')).toHaveCount(1);
  await expect(page.getByText(/Three F8-G8-H8: made real by E8 or I8/)).toBeVisible();
  await expect(page.locator('.board svg .proof')).toHaveCount(4);

  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('.board svg .proof')).toHaveCount(0);
  const ask = page.getByTestId('ask');
  const answer = page.getByTestId('answer');
  const type = async (name: string) => {
    await ask.getByRole('textbox').fill(name);
    await ask.getByRole('button', { name: 'Ask' }).click();
  };
  await type('h8');
  await expect(answer).toContainText('Double three at H8');
  await expect(answer).toContainText('made real by');
  await expect(page.locator('.board svg .proof')).toHaveCount(4);
  await expect(page.locator('[aria-live=polite]').filter({ hasText: 'Double three' })).toHaveCount(
    1,
  );
  await type('D4');
  await expect(answer).toContainText('D4: allowed. Black may play there.');
  await expect(page.locator('.board svg .proof')).toHaveCount(0);
  await type('F8');
  await expect(answer).toContainText('choose an empty point');
  await type('Z9');
  await expect(ask).toContainText('There is no point Z9');
  // By touching the board.
  await page.locator(`[role=gridcell][aria-label^="H8,"]`).click();
  await expect(answer).toContainText('Double three at H8');
  // Another step has other answers.
  await page.locator('[role=gridcell][tabindex="0"]').press('[');
  await expect(answer).toBeHidden();
  await type('H8');
  await expect(answer).toContainText('White has no forbidden points');
});

test('after a pass the point is judged for whoever moves', async ({ page }) => {
  const table = await seated();
  await table.place('F8', 'A1', 'G8', 'O15', 'H6', 'A15', 'H7');
  await table.act('second', { type: 'pass' });
  await table.act('first', { type: 'resign' });
  await open(page, `/g/${table.id}`);
  const ask = page.getByTestId('ask');
  await ask.getByRole('textbox').fill('H8');
  await ask.getByRole('button', { name: 'Ask' }).click();
  await expect(page.getByTestId('answer')).toContainText('Double three at H8');
});

test('while a game is played without marks there is nothing to ask', async ({ page }) => {
  const table = await seated({ foul_marks: false });
  await table.place('H8', 'G9', 'J8');
  await page.goto(`/g/${table.id}`);
  await expect(stones(page)).toHaveCount(3);
  await moves(page).getByRole('button').nth(1).click();
  await expect(step(page)).toContainText('Turn 2 of 3');
  await expect(page.getByTestId('ask')).toHaveCount(0);
  const { game_id } = await table.snapshot();
  const query = { ply: 2, x: point('H9')[0], y: point('H9')[1] };
  const path = { game_id };
  const { error } = await table.first.api.GET('/v1/games/{game_id}/explain', {
    params: { path, query },
  });
  expect(error).toMatchObject({ reason: 'marks_off' });
});

test('files to keep', async ({ page }) => {
  const table = await byFive();
  await open(page, `/g/${table.id}`);
  await page.getByText('Share', { exact: true }).last().click();
  const saved = async (button: string) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ]);
    return { name: file.suggestedFilename(), text: fs.readFileSync(await file.path(), 'utf8') };
  };
  const text = await saved('Download as text');
  expect(text.name).toMatch(/^x-0-.*\.txt$/);
  expect(text.text.trimEnd().split('\n').at(-1)).toBe('d8 d10 e8 e10 f8 f10 g8 g10 h8');
  expect(text.text).toContain(`Black: ${table.first.name}`);
  const sgf = await saved('Download SGF');
  expect(sgf.name).toMatch(/\.sgf$/);
  expect(sgf.text).toMatch(/^\(;FF\[4\]GM\[4\]/);
  expect(sgf.text).toContain(`PB[${table.first.name}]`);
  expect(sgf.text.match(/\n;[BW]\[[a-o]{2}\]/g)).toHaveLength(9);
});

test('the link to a position is copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const table = await byFive();
  await open(page, `/g/${table.id}?step=3`);
  await page.getByText('Share', { exact: true }).last().click();
  await page.getByRole('button', { name: 'Copy link to this position' }).click();
  await expect(page.getByText('Link copied.').first()).toBeAttached();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(copied).pathname + new URL(copied).search).toBe(`/g/${table.id}?step=3`);
});

test('ratings after a rated game', async ({ page }) => {
  const [ann, bob] = await Promise.all([account(), account()]);
  const table = await meet(ann, bob, { rated: true });
  await table.playToTheEnd();
  await open(page, `/g/${table.id}`);
  await expect(
    page.getByText(new RegExp(`${table.first.name}: 1,500 → 1,5\\d\\d \\(\\+`)),
  ).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText(/→ 1,4\d\d \(-/)).toBeVisible();
});

test('opening turns in the list', async ({ page }) => {
  const table = await seated({ mode: 'renju' });
  await table.place('H8');
  await table.act('second', { type: 'swap' });
  await table.act('first', { type: 'resign' });
  await open(page, `/g/${table.id}`);
  await expect(step(page)).toContainText(`Swap: ${table.second.name} takes Black`);
  await expect(moves(page).getByRole('button')).toHaveCount(2);
});

for (const theme of ['light', 'dark', 'contrast'] as const) {
  test(`nothing for axe to say, ${theme}`, async ({ page }) => {
    await chosen(page, { theme });
    const table = await byFoul();
    await open(page, `/g/${table.id}?step=8`);
    await page.getByTestId('ask').getByRole('textbox').fill('H8');
    await page.getByTestId('ask').getByRole('button', { name: 'Ask' }).click();
    await expect(page.getByTestId('answer')).toContainText('Double three');
    for (const summary of await page.locator('summary').all()) await summary.click();
    expect(await axe(page)).toEqual([]);
  });
}

for (const language of ['en', 'ru', 'vi'] as const) {
  test(`320 px, ${language}: nothing cut`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    await chosen(page, { language });
    const table = await byFoul();
    await open(page, `/g/${table.id}?step=8`);
    await page.getByTestId('ask').getByRole('textbox').fill('H8');
    await page.getByTestId('ask').locator('button[type=submit]').click();
    await expect(page.getByTestId('answer')).toContainText('F8-G8-H8');
    for (const summary of await page.locator('summary').all()) await summary.click();
    const found = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth - innerWidth,
      cut: [...document.querySelectorAll<HTMLElement>('.review, .review *')]
        .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 1)
        .filter((one) => getComputedStyle(one).display !== 'inline')
        .map((one) => one.outerHTML.slice(0, 100)),
      low: [...document.querySelectorAll('.review button, .review input, .review summary')]
        .filter((one) => one.getBoundingClientRect().height < 47.9)
        .map((one) => one.outerHTML.slice(0, 100)),
    }));
    expect(found).toEqual({ wide: 0, cut: [], low: [] });
  });
}
