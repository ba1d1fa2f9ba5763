// Signing up and in, and what belongs to an account.
import type { Page } from '@playwright/test';
import { axe } from './support/axe.ts';
import { listen } from './support/complaints.ts';
import { account, done, guest, PASSWORD, signIn, unique } from './support/people.ts';
import { meet } from './support/play.ts';
import { chosen } from './support/settings.ts';
import { stack } from './support/stack.ts';
import { expect, test } from './support/test.ts';

// Passwords are hashed slowly on purpose, and many tests make accounts at once.
test.describe.configure({ timeout: 120_000 });

const url = (path: string) => `${stack().urls[0]}${path}`;
// As narrow as a phone gets; so tall that the navigation below covers nothing.
const TALL = { width: 320, height: 3000 };
const who = (page: Page) => page.getByRole('banner').locator('.who');

async function fill(page: Page, name: string, password: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

const send = (page: Page, name: string) =>
  page.locator('form').getByRole('button', { name, exact: true }).click();

test('somebody signs up and goes back to where they were', async ({ page }) => {
  const complaints = listen(page);
  const name = unique('New');
  await page.goto(url('/register?next=/ranking/gomoku'));
  await expect(page).toHaveTitle('Create account · X-0');
  const password = page.getByLabel('Password', { exact: true });
  await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute(
    'autocomplete',
    'username',
  );
  await expect(password).toHaveAttribute('autocomplete', 'new-password');
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await fill(page, name, PASSWORD);
  await expect(page.getByText('This name is free.')).toBeVisible();
  await send(page, 'Create account');
  await expect(page).toHaveURL(url('/ranking/gomoku'));
  await expect(who(page)).toHaveText(name);
  await page.reload();
  await expect(who(page)).toHaveText(name);
  expect(complaints).toEqual([]);
});

test('what is wrong with a name or a password is said before and after sending', async ({
  page,
}) => {
  const taken = await account();
  await page.goto(url('/register'));
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Annа'); // the last letter is Cyrillic
  await expect(page.getByText('A name has Latin or Cyrillic letters, not both.')).toBeVisible();
  await name.fill('<b>');
  await expect(page.getByText('Only letters, digits, - and _')).toBeVisible();
  await name.fill('ab');
  await expect(page.getByText('The name is too short')).toBeHidden();
  await send(page, 'Create account');
  const summary = page.getByTestId('summary');
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveCount(2);
  await summary.getByRole('link', { name: 'The password is too short' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await fill(page, taken.name, 'password123');
  await expect(page.getByText('This name is taken.')).toBeVisible();
  // Only the server knows all passwords that are too common.
  await name.fill(unique('Free'));
  await send(page, 'Create account');
  await expect(summary).toContainText('easy to guess');
  await expect(summary).toBeFocused();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
});

test('signing in, with a wrong password first', async ({ page }) => {
  const ann = await account();
  await page.goto(url(`/login?next=${encodeURIComponent('/settings')}`));
  await expect(page).toHaveTitle('Sign in · X-0');
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute(
    'autocomplete',
    'current-password',
  );
  await fill(page, ann.name, 'not this one');
  await send(page, 'Sign in');
  await expect(page.getByTestId('summary')).toContainText('Name or password is wrong.');
  await expect(page.getByTestId('summary')).toBeFocused();
  await fill(page, ann.name.toUpperCase(), PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(url('/settings'));
  await expect(who(page)).toHaveText(ann.name);
  await page.goto(url('/login'));
  await expect(page.getByText(`You are signed in as ${ann.name}.`)).toBeVisible();
});

test('nobody is led to a foreign place', async ({ page, context }) => {
  await signIn(context, await account());
  const hostile = ['//evil.example', '/\\evil.example', 'https://evil.example', '/\t/evil.example'];
  for (const next of [...hostile, 'javascript:alert(1)', '/.//evil.example']) {
    await page.goto(url(`/login?next=${encodeURIComponent(next)}`));
    const on = page.getByRole('link', { name: 'Continue' });
    await expect(on).toBeVisible();
    expect(new URL(await on.evaluate((link: HTMLAnchorElement) => link.href)).origin).toBe(
      stack().urls[0],
    );
  }
});

test('a guest becomes an account and keeps the game that runs', async ({ page, context }) => {
  const me = await guest();
  const table = await meet(me, await account());
  await signIn(context, me);
  await page.goto(url('/register'));
  await expect(page.getByTestId('keeps')).toContainText('One game is running; it goes on.');
  const name = unique('Kept');
  await fill(page, name, PASSWORD);
  await send(page, 'Create account');
  await expect(who(page)).toHaveText(name);
  const { first } = await table.snapshot('second');
  expect(first.player_id).toBe(me.playerId);
  await page.goto(url(`/u/${name}`));
  await expect(page.getByTestId('game').getByRole('link', { name: 'To the game' })).toHaveAttribute(
    'href',
    `/g/${table.id}`,
  );
});

test('a guest who plays is asked before signing in', async ({ page, context }) => {
  const [me, ann] = await Promise.all([guest(), account()]);
  await meet(me, await account());
  await signIn(context, me);
  await page.goto(url('/login'));
  await expect(page.getByText('You are playing a game as a guest.')).toBeVisible();
  await fill(page, ann.name, PASSWORD);
  const button = page.locator('form').getByRole('button', { name: 'Sign in', exact: true });
  await expect(button).toBeDisabled();
  await page.getByLabel('Sign in and leave the guest’s games').check();
  await button.click();
  await expect(who(page)).toHaveText(ann.name);
});

test('signing out in one tab signs the other out', async ({ page, context }) => {
  const ann = await account();
  await signIn(context, ann);
  await page.goto(url('/account'));
  const other = await context.newPage();
  await other.goto(url('/account'));
  await expect(who(other)).toHaveText(ann.name);
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await expect(page).toHaveURL(url('/'));
  await expect(who(other)).toHaveText('Sign in');
  await expect(other.getByRole('link', { name: 'Create account' }).first()).toBeVisible();
});

test('sessions elsewhere are seen and ended', async ({ page, context, browser }) => {
  const ann = await account();
  await signIn(context, ann);
  const away = await browser.newContext({
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
  });
  const there = await away.newPage();
  await there.goto(url('/login'));
  await fill(there, ann.name, PASSWORD);
  await send(there, 'Sign in');
  await expect(who(there)).toHaveText(ann.name);

  await page.goto(url('/account'));
  const sessions = page.getByTestId('session');
  await expect(sessions).toHaveCount(2);
  await expect(sessions.first()).toContainText('this device');
  const firefox = sessions.filter({ hasText: 'Firefox on Linux' });
  await firefox.getByRole('button', { name: /^End/ }).click();
  await expect(sessions).toHaveCount(1);
  await there.reload();
  await expect(who(there)).toHaveText('Sign in');

  await there.goto(url('/login'));
  await fill(there, ann.name, PASSWORD);
  await send(there, 'Sign in');
  await expect(who(there)).toHaveText(ann.name);
  await page.reload();
  await expect(sessions).toHaveCount(2);
  await page.getByRole('button', { name: 'End all others' }).click();
  await expect(sessions).toHaveCount(1);
  await expect(page.getByText('1 session has ended.').first()).toBeVisible();
  await there.reload();
  await expect(who(there)).toHaveText('Sign in');
  await away.close();
});

test('a changed password ends the other sessions', async ({ page, context }) => {
  const ann = await account();
  await signIn(context, ann);
  await page.goto(url('/account'));
  const fresh = 'another quiet morning';
  await page.getByLabel('Present password').fill('wrong one');
  await page.getByLabel('New password').fill(fresh);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByTestId('summary')).toContainText('The password is wrong.');
  await page.getByLabel('Present password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('The password is changed.').first()).toBeVisible();
  await expect(page.getByTestId('session')).toHaveCount(1);
  const { error } = await ann.api.POST('/v1/sessions', {
    body: { name: ann.name, password: PASSWORD, cookie: false },
  });
  expect(error).toMatchObject({ reason: 'wrong_credentials' });
  ann.password = fresh;
  await page.reload();
  await expect(who(page)).toHaveText(ann.name);
});

test('a changed name is used at once, also in the other tab', async ({ page, context }) => {
  const ann = await account();
  const name = unique('Renamed');
  await signIn(context, ann);
  const other = await context.newPage();
  await other.goto(url('/settings'));
  await page.goto(url('/account'));
  await page.getByLabel('New name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Change name' }).click();
  await expect(page.getByText(`You are called ${name} now.`).first()).toBeVisible();
  await expect(who(page)).toHaveText(name);
  await expect(who(other)).toHaveText(name);
});

test('a token for a bot is made, used and revoked', async ({ page, context }) => {
  const ann = await account();
  await signIn(context, ann);
  await page.goto(url('/account'));
  await page.getByRole('button', { name: 'Create a token' }).click();
  await expect(page.getByTestId('summary')).toContainText('Give the token a label.');
  await page.getByLabel('Label').fill('<b>bot</b>');
  await page.getByLabel('play games').uncheck();
  await page.getByRole('button', { name: 'Create a token' }).click();
  const secret = page.getByLabel('Copy this secret now');
  await expect(secret).toBeFocused();
  const body = { secret: await secret.inputValue() };
  const access = done(await ann.api.POST('/v1/api-tokens/exchange', { body }));
  expect(access.player_id).toBe(ann.playerId);
  const headers = { Authorization: `Bearer ${access.access_token}` };
  expect((await page.request.get(url('/v1/inbox'), { headers })).status()).toBe(200);
  const seek = {
    kind: 'open',
    settings: { mode: 'x0', time_control: { initial_seconds: 60 } },
  };
  const refused = await page.request.post(url('/v1/seeks'), { headers, data: seek });
  expect(await refused.json()).toMatchObject({ reason: 'scope_missing' });
  const token = page.getByTestId('token');
  await expect(token).toContainText('<b>bot</b>');
  await token.getByRole('button', { name: /^Revoke/ }).click();
  await expect(token).toHaveCount(0);
  const { error } = await ann.api.POST('/v1/api-tokens/exchange', { body });
  expect(error).toMatchObject({ reason: 'api_token_invalid' });
});

test('an account is deleted for ever', async ({ page, context }) => {
  const [ann, bob] = await Promise.all([account(), account()]);
  const table = await meet(ann, bob);
  await table.playToTheEnd();
  await signIn(context, ann);
  await page.goto(url('/account'));
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Type your name').fill('somebody');
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete for ever' }).click();
  await expect(dialog.getByTestId('summary')).toBeFocused();
  await dialog.getByLabel('Type your name').fill(ann.name);
  await dialog.getByRole('button', { name: 'Delete for ever' }).click();
  await expect(page).toHaveURL(url('/'));
  await expect(who(page)).toHaveText('Sign in');
  await page.goto(url(`/u/${ann.name}`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No such player');
  await page.goto(url(`/u/${bob.name}`));
  await page.getByTestId('game').getByRole('link', { name: 'deleted player', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This player has left');
});

for (const theme of ['light', 'dark', 'contrast'] as const) {
  test(`nothing is wrong for axe, and nothing sticks out, ${theme}`, async ({
    browser,
    isMobile,
  }) => {
    test.skip(isMobile && theme !== 'light', 'the same colours');
    const ann = await account();
    await ann.api.PUT('/v1/blocks/{player_id}', {
      params: { path: { player_id: (await account()).playerId } },
    });
    await ann.api.POST('/v1/api-tokens', { body: { label: 'bot', scopes: ['read'] } });
    for (const language of ['en', 'ru', 'vi'] as const) {
      for (const signed of [false, true]) {
        const context = await browser.newContext({
          viewport: TALL,
          reducedMotion: 'reduce',
        });
        if (signed) await signIn(context, ann);
        await chosen(context, { theme, language });
        const page = await context.newPage();
        for (const path of signed ? ['/account'] : ['/login', '/register', '/account']) {
          await page.goto(url(path));
          await page.getByRole('heading', { level: 1 }).waitFor();
          if (signed) await page.getByTestId('token').waitFor();
          else if (path !== '/account') {
            await page.locator('form button[type=submit]').click();
            await page.getByTestId('summary').waitFor();
          }
          const where = `${path} ${language} ${signed}`;
          expect([where, await axe(page, { within: 'main' })]).toEqual([where, []]);
          const wide = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          expect([where, wide]).toEqual([where, 0]);
        }
        await context.close();
      }
    }
  });
}
