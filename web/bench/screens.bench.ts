// A picture of every screen in three languages, for the eye: `npm run screens`, then look at shots/.
//
//   X0_SHOTS_ONLY=lobby,game npm run screens       some of them
import { mkdirSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { account, done, type Person, signIn, unique } from '../tests/e2e/support/people.ts';
import { meet } from '../tests/e2e/support/play.ts';
import { test } from '../tests/e2e/support/test.ts';

const FOLDER = new URL('../shots', import.meta.url).pathname;
const ABOUT = 'We meet on Friday evenings and play every opening.\nBeginners are welcome.';
const only = process.env.X0_SHOTS_ONLY?.split(',');

const SIZES = {
  small: { width: 320, height: 568 },
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
} as const;
type Size = keyof typeof SIZES;

interface Look {
  readonly size: Size;
  readonly language: 'en' | 'ru' | 'vi';
  readonly theme: 'light' | 'dark' | 'contrast';
}

/** Every language at the narrowest; dark and contrast in one language. */
const LOOKS: readonly Look[] = [
  { size: 'small', language: 'en', theme: 'light' },
  { size: 'small', language: 'ru', theme: 'dark' },
  { size: 'small', language: 'vi', theme: 'light' },
  { size: 'phone', language: 'en', theme: 'light' },
  { size: 'phone', language: 'ru', theme: 'light' },
  { size: 'phone', language: 'vi', theme: 'dark' },
  { size: 'desktop', language: 'en', theme: 'light' },
  { size: 'desktop', language: 'ru', theme: 'dark' },
  { size: 'desktop', language: 'vi', theme: 'contrast' },
];

async function look(
  browser: Browser,
  who: Person | null,
  name: string,
  address: string,
  ready: (page: Page) => Promise<unknown> = async () => {},
): Promise<void> {
  if (only && !only.some((part) => name.startsWith(part))) return;
  mkdirSync(FOLDER, { recursive: true });
  for (const { size, language, theme } of LOOKS) {
    const phone = size !== 'desktop';
    const context = await browser.newContext({
      viewport: SIZES[size],
      isMobile: phone,
      hasTouch: phone,
    });
    await context.addInitScript(
      (chosen) => localStorage.setItem('x0.settings', JSON.stringify(chosen)),
      { theme, language },
    );
    if (who) await signIn(context, who);
    const page = await context.newPage();
    await page.goto(address);
    await page.locator('main h1').first().waitFor({ state: 'attached' });
    await ready(page);
    await page.waitForTimeout(600);
    const file = `${FOLDER}/${name}-${size}-${language}-${theme}.png`;
    const fits = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    if (!fits) console.log(`${file}: scrolls sideways`);
    await page.screenshot({ path: file, fullPage: !name.startsWith('game') });
    await context.close();
  }
}

test('every screen', async ({ browser }) => {
  const [ann, bob, eve] = [await account(), await account(), await account()];
  const ended = await meet(ann, bob, { rated: true });
  await ended.place('H8', 'A1', 'G8', 'A3', 'J10', 'A5', 'J11', 'A7', 'J8');
  const running = await meet(ann, bob, { rated: true });
  await running.place('H8', 'G9', 'F8', 'I10', 'G7');
  const fifth = await meet(ann, bob, { mode: 'renju', rated: true });
  await fifth.place('H8');
  await fifth.act('second', { type: 'keep' });
  await fifth.place('G9');
  await fifth.act('first', { type: 'keep' });
  await fifth.place('I7');
  await fifth.act('second', { type: 'keep' });
  await fifth.place('G7');
  const choice = await meet(ann, bob, { mode: 'gomoku' });
  await choice.place('H8', 'G9', 'J10');

  const body = { name: unique('Five in a row '), tag: unique('T').slice(0, 6), about: ABOUT };
  const clan = done(await ann.api.POST('/v1/clans', { body }));
  const { clan_id } = clan;
  for (const { playerId: player_id } of [eve, bob]) {
    const params = { path: { clan_id, player_id } };
    await ann.api.PUT('/v1/clans/{clan_id}/invitations/{player_id}', { params });
  }
  await eve.api.POST('/v1/clan-invitations/{clan_id}/accept', { params: { path: { clan_id } } });

  const game = (page: Page) => page.getByRole('grid').waitFor();
  await look(browser, null, 'lobby-visitor', '/');
  await look(browser, ann, 'lobby', '/');
  await look(browser, ann, 'new', '/new');
  await look(browser, ann, 'watch', '/watch');
  await look(browser, ann, 'ranking', '/ranking');
  await look(browser, ann, 'profile', `/u/${ann.name}`);
  await look(browser, ann, 'clans', '/clans');
  await look(browser, bob, 'clans-invited', '/clans');
  await look(browser, null, 'clans-visitor', `/clans/${clan_id}`);
  await look(browser, eve, 'clan-member', `/clans/${clan_id}`);
  await look(browser, ann, 'clan', `/clans/${clan_id}`);
  const press = (button: string) => (page: Page) => page.locator(button).first().click();
  await look(browser, ann, 'clans-new', '/clans', press('main header button'));
  const managed = press('[data-testid=member] button');
  await look(browser, ann, 'clan-manage', `/clans/${clan_id}`, managed);
  await look(browser, ann, 'settings', '/settings');
  await look(browser, ann, 'account', '/account');
  await look(browser, null, 'login', '/login');
  await look(browser, null, 'register', '/register');
  await look(browser, null, 'rules', '/rules');
  await look(browser, null, 'rules-fouls', '/rules/fouls');
  await look(browser, null, 'missing', '/nowhere');
  await look(browser, running.second, 'game-turn', `/g/${running.id}`, game);
  await look(browser, null, 'game-watch', `/g/${running.id}`, game);
  await look(browser, fifth.first, 'game-fifth', `/g/${fifth.id}`, game);
  await look(browser, choice.second, 'game-swap2', `/g/${choice.id}`, game);
  await look(browser, ann, 'game-foul', `/g/${ended.id}`, game);
});
