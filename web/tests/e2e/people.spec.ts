// Profiles, their games and graphs, and the rankings.
import { axe } from './support/axe.ts';
import { listen } from './support/complaints.ts';
import { account, done, guest, type Person, signIn } from './support/people.ts';
import { meet } from './support/play.ts';
import { chosen } from './support/settings.ts';
import { stack } from './support/stack.ts';
import { expect, test } from './support/test.ts';

// Passwords are hashed slowly on purpose, and many tests make accounts at once.
test.describe.configure({ timeout: 120_000 });

const url = (path: string) => `${stack().urls[0]}${path}`;
// As narrow as a phone gets; so tall that the navigation below covers nothing.
const TALL = { width: 320, height: 3000 };
const HOSTILE = '<img src=x onerror="document.title=1"> <b>bold</b> {@html 1} {name}';

/** `wins` by ann, then `losses`, rated; seats are drawn by lot. */
async function rate(ann: Person, bob: Person, wins: number, losses: number): Promise<string[]> {
  const games: string[] = [];
  for (let n = 0; n < wins + losses; n++) {
    const table = await meet(ann, bob, { rated: true });
    await table.place('H8', 'G9');
    const loser = n < wins ? bob : ann;
    await table.act(table.first === loser ? 'first' : 'second', { type: 'resign' });
    games.push(table.id);
  }
  const path = { player: ann.playerId };
  await expect
    .poll(async () => {
      const found = done(await ann.api.GET('/v1/players/{player}/ratings', { params: { path } }));
      return found.ratings.find((rating) => rating.mode === 'x0')?.games;
    })
    .toBe(wins + losses);
  return games;
}

test('a profile with ratings, a graph and games', async ({ page }) => {
  const complaints = listen(page);
  const [ann, bob] = await Promise.all([account(), account()]);
  const rated = await rate(ann, bob, 2, 1);
  const casual = await meet(ann, bob);
  await casual.playToTheEnd();
  const aborted = await meet(ann, bob, { mode: 'renju' });
  await aborted.act('first', { type: 'abort' });
  const running = await meet(bob, ann, { mode: 'x0_freestyle' });
  await ann.api.PATCH('/v1/players/me', {
    body: { about: HOSTILE, country: 'VN', language: 'vi' },
  });

  let looked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/v1/players?name=')) looked += 1;
  });
  await page.goto(url(`/u/${ann.name.toUpperCase()}`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ann.name);
  await expect(page).toHaveTitle(`${ann.name} · X-0`);
  await expect(page.locator('main header').getByText('Vietnam', { exact: true })).toBeVisible();
  await expect(page.getByText(HOSTILE)).toBeVisible();
  await expect(page.locator('main img, main b')).toHaveCount(0);
  const x0 = page.getByTestId('rating-x0');
  await expect(x0).toContainText('3 games: 2 wins, 0 draws, 1 loss');
  await expect(x0.getByRole('link')).toHaveAttribute('href', '/ranking/x0');
  await expect(page.getByTestId('rating-renju')).toContainText('No rated games yet.');

  // Running games stand first, to be watched.
  const games = page.getByTestId('game');
  await expect(games).toHaveCount(6);
  await expect(games.first().getByRole('link', { name: /^Watch/ })).toHaveAttribute(
    'href',
    `/g/${running.id}`,
  );

  // The graph by keys.
  const graph = page.getByRole('slider', { name: 'Rating in X-0' });
  await expect(graph).toHaveAttribute('aria-valuetext', /^Game 3, .*: 15\d\d \(−\d+\)$/);
  await graph.focus();
  await page.keyboard.press('Home');
  await expect(graph).toHaveAttribute('aria-valuetext', /^Game 1, .*: 1532 \(\+32\)$/);
  await expect(page.getByRole('link', { name: 'Open the game' })).toHaveAttribute(
    'href',
    `/g/${rated[0]}`,
  );
  await page.keyboard.press('ArrowRight');
  await expect(graph).toHaveAttribute('aria-valuenow', '2');
  await page.getByText('By time', { exact: true }).click();
  await expect(graph.locator('circle.dot')).toHaveCount(3);
  await page.getByText('The same as a table').click();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(4);

  // Ratings stand beside the games that changed them.
  await expect(games.filter({ hasText: '+32' })).toHaveCount(1);

  // Filters, kept in the address.
  await page.getByLabel('Result').selectOption('lost');
  await expect(games).toHaveCount(2);
  await page.getByLabel('Result').selectOption('');
  await page.getByRole('combobox', { name: 'Rating' }).selectOption('casual');
  await page.getByLabel('Status').selectOption('finished');
  await expect(games).toHaveCount(2);
  await expect(games.last().getByRole('link', { name: /^Won/ })).toHaveAttribute(
    'href',
    `/g/${casual.id}`,
  );
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Rating' })).toHaveValue('casual');
  await expect(games).toHaveCount(2);
  await page.getByLabel('Mode').selectOption('gomoku');
  await expect(page.getByText('No game fits these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await expect(games).toHaveCount(6);
  await page.getByLabel('Status').selectOption('aborted');
  await expect(games.last()).toContainText('Aborted');
  await expect(games).toHaveCount(2);
  // Once for each time the page was opened: a filter is no reason to look for the player again.
  expect(looked).toBe(2);
  expect(complaints).toEqual([]);
});

test('many games come in pages', async ({ page }) => {
  const [ann, bob] = await Promise.all([account(), account()]);
  for (let n = 0; n < 33; n++) {
    const table = await meet(ann, bob);
    await table.act('first', { type: 'abort' }, 0);
  }
  await page.goto(url(`/u/${ann.name}`));
  const games = page.getByTestId('game');
  await expect(games).toHaveCount(30);
  await page.getByRole('button', { name: 'Earlier games' }).click();
  await expect(games).toHaveCount(33);
  await expect(page.getByRole('button', { name: 'Earlier games' })).toBeHidden();
});

test('one’s own profile is edited', async ({ page, context }) => {
  const ann = await account();
  await signIn(context, ann);
  await page.goto(url(`/u/${ann.name}`));
  await page.getByRole('button', { name: 'Edit profile' }).click();
  const dialog = page.getByRole('dialog');
  const about = dialog.getByLabel('About you');
  await about.fill('x'.repeat(501));
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await about.fill(HOSTILE);
  await dialog.getByLabel('Country').selectOption({ label: 'Germany' });
  await dialog.getByLabel('Language').selectOption({ label: 'Russian' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(HOSTILE)).toBeVisible();
  await page.reload();
  await expect(page.locator('main header').getByText('Germany')).toBeVisible();
  await expect(page.getByText('Speaks Russian')).toBeVisible();
  await page.getByRole('button', { name: 'Edit profile' }).click();
  await dialog.getByLabel('Country').selectOption('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('main header').getByText('Germany')).toBeHidden();
});

test('others are challenged or blocked', async ({ page, context }) => {
  const [ann, bob] = await Promise.all([account(), account()]);
  await signIn(context, ann);
  await page.goto(url(`/u/${bob.name}`));
  const challenge = page.getByRole('link', { name: 'Challenge' });
  await expect(challenge).toHaveAttribute('href', `/new?to=${bob.name}`);
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(page.getByText(`You have blocked ${bob.name}`)).toBeVisible();
  await expect(challenge).toBeHidden();
  const blocks = done(await ann.api.GET('/v1/blocks'));
  expect(blocks.profiles.map((profile) => profile.player_id)).toEqual([bob.playerId]);
  await page.goto(url('/account'));
  await page.getByRole('button', { name: new RegExp(`^Unblock.*${bob.name}`) }).click();
  await expect(page.getByText('You have blocked nobody.')).toBeVisible();
});

test('guests, and names that nobody has', async ({ page }) => {
  const complaints = listen(page);
  const [visitor, ann] = await Promise.all([guest(), account()]);
  await meet(visitor, ann);
  await page.goto(url(`/u/${ann.name}`));
  await page
    .getByTestId('game')
    .first()
    .getByRole('link', { name: visitor.name, exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(visitor.name);
  await expect(page.getByText('A guest plays casual games and has no ratings.')).toBeVisible();
  await page.goto(url('/u/Guest-12345'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A guest');
  for (const name of ['nobody-here-xyz', HOSTILE, '..', 'a'.repeat(200), '日本語']) {
    await page.goto(url(`/u/${encodeURIComponent(name)}`));
    if (name !== '..') {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('No such player');
      await expect(page.locator('main').getByText(name)).toBeVisible();
    }
  }
  await expect(page.locator('main img, main b')).toHaveCount(0);
  await page.goto(url('/u/somebody?id=%3Cb%3E'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No such player');
  expect(complaints).toEqual([]);
});

test('the ranking, with oneself on top', async ({ page, context }) => {
  const [ann, bob] = await Promise.all([account(), account()]);
  await rate(ann, bob, 2, 0);
  await ann.api.PATCH('/v1/players/me', { body: { country: 'VN' } });
  await signIn(context, ann);
  await page.goto(url('/ranking'));
  await expect(page).toHaveTitle('Ranking X-0 · X-0');
  const me = page.getByTestId('me');
  await expect(me).toContainText(/Rank \d+/);
  await expect(me).toContainText(ann.name);
  await expect(me).toContainText(/better than \d+(\.\d)?% of players/);
  const rows = page.getByTestId('row');
  await expect(rows.first()).toBeVisible();
  const more = page.getByRole('button', { name: 'More players' });
  for (let n = 0; n < 10 && (await more.isVisible()); n++) {
    const before = await rows.count();
    await more.click();
    await expect.poll(() => rows.count()).toBeGreaterThan(before);
  }
  const ids = await rows.locator('a').evaluateAll((all) => all.map((a) => a.getAttribute('href')));
  expect(new Set(ids).size).toBe(ids.length);
  const mine = rows.filter({ has: page.getByRole('link', { name: ann.name }) });
  await expect(mine).toHaveCount(1);
  await expect(mine).toContainText('Vietnam');
  await page.getByRole('main').getByRole('link', { name: 'Renju' }).click();
  await expect(page).toHaveURL(url('/ranking/renju'));
  await expect(me).toContainText('You have no rating here yet');
  await page.goto(url('/ranking/chess'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is nothing here');
});

test('an empty ranking and one that fails say so', async ({ page }) => {
  const empty = { mode: 'gomoku', players: 0, rows: [], next_page_token: null };
  await page.route('**/v1/leaderboards/gomoku*', (route) => route.fulfill({ json: empty }));
  await page.goto(url('/ranking/gomoku'));
  await expect(page.getByText('Nobody has played a rated game here yet.')).toBeVisible();
  let broken = true;
  await page.route('**/v1/leaderboards/x0*', (route) =>
    broken
      ? route.fulfill({ status: 503, json: { reason: 'unavailable', instance: 'req-1' } })
      : route.fulfill({ json: { ...empty, mode: 'x0' } }),
  );
  await page.goto(url('/ranking'));
  await expect(page.getByText('Request req-1')).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Nobody has played a rated game here yet.')).toBeVisible();
});

test('a long history is loaded in pages, and both directions of the graph hold', async ({
  page,
}) => {
  const ann = await account();
  const change = (player_id: string, n: number) => ({
    player_id,
    before: 1500 + 10 * Math.sin(n - 1),
    after: 1500 + 10 * Math.sin(n),
    games: n,
    score: 1,
  });
  const game = (n: number) => ({
    game_id: `g${n}`,
    mode: 'x0',
    sequence: n,
    first: change(ann.playerId, n),
    second: change('other', n),
    finished_at: new Date(Date.UTC(2026, 0, 1) + n * 86_400_000).toISOString(),
  });
  const numbers = Array.from({ length: 150 }, (_, n) => 150 - n);
  await page.route('**/ratings/x0/history*', (route) => {
    const second = route.request().url().includes('page_token=more');
    const games = (second ? numbers.slice(100) : numbers.slice(0, 100)).map(game);
    return route.fulfill({ json: { games, next_page_token: second ? null : 'more' } });
  });
  const rating = { mode: 'x0', rating: 1500, games: 150, wins: 150, draws: 0, losses: 0 };
  await page.route('**/v1/players/*/ratings', (route) =>
    route.fulfill({
      json: {
        player_id: ann.playerId,
        ratings: [{ ...rating, peak: 1510, rank: 1, percentile: 99.95 }],
      },
    }),
  );
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto(url(`/u/${ann.name}`));
  const graph = page.getByRole('slider', { name: 'Rating in X-0' });
  await expect(graph).toHaveAttribute('aria-valuemax', '100');
  await page.getByRole('button', { name: 'Earlier games' }).first().click();
  await expect(graph).toHaveAttribute('aria-valuemax', '150');
  await expect(graph).toHaveAttribute('aria-valuetext', /^Game 150,/);
  await graph.focus();
  await page.keyboard.press('PageDown');
  await expect(graph).toHaveAttribute('aria-valuetext', /^Game 140,/);
  await expect(page.getByTestId('rating-x0')).toContainText('better than 99.9% of players');
});

for (const theme of ['light', 'dark', 'contrast'] as const) {
  test(`nothing is wrong for axe, and nothing sticks out, ${theme}`, async ({
    browser,
    isMobile,
  }) => {
    test.skip(isMobile && theme !== 'light', 'the same colours');
    const [ann, bob] = await Promise.all([account(), account()]);
    await rate(ann, bob, 1, 1);
    await meet(ann, bob);
    await ann.api.PATCH('/v1/players/me', {
      body: { about: 'W'.repeat(200), country: 'VN', language: 'vi' },
    });
    for (const language of ['en', 'ru', 'vi'] as const) {
      const context = await browser.newContext({
        viewport: TALL,
        reducedMotion: 'reduce',
      });
      await signIn(context, ann);
      await chosen(context, { theme, language });
      const page = await context.newPage();
      for (const path of [`/u/${ann.name}`, `/u/${bob.name}`, '/u/nobody-here', '/ranking']) {
        await page.goto(url(path));
        await page.getByRole('heading', { level: 1 }).waitFor();
        if (path.includes(ann.name) || path.includes(bob.name)) {
          await page.getByRole('slider').waitFor();
          await expect(page.getByTestId('game')).toHaveCount(3);
          await page.locator('summary').click();
        }
        if (path === '/ranking') await page.getByTestId('row').first().waitFor();
        const where = `${path} ${language}`;
        expect([where, await axe(page, { within: 'main' })]).toEqual([where, []]);
        const wide = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect([where, wide]).toEqual([where, 0]);
      }
      await context.close();
    }
  });
}
