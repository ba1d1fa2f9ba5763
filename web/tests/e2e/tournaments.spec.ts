// Tournaments: the list, a new one, what is refused, the ways there.
import type { Page } from '@playwright/test';
import type { components } from '../../src/api/gen/rest.ts';
import { listen } from './support/complaints.ts';
import { account, done, guest, signIn, unique } from './support/people.ts';
import { chosen } from './support/settings.ts';
import { stack } from './support/stack.ts';
import { expect, test } from './support/test.ts';
import { create } from './support/tournament.ts';

// Passwords are hashed slowly on purpose, and many tests make accounts at once.
test.describe.configure({ timeout: 120_000 });

type Tournaments = components['schemas']['Tournaments'];

const url = (path: string) => `${stack().urls[0]}${path}`;
const HOUR = 3_600;
const HOSTILE = '<img src=x onerror="document.title=1"> <b>{@html 1}</b> {name}';

const row = (page: Page, name: string) =>
  page.getByTestId('tournament').filter({ has: page.getByRole('link', { name, exact: true }) });

/** They may stand below many that other tests made. */
async function regularOnes() {
  const { api } = await guest();
  const found = [];
  let token: string | null | undefined;
  while (token !== null) {
    const query = { page_size: 50, ...(token ? { page_token: token } : {}) };
    const page: Tournaments = done(await api.GET('/v1/tournaments', { params: { query } }));
    found.push(...page.tournaments);
    token = page.next_page_token;
  }
  return found.filter((one) => one.series !== null);
}

async function everything(page: Page): Promise<void> {
  const coming = page.getByTestId('coming');
  await expect(coming).toBeVisible();
  await expect(async () => {
    const more = coming.getByRole('button');
    if (await more.isVisible()) await more.click();
    await expect(more).toBeHidden({ timeout: 100 });
  }).toPass();
}

test('the regular ones, with names and times of whoever looks', async ({ browser }) => {
  const regular = await regularOnes();
  expect(new Set(regular.map((one) => one.series)).size).toBeGreaterThanOrEqual(7);
  const names = {
    en: { 'x0-thursday': 'X-0 Thursday', 'renju-sunday': 'Renju Sunday' },
    ru: { 'x0-thursday': 'X-0 по четвергам', 'renju-sunday': 'Рэндзю по воскресеньям' },
  };
  for (const [language, timezoneId] of [
    ['en', 'Asia/Ho_Chi_Minh'],
    ['ru', 'America/New_York'],
  ] as const) {
    const context = await browser.newContext({ timezoneId });
    await chosen(context, { language });
    const page = await context.newPage();
    const complaints = listen(page);
    await page.goto(url('/t'));
    await everything(page);
    for (const [series, name] of Object.entries(names[language])) {
      const one = regular.find((found) => found.series === series);
      if (!one) continue;
      const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
      const form = new Intl.DateTimeFormat(language, { ...clock, timeZone: timezoneId });
      await expect(row(page, name).first()).toContainText(form.format(new Date(one.rules.start)));
    }
    expect(complaints.filter((one) => !one.includes('Service Worker'))).toEqual([]);
    await context.close();
  }
});

test('one is made with everything set, once, and is in the list', async ({ page, context }) => {
  const ann = await account();
  await signIn(context, ann);
  await page.goto(url('/t'));
  const complaints = listen(page);
  await page.getByRole('link', { name: 'Create a tournament' }).first().click();
  const name = unique('Grand ');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('radio', { name: 'Renju' }).check();
  await page.getByRole('spinbutton', { name: 'Minutes at the start' }).fill('7');
  await page.getByRole('spinbutton', { name: 'Seconds added each move' }).fill('4');
  await page.getByRole('button', { name: 'In 10 minutes' }).click();
  await expect(page.getByTestId('start')).toContainText(/in 1[01] min/);
  await page.getByRole('radio', { name: 'Teams' }).check();
  await page.getByRole('button', { name: 'Boards of a match: one more' }).click();

  await page.getByText('More settings').click();
  await page.getByRole('radio', { name: 'Swiss' }).check();
  await page.getByLabel('Rounds', { exact: true }).fill('5');
  await page.getByLabel('Fewest teams').fill('3');
  await page.getByLabel('Most teams').fill('16');
  await page.getByLabel('Password').fill('let us in');
  await page.getByLabel('Lowest rating').fill('1200');
  await page.getByLabel('Highest rating').fill('1800');
  await page.getByRole('checkbox', { name: 'Late entry' }).uncheck();
  await page.getByRole('checkbox', { name: 'Half a point for a missed round' }).check();
  await page.getByRole('button', { name: 'Half-point byes for each: one more' }).click();
  await page.getByRole('radio', { name: 'Meet again' }).check();
  // Tie-breaks by keyboard: Progress first; the focus stays with what is moved.
  const up = page.getByRole('button', { name: 'Progress: move up' });
  await up.focus();
  await page.keyboard.press('Enter');
  await expect(up).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Progress: move down' })).toBeFocused();
  await page.getByRole('button', { name: 'Berger: remove' }).click();
  await page.getByLabel('Add a tie-break').selectOption({ label: 'Direct encounter' });
  await expect(page.getByTestId('tiebreaks').locator('.name')).toHaveText([
    ...['Progress', 'Buchholz', 'Direct encounter'],
  ]);
  await page.getByLabel('No-show time').selectOption({ label: '5 minutes' });
  await page.getByLabel('Break between rounds').selectOption({ label: '1 minute' });
  await page.getByLabel('From a pairing to its games').selectOption({ label: '20 seconds' });
  await page.getByRole('radio', { name: 'Players only' }).check();
  const stones = page.getByRole('spinbutton', { name: 'Stones before a draw may be offered' });
  await stones.fill('30');
  await stones.blur();

  // Whatever was chosen is there after a reload, but for the password.
  await page.reload();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
  await expect(page.getByLabel('Rounds', { exact: true })).toHaveValue('5');
  await expect(page.getByLabel('Password')).toHaveValue('');
  await page.getByLabel('Password').fill('let us in');
  await page.getByRole('button', { name: 'Create the tournament' }).dblclick();
  await page.waitForURL(/\/t\/(?!new)/);

  const id = decodeURIComponent(new URL(page.url()).pathname.split('/').pop() ?? '');
  const params = { path: { tournament_id: id } };
  const { tournament } = done(await ann.api.GET('/v1/tournaments/{tournament_id}', { params }));
  expect(tournament.has_password).toBe(true);
  expect(tournament.rules).toMatchObject({
    ...{ name, mode: 'renju', format: 'swiss', rounds: 5, minimum: 3, maximum: 16, boards: 5 },
    ...{ min_rating: 1200, max_rating: 1800, late_entry: false, half_point_for_missed: true },
    ...{ half_byes: 1, repeat_policy: 'allow_repeat', chat: 'players', draw_ply: 30 },
    ...{ no_show_seconds: 300, break_seconds: 60, lead_seconds: 20 },
    tiebreaks: ['progress', 'buchholz', 'direct_encounter'],
    time_control: { initial_seconds: 420, increment_seconds: 4 },
  });
  await page.goto(url('/t'));
  await expect(row(page, name)).toHaveCount(1);
  await expect(row(page, name)).toContainText(
    /needs a password.*Renju.*7\+4.*Swiss.*teams, 5 boards.*0 of 16 teams.*rating 1200–1800/s,
  );
  expect(complaints).toEqual([]);
});

test('what is wrong is said at its field, by the form and by the server', async ({
  page,
  context,
}) => {
  await signIn(context, await account());
  await page.goto(url('/t/new'));
  const name = page.getByLabel('Name', { exact: true });
  await expect(name).toHaveValue(/’s tournament$/);
  const send = page.getByRole('button', { name: 'Create the tournament' });
  await name.fill('  ');
  await page.getByLabel('Day').fill('2020-01-01');
  await page.getByText('More settings').click();
  await page.getByLabel('Fewest players').fill('20');
  await page.getByLabel('Most players').fill('10');
  await page.getByText('More settings').click();
  await send.click();
  const summary = page.getByTestId('summary');
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveText([
    'Give the tournament a name.',
    'The start must lie ahead.',
    'The fewest are more than the most.',
  ]);
  await expect(name).toHaveAccessibleDescription('Give the tournament a name.');
  // The field with the fault is not hidden.
  await summary.getByRole('link', { name: 'The fewest' }).click();
  await expect(page.getByLabel('Fewest players')).toBeFocused();
  await name.fill('Cup');
  await expect(name).toHaveAccessibleDescription('');
  await page.getByLabel('Most players').fill('');
  await page.getByRole('button', { name: /at 21:00$/ }).click();

  let refusal: object = {};
  let keys: (string | undefined)[] = [];
  await page.route('**/v1/tournaments', (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    return route.fulfill({ status: 400, json: refusal });
  });
  const refused = async (body: object, words: string) => {
    refusal = { status: 400, detail: 'not so', instance: 'req-1', ...body };
    await send.click();
    await expect(summary).toContainText(words);
  };
  await refused({ reason: 'bad_tournament', field: 'time_control' }, '0+0 is no time at all');
  await refused({ reason: 'too_many_rounds', limit: '7' }, 'Rounds: At most 7.');
  await refused({ reason: 'bounds' }, 'The minimum of participants is above the maximum.');
  await expect(page.getByLabel('Fewest players')).toHaveAccessibleDescription(/above the maximum/);
  await refused({ reason: 'too_many_tournaments' }, 'You have created many tournaments.');
  expect(keys[0]).toBeTruthy();
  // Tried again it is the same tournament, changed it is another one.
  expect(new Set(keys).size).toBe(1);
  await name.fill('Another cup');
  keys = [];
  await refused({ reason: 'guests_cannot_create' }, 'Guests need one first.');
  await page.route('**/v1/tournaments', (route) => route.abort());
  await send.click();
  await expect(summary).toContainText('The server could not be reached.');
});

test('guests and visitors read why they create none', async ({ browser }) => {
  for (const who of [await guest(), null]) {
    const context = await browser.newContext();
    if (who) await signIn(context, who);
    const page = await context.newPage();
    await page.goto(url('/t'));
    await expect(page.getByTestId('coming')).toBeVisible();
    await expect(page.getByTestId('yours')).toBeHidden();
    await page.getByRole('link', { name: 'Create a tournament' }).first().click();
    await expect(page.getByText('created by players with an account')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Create account' }).click();
    await expect(page).toHaveURL(/\/register\?next=%2Ft%2Fnew$/);
    await context.close();
  }
});

test('one’s own stand on top, markup in a name stays text', async ({ page, context }, info) => {
  const [ann, bob] = [await account(), await account()];
  const cup = await create(bob, { name: `${HOSTILE} ${unique('')}`, maximum: 8, start: HOUR });
  await cup.enter(ann);
  await signIn(context, ann);
  const complaints = listen(page);
  await page.goto(url('/t'));
  const yours = page.getByTestId('yours');
  await expect(yours.getByRole('link')).toHaveText(cup.name);
  await expect(yours).toContainText('1 of 8 players');
  await expect(page.getByTestId('coming').getByText('You take part')).toBeVisible();
  await expect(page).toHaveTitle('Tournaments · X-0');
  await expect(page.locator('main img')).toHaveCount(0);
  await yours.getByRole('link').click();
  await expect(page).toHaveURL(url(cup.address));
  // One tap away, and from the lobby.
  await page.goto(url('/'));
  await expect(page.getByTestId('next-tournament')).toContainText('Next: ');
  await expect(page).toHaveTitle('Play · X-0');
  const bar = page.getByRole('navigation', { name: 'Main' });
  const phone = info.project.name === 'phone';
  await expect(bar.getByRole('link')).toHaveText(
    phone
      ? ['Play', 'Tournaments', 'Watch', 'Ranking', 'You']
      : ['Play', 'Tournaments', 'Watch', 'Ranking', 'Puzzles', 'Rules', 'Clans'],
  );
  await expect(
    page.getByRole('main').getByRole('link', { name: 'How to play' }).first(),
  ).toBeVisible();
  await bar.getByRole('link', { name: 'Tournaments' }).click();
  await expect(yours).toBeVisible();
  expect(complaints).toEqual([]);
});

test('pages, nothing, failures', async ({ page, context }, info) => {
  test.skip(info.project.name === 'phone', 'the same on both');
  const ann = await account();
  const { tournament: cup } = await (await create(ann, { start: HOUR })).view();
  let mode: 'pages' | 'none' | 'broken' = 'pages';
  const ended = (n: number) => ({
    ...cup,
    ...{ tournament_id: `e${n}`, status: 'ended', round: 4, end_reason: 'played' },
    rules: { ...cup.rules, name: `Ended ${n}` },
  });
  await context.route(/\/v1\/(tournaments\?|players\/[^/]+\/tournaments)/, (route) => {
    if (mode === 'broken') {
      const json = { reason: 'unavailable', instance: 'req-1' };
      return route.fulfill({ status: 503, json });
    }
    const asked = new URL(route.request().url()).searchParams;
    if (mode === 'none') return route.fulfill({ json: { tournaments: [], next_page_token: null } });
    if (asked.get('group') !== 'ended') return route.continue();
    const more = asked.get('page_token') === 'more';
    const tournaments = more ? [ended(2), ended(3)] : [ended(1), ended(2)];
    return route.fulfill({ json: { tournaments, next_page_token: more ? null : 'more' } });
  });
  await page.goto(url('/t'));
  const over = page.getByTestId('ended');
  await expect(over.getByTestId('tournament')).toHaveCount(2);
  await expect(over).toContainText('4 rounds');
  await over.getByRole('button', { name: 'Earlier tournaments' }).click();
  await expect(over.getByTestId('tournament')).toHaveCount(3);
  await expect(over.getByRole('button')).toBeHidden();
  // On the profile, when it is scrolled to.
  await page.goto(url(`/u/${ann.name}`));
  await page.getByRole('heading', { name: 'Games' }).scrollIntoViewIfNeeded();
  const played = page.getByTestId('tournaments');
  await expect(played.getByTestId('tournament')).toHaveCount(2);
  mode = 'none';
  await page.goto(url('/t'));
  await expect(page.getByText('No tournament is running or coming.')).toBeVisible();
  await expect(page.getByText('No tournament has ended yet.')).toBeVisible();
  mode = 'broken';
  await page.reload();
  await expect(page.getByText('Request req-1').first()).toBeVisible();
  mode = 'pages';
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(over.getByTestId('tournament')).toHaveCount(2);
  await expect(page.getByTestId('coming')).toBeVisible();
});

test('a calendar to subscribe to', async ({ page, request }) => {
  await page.goto(url('/t'));
  const link = await page
    .getByRole('link', { name: 'Subscribe to the calendar' })
    .getAttribute('href');
  expect(link).toBe(url('/v1/calendar.ics').replace('http:', 'webcal:'));
  const answer = await request.get(link?.replace('webcal:', 'http:') ?? '');
  expect(answer.status()).toBe(200);
  expect(answer.headers()['content-type']).toContain('text/calendar');
  expect(await answer.text()).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*SUMMARY:Renju Sunday/);
});
