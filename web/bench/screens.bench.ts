// A picture of every screen in three languages, for the eye: `npm run screens`, then look at shots/.
//
//   X0_SHOTS_ONLY=lobby,game npm run screens       some of them
import { mkdirSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { account, done, type Person, signIn, unique } from '../tests/e2e/support/people.ts';
import { meet } from '../tests/e2e/support/play.ts';
import { test } from '../tests/e2e/support/test.ts';
import { boardOf, create, people, table } from '../tests/e2e/support/tournament.ts';

const FOLDER = new URL('../shots', import.meta.url).pathname;
const ABOUT = 'We meet on Friday evenings and play every opening.\nBeginners are welcome.';
const later = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
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
  const cup = {
    name: unique('Evening Cup '),
    mode: 'renju',
    start: later(3),
    maximum: 16,
  } as const;
  const time_control = { initial_seconds: 300, increment_seconds: 3 };
  const { tournament_id } = done(
    await bob.api.POST('/v1/tournaments', { body: { ...cup, time_control, min_rating: 1200 } }),
  );
  const entry = { params: { path: { tournament_id } }, body: {} };
  await ann.api.PUT('/v1/tournaments/{tournament_id}/entry', entry);
  const listed = (page: Page) => page.getByTestId('coming').waitFor();
  await look(browser, ann, 'tournaments', '/t', listed);
  await look(browser, ann, 'tournaments-new', '/t/new', press('main details summary'));
  await look(browser, null, 'tournaments-visitor', '/t/new');
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

test('pages of tournaments', async ({ browser }) => {
  const all = await people(12);
  const [ann, bob] = all as [Person, Person];
  const swiss = { format: 'swiss', mode: 'x0', half_byes: 1 } as const;
  const open = await create(ann, { start: 100_000, ...swiss, rounds: 5, draw_ply: 30 });
  await open.enter(...all.slice(0, 7));
  const locked = await create(ann, { start: 600, password: 'secret', maximum: 20 });
  const none = await create(ann, { start: 1 });
  const ended = await create(ann, { start: 4, ...swiss, rounds: 2 });
  await ended.enter(...all.slice(0, 5));
  for (const n of [1, 2]) {
    for (const board of (await ended.round(n)).boards) await ended.finish(board, 'first', all);
  }
  await ended.over();

  const running = await create(ann, { start: 5, ...swiss, rounds: 5, no_show_seconds: 3_000 });
  await running.enter(...all);
  for (const board of (await running.round(1)).boards) await running.finish(board, 'first', all);
  const round = await running.round(2);
  for (const board of round.boards) await table(board, all).place('H8', 'G9', 'I8', 'G7', 'G8');
  const own = boardOf(round, ann);
  await running.finish(own.board, own.seat, all);
  const other = round.boards.find((board) => board !== own.board) as typeof own.board;

  const clans = [];
  for (const captain of all.slice(2, 4)) {
    const body = { name: unique('Five in a row '), tag: unique('T').slice(0, 6), about: ABOUT };
    clans.push(done(await captain.api.POST('/v1/clans', { body })));
  }
  const teams = await create(ann, { start: 6, boards: 1, no_show_seconds: 3_000 });
  for (const [n, { clan_id }] of clans.entries()) {
    const captain = all[n + 2] as Person;
    const body = { clan_id, members: [captain.playerId], password: null };
    const params = { path: { tournament_id: teams.id } };
    done(await captain.api.PUT('/v1/tournaments/{tournament_id}/team', { params, body }));
  }

  await look(browser, null, 'event-visitor', open.address);
  await look(browser, bob, 'event-open', open.address, (page) => page.locator('summary').click());
  await look(browser, bob, 'event-locked', locked.address, (page) =>
    page.getByTestId('part').getByRole('button').first().click(),
  );
  await look(browser, ann, 'event-cancelled', none.address);
  await look(browser, ann, 'event-running', running.address);
  for (const tab of ['rounds', 'crosstable', 'log']) {
    await look(browser, ann, `event-${tab}`, `${running.address}?tab=${tab}`);
  }
  await look(browser, bob, 'event-ended', ended.address);
  await look(browser, null, 'event-player', ended.address, (page) =>
    page.getByTestId('standings').getByRole('button').first().click(),
  );
  const coming = await create(ann, { start: 100_000, boards: 2 });
  await look(browser, all[2] as Person, 'event-lineup', coming.address, async (page) => {
    await page.getByTestId('part').getByRole('button').first().click();
    await page.locator('dialog .add').first().click();
  });
  await teams.round(1);
  await look(browser, null, 'event-teams', `${teams.address}?tab=rounds`);
  await look(browser, null, 'game-event', `/g/${other.game_id}`, (page) =>
    page.getByTestId('tournament-line').waitFor({ state: 'attached' }),
  );
});
