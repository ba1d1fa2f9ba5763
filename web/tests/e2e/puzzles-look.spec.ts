// Every state of the pages of puzzles: in each theme, and on the smallest phone in each language.
import type { Page } from '@playwright/test';
import { axe } from './support/axe.ts';
import { find, PuzzlePage, wrongMove } from './support/puzzle.ts';
import { keep, someone } from './support/solving.ts';
import { expect, test } from './support/test.ts';

test.beforeEach(async ({ page }) => {
  // Replies come at once.
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

/** Every state of the pages, to be looked at. */
async function* states(page: Page): AsyncGenerator<string> {
  const { api } = await someone(page);
  const at = new PuzzlePage(page);
  const puzzle = await find(api, 'renju', 2);
  const actions = page.locator('.actions');
  await page.goto('/puzzles');
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.getByTestId('daily').locator('svg .x0-stone').first()).toBeVisible();
  yield 'start';
  await at.open(puzzle.puzzle_id);
  // Buttons wake a moment after the page is there.
  await expect(actions.getByRole('button').first()).toBeEnabled();
  yield 'play';
  await actions.getByRole('button').nth(1).click();
  await expect(page.getByTestId('hint')).toHaveCount(1);
  await actions.getByRole('button').nth(1).click();
  await expect(page.getByTestId('hint')).toHaveCount(2);
  yield 'hints';
  await at.touch(await wrongMove(puzzle));
  await expect(page.locator('.x0-wrong')).toBeVisible();
  await expect(actions.getByRole('button').first()).toBeEnabled();
  yield 'wrong';
  await actions.getByRole('button').nth(1).click();
  await expect(page.getByTestId('refutation')).toBeVisible();
  yield 'refuted';
  await actions.locator('.primary').click();
  await actions.getByRole('button').last().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  yield 'sheet';
  await page.keyboard.press('Escape');
  await at.touchToTheEnd(puzzle);
  await expect(actions.getByRole('button').first()).toBeEnabled();
  yield 'solved';
  await page.goto('/puzzles/attempts');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  yield 'attempts';
  await page.goto('/puzzles/renju-999999');
  await expect(page.getByRole('main').getByRole('link')).toBeVisible();
  yield 'no such puzzle';
}

for (const theme of ['light', 'dark', 'contrast'] as const) {
  test(`nothing for axe to say: ${theme}`, async ({ page, isMobile }) => {
    test.skip(isMobile && theme !== 'light', 'the same colours');
    await keep(page, { theme });
    for await (const where of states(page)) {
      expect({ where, found: await axe(page) }).toEqual({ where, found: [] });
    }
  });
}

for (const language of ['en', 'ru', 'vi'] as const) {
  test(`320 px: ${language}`, async ({ page, isMobile }) => {
    test.skip(!isMobile, 'the same page');
    await keep(page, { language });
    await page.setViewportSize({ width: 320, height: 568 });
    const places = new Set<string>();
    for await (const where of states(page)) {
      const found = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        const cut = [...document.querySelectorAll<HTMLElement>('main *')].filter(
          (one) =>
            !one.matches('.hidden, input, svg *, .hit, .hit *') &&
            (one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > 320.5) &&
            getComputedStyle(one).display !== 'inline',
        );
        const low = [...document.querySelectorAll('main .button')].filter(
          (one) => one.getBoundingClientRect().height < 48,
        );
        const name = (one: Element) => `${one.className}: ${one.textContent?.trim().slice(0, 40)}`;
        return { wide: scrollWidth - clientWidth, cut: cut.map(name), low: low.map(name) };
      });
      expect({ where, ...found }).toEqual({ where, wide: 0, cut: [], low: [] });
      if (await page.locator('.actions').isVisible()) {
        const boxes = ['.frame svg', '.actions'].map((part) =>
          page.locator(part).first().boundingBox(),
        );
        places.add(JSON.stringify(await Promise.all(boxes)));
      }
    }
    // Neither the board nor the bar moved, and both are in the window.
    expect(places.size).toBe(1);
    const [board, bar] = JSON.parse([...places][0] ?? '[]');
    expect(board.y).toBeGreaterThan(0);
    expect(bar.y + bar.height).toBeLessThanOrEqual(568);
  });
}
