// The pages of rules, in every language, theme and width; and a board to place stones on.
import type { Page } from '@playwright/test';
import { axe } from './support/axe';
import { listen } from './support/complaints';
import { chosen } from './support/settings.ts';
import { expect, test } from './support/test';

const LANGUAGES = ['en', 'ru', 'vi'] as const;
const PAGES = [
  'modes',
  'winning',
  'fouls',
  'openings',
  'strategy',
  'play',
  'ratings',
  'tournaments',
  'differences',
  'glossary',
];

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

/** Opens a page with a language and a theme that were chosen before. */
async function open(
  page: Page,
  path: string,
  choices: Parameters<typeof chosen>[1],
): Promise<void> {
  await chosen(page, choices);
  await page.goto(path);
  await expect(page.locator(path === '/rules' ? 'main .card' : 'article').first()).toBeVisible();
}

/** The whole page in the window: what the bar of tabs covers is a matter of scrolling. */
async function showAll(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 390, height });
}

function example(page: Page, caption: string) {
  return page.getByRole('figure', { name: caption });
}

for (const language of LANGUAGES) {
  test(`every page in ${language}: no complaints, a title, nothing wider than the screen`, async ({
    page,
  }) => {
    const complaints = listen(page);
    await page.setViewportSize({ width: 320, height: 568 });
    const titles = new Set<string>();
    for (const path of ['/rules', ...PAGES.map((name) => `/rules/${name}`)]) {
      await open(page, path, { language });
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page).toHaveTitle(/ · X-0$/);
      titles.add(await page.title());
      const widest = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(`${path} ${widest}`).toBe(`${path} 320`);
    }
    expect(titles.size).toBe(PAGES.length + 1);
    expect(complaints).toEqual([]);
  });
}

for (const [shift, theme] of (['light', 'dark', 'contrast'] as const).entries()) {
  test(`accessible in ${theme}`, async ({ page, isMobile }) => {
    test.skip(isMobile && theme !== 'light', 'the same colours');
    test.setTimeout(120_000);
    for (const [n, path] of ['/rules', ...PAGES.map((name) => `/rules/${name}`)].entries()) {
      // Each page in each language in one of the themes: only the words differ.
      const language = LANGUAGES[(n + shift) % LANGUAGES.length] ?? 'en';
      await open(page, path, { theme, language });
      await showAll(page);
      expect(`${path} ${(await axe(page)).join('\n')}`).toBe(`${path} `);
    }
    await open(page, '/rules/fouls', { theme, language: 'en' });
    const figure = example(page, 'H8 makes a three in the row and a three in the column.');
    await figure.getByRole('button', { name: 'Place stones yourself' }).click();
    await figure.locator('[data-cell="112"]').click();
    await expect(figure.getByRole('status')).toContainText('double three');
    await showAll(page);
    expect(await axe(page, { within: 'article' })).toEqual([]);
  });
}

test('stones are placed, and what they make is said and drawn', async ({ page }) => {
  const complaints = listen(page);
  await open(page, '/rules/fouls', { language: 'en' });
  const figure = example(page, 'H8 makes a three in the row and a three in the column.');
  await figure.getByRole('button', { name: 'Place stones yourself' }).click();
  const words = figure.getByRole('status');
  await expect(words).toHaveText('Black to move.');

  await figure.getByRole('gridcell', { name: 'H8, empty' }).click();
  await expect(words).toHaveText(
    'H8 is a double three, and Black loses: ' +
      'F8‑G8‑H8, made real by E8 and I8; H6‑H7‑H8, made real by H5 and H9.',
  );
  await expect(figure.locator('line.proof.under')).toHaveCount(2);
  await expect(figure.locator('circle.extends')).toHaveCount(4);

  await figure.getByRole('button', { name: 'Undo' }).click();
  await expect(words).toHaveText('Black to move.');
  await figure.getByLabel('Show forbidden points').check();
  await expect(
    figure.getByRole('gridcell', { name: 'H8, forbidden for Black: double three' }),
  ).toHaveCount(1);

  // One colour only, on an empty board, by keys.
  await figure.getByRole('button', { name: 'Empty board' }).click();
  await figure.getByLabel('White', { exact: true }).check();
  await figure.locator('[data-cell="112"]').focus();
  for (let n = 0; n < 5; n++) {
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowRight');
  }
  await expect(words).toContainText('L8 makes exactly five: H8‑I8‑J8‑K8‑L8. White wins.');
  await figure.getByRole('button', { name: 'Reset' }).click();
  await expect(words).toHaveText('Black to move.');
  await figure.getByRole('button', { name: 'Close' }).click();
  await expect(figure.getByRole('button', { name: 'Place stones yourself' })).toBeFocused();
  expect(complaints).toEqual([]);
});

test('why a three does not count, in every language', async ({ page }) => {
  const says = {
    en: /F8‑G8‑H8 looks like a three and is not real\. I8 would be a double four/,
    ru: /F8‑G8‑H8 похоже на тройку, но не настоящая\. I8 был бы вилкой 4×4/,
    vi: /F8‑G8‑H8 trông như tam nhưng là tam giả\. I8 sẽ là tứ tứ/,
  };
  for (const language of LANGUAGES) {
    await open(page, '/rules/fouls', { language });
    const figure = page.locator('#real ~ * figure').nth(1);
    await figure.getByRole('button').click();
    await figure.locator('[data-cell="112"]').click();
    await expect(figure.getByRole('status')).toContainText(says[language]);
  }
});

test('a task is solved against forced answers', async ({ page }) => {
  await open(page, '/rules/strategy', { language: 'en' });
  const figure = example(page, 'Black wins with two fours.');
  await figure.getByRole('button', { name: 'Solve it' }).click();
  const words = figure.getByRole('status');
  const place = (point: string) =>
    figure.getByRole('gridcell', { name: `${point}, empty` }).click();
  await place('A1');
  await expect(words).toContainText('That was not a four');
  await figure.getByRole('button', { name: 'Undo' }).click();
  await place('F6');
  await expect(words).toContainText('White on F9.');
  await place('G7');
  await place('I9');
  await expect(words).toContainText('Solved.');
});

test('an example is stepped through', async ({ page }) => {
  await open(page, '/rules/strategy', { language: 'en' });
  const figure = example(page, 'A 4-3 played out.');
  await figure.getByRole('button', { name: 'Step through or play' }).click();
  for (let n = 1; n <= 5; n++) {
    await figure.getByRole('button', { name: 'Next move' }).click();
    await expect(figure).toContainText(`Move ${n} of 5`);
  }
  await expect(figure.getByRole('status')).toContainText('Black wins.');
});

test('links inside and between pages, and a page that is not there', async ({ page }) => {
  await open(page, '/rules', { language: 'en' });
  await page.getByRole('link', { name: 'Fouls' }).click();
  await expect(page).toHaveURL(/\/rules\/fouls$/);
  await expect(page).toHaveTitle('Fouls · X-0');
  await page.getByRole('link', { name: 'Next: Openings' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Openings');
  await page.getByRole('link', { name: 'Taraguchi-10' }).click();
  await expect(page.getByRole('heading', { name: 'Taraguchi-10' })).toBeInViewport();

  await open(page, '/rules/differences', { language: 'en' });
  await page.getByRole('link', { name: 'Real and false threes' }).click();
  await expect(page.getByRole('heading', { name: 'Real and false threes' })).toBeInViewport();

  await page.goto('/rules/nothing');
  await expect(page.getByText('There is no such page of rules.')).toBeVisible();
});

test('the language changes under the reader', async ({ page }) => {
  await open(page, '/rules/ratings', { language: 'en' });
  await page.evaluate(() => {
    localStorage.setItem('x0.settings', JSON.stringify({ language: 'ru' }));
    dispatchEvent(new StorageEvent('storage', { key: 'x0.settings' }));
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Рейтинг');
  await expect(page).toHaveTitle('Рейтинг · X-0');
});
