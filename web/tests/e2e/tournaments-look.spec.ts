// Tournaments as they look: for axe, and on the narrowest phones.
import type { Page } from '@playwright/test';
import { axe } from './support/axe.ts';
import { account, signIn, unique } from './support/people.ts';
import { chosen } from './support/settings.ts';
import { stack } from './support/stack.ts';
import { expect, test } from './support/test.ts';
import { create } from './support/tournament.ts';

// Passwords are hashed slowly on purpose, and many tests make accounts at once.
test.describe.configure({ timeout: 120_000 });

const url = (path: string) => `${stack().urls[0]}${path}`;
const HOUR = 3_600;
// As narrow as a phone gets; so tall that the navigation below covers nothing.
const TALL = { width: 320, height: 4000 };
const LOCALES = ['en', 'ru', 'vi'] as const;

/** Every page of this part as it is when much is to be said. */
async function* pages(page: Page): AsyncGenerator<string> {
  const [ann, bob] = await Promise.all([account(), account()]);
  const full = await create(ann, {
    ...{
      start: HOUR,
      name: `${unique('W'.repeat(11))}${'W'.repeat(40)}`,
      boards: 12,
      password: 'x',
    },
    ...{ min_rating: 1000, max_rating: 2000, maximum: 5_000, format: 'swiss' },
  });
  const own = await create(ann, { start: HOUR, maximum: 8 });
  await own.enter(bob);
  await signIn(page.context(), bob);
  await page.goto(url('/t'));
  await expect(page.getByTestId('yours')).toBeVisible();
  await expect(page.getByText(full.name)).toBeVisible();
  yield 'list';
  await page.goto(url('/t/new'));
  await page.locator('#tournament-name').fill('');
  await page.locator('summary').click();
  await page.locator('#tournament-minimum').fill('1');
  await page.locator('form > .button').click();
  await expect(page.getByTestId('summary')).toBeVisible();
  yield 'form with faults';
  await page.goto(url('/'));
  await expect(page.getByTestId('next-tournament').getByRole('link')).toHaveCount(2);
  yield 'lobby';
}

for (const theme of ['light', 'dark', 'contrast'] as const) {
  test(`nothing for axe to say: ${theme}`, async ({ page }, info) => {
    test.skip(info.project.name !== 'phone', 'the window is as narrow in both');
    await chosen(page, { theme });
    await page.setViewportSize(TALL);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for await (const where of pages(page)) {
      expect({ where, found: await axe(page) }).toEqual({ where, found: [] });
    }
  });
}

for (const language of LOCALES) {
  test(`320 px, fingers: ${language}`, async ({ page }, info) => {
    test.skip(info.project.name !== 'phone', 'the window is as narrow in both');
    await chosen(page, { language });
    await page.setViewportSize(TALL);
    for await (const where of pages(page)) {
      const found = await page.evaluate(() => {
        const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
        const controls = [
          ...document.querySelectorAll(
            'main .button, main label:has(input[type=radio]), main input, main select, main .row',
          ),
        ].filter((one) => !one.matches('[type=radio], [type=checkbox]'));
        const low = controls.filter((one) => one.getBoundingClientRect().height < 48);
        const cut = [...document.querySelectorAll<HTMLElement>('main *')].filter(
          (one) =>
            !one.matches('.hidden, input, select, option, svg *') &&
            (one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > 320.5) &&
            getComputedStyle(one).display !== 'inline',
        );
        const tabs = [...document.querySelectorAll<HTMLElement>('.tabs a')].filter(
          (one) => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().width < 48,
        );
        const name = (one: Element) => `${one.className}: ${one.textContent?.trim().slice(0, 40)}`;
        return { wide, low: low.map(name), cut: [...cut, ...tabs].map(name) };
      });
      expect({ where, ...found }).toEqual({ where, wide: 0, low: [], cut: [] });
    }
  });
}
