// Puzzles without a connection: judged on the device, sent later.
import type { Page } from '@playwright/test';
import { done } from './support/people.ts';
import { find, get, PuzzlePage, wrongMove } from './support/puzzle.ts';
import { attemptOf, keep, someone } from './support/solving.ts';
import { expect, test } from './support/test.ts';

test.beforeEach(async ({ page }) => {
  // Replies come at once.
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

test('what is done without a connection is sent when there is one again', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'the same with a finger');
  const person = await someone(page);
  const context = page.context();
  await keep(page, {}, { mode: 'gomoku', level: 2 });
  const solver = page.waitForResponse(/solver.*\.wasm/);
  await page.goto('/puzzles');
  await solver;
  await expect.poll(() => batch(page)).toBeGreaterThan(5);
  await page.getByRole('button', { name: 'Start' }).click();
  const at = new PuzzlePage(page);
  await at.ready();
  await expect(at.button('Hint')).toBeEnabled();
  const first = await get(person.api, at.id);

  await context.setOffline(true);
  await at.solve(first);
  await expect(at.end).toContainText('The rating follows when you are back online.');
  await expect(page.getByTestId('offline')).toHaveText('Offline: your moves are sent later.');
  await context.setOffline(false);
  await expect(at.end).toContainText(/Puzzle rating \d+ → \d+ \(\+\d+\)/);
  await expect(page.getByTestId('offline')).toBeHidden();

  await context.setOffline(true);
  await at.button('Next').click();
  await expect(page).not.toHaveURL(new RegExp(`${first.puzzle_id}$`));
  await at.ready();
  const second = await get(person.api, at.id);
  await at.place(await wrongMove(second));
  await expect(at.prompt).toHaveText('That does not win.');
  await at.button('Show why not').click();
  await expect(page.getByTestId('refutation')).toContainText('there is no forced win.');
  await at.button('Try again').click();
  await at.button('Hint').click();
  await expect(page.getByTestId('hint')).toHaveCount(1);
  await at.solve(second);
  await expect(at.end).toContainText('Solved with 1 mistake and 1 hint.');
  await at.button('Next').click();
  await expect(page).not.toHaveURL(new RegExp(`${second.puzzle_id}$`));
  await at.ready();
  const third = at.id;
  await at.button('More').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Give up/ }).click();
  await dialog.getByRole('button', { name: /counts as not solved/ }).click();
  await expect(at.end).toContainText('it counts as not solved');
  await page.close();

  // Another page of the client, later.
  await context.setOffline(false);
  const later = await context.newPage();
  await later.goto('/watch');
  const status = async (id: string) => (await attemptOf(person, id)).data?.attempt;
  await expect.poll(async () => (await status(third))?.status).toBe('given_up');
  expect(await status(second.puzzle_id)).toMatchObject({
    ...{ status: 'solved', mistakes: 1, hints_taken: 1, first_try: false },
  });
  expect(await status(first.puzzle_id)).toMatchObject({ status: 'solved', first_try: true });
  expect(await later.evaluate(() => localStorage.getItem('x0.puzzles.queue'))).toBeNull();
});

test('what went on elsewhere meanwhile counts more than what was done here', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'the same with a finger');
  const person = await someone(page);
  const at = new PuzzlePage(page);
  const puzzle = await find(person.api, 'x0', 2);
  const solver = page.waitForResponse(/solver.*\.wasm/);
  await at.open(puzzle.puzzle_id);
  await solver;
  await page.context().setOffline(true);
  await at.solve(puzzle);
  const { attempt } = done(await attemptOf(person, puzzle.puzzle_id));
  const params = { path: { puzzle_id: puzzle.puzzle_id } };
  const body = { version: attempt.version };
  await person.api.POST('/v1/puzzles/{puzzle_id}/attempt/give-up', { params, body });
  await page.context().setOffline(false);
  await expect(at.end).toContainText('it counts as not solved');
  await expect(page.getByTestId('offline')).toBeHidden();
});
/** So many puzzles are kept for when there is no connection. */
function batch(page: Page): Promise<number> {
  return page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('x0.puzzles.batch') ?? '{}');
    return kept.batches?.[0]?.puzzles.length ?? 0;
  });
}

test.describe('with its service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the page opens and judges without a network', async ({ page, context, request }) => {
    const worker = await request.get('/sw.js');
    test.skip(!worker.headers()['content-type']?.includes('javascript'), 'a build has one');
    const { api } = await someone(page);
    await page.goto('/puzzles');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.reload();
    await expect.poll(() => page.evaluate(() => !!navigator.serviceWorker.controller)).toBe(true);
    await expect.poll(() => batch(page)).toBeGreaterThan(5);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByTestId('count')).toContainText('are ready on this device');
    await page.getByRole('button', { name: 'Start' }).click();
    const at = new PuzzlePage(page);
    await at.ready();
    const puzzle = await get(api, at.id);
    await at.solve(puzzle);
    await page.reload();
    await expect(at.end).toContainText('Solved at the first try!');
    await context.setOffline(false);
    await expect(at.end).toContainText('Puzzle rating');
  });
});
