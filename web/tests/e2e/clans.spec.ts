// Clans: found, joined by invitation, led by roles, left and closed.
import type { BrowserContext, Page, TestInfo } from '@playwright/test';
import { axe } from './support/axe.ts';
import { listen } from './support/complaints.ts';
import { account, done, guest, type Person, signIn, unique } from './support/people.ts';
import { chosen } from './support/settings.ts';
import { stack } from './support/stack.ts';
import { expect, test } from './support/test.ts';

// Passwords are hashed slowly on purpose, and many tests make accounts at once.
test.describe.configure({ timeout: 120_000 });

const url = (path: string) => `${stack().urls[0]}${path}`;
// As narrow as a phone gets; so tall that the navigation below covers nothing.
const TALL = { width: 320, height: 3000 };
const WIDE = { width: 1440, height: 900 };
const HOSTILE = '<img src=x onerror="document.title=1"> <b>bold</b> {@html 1} {name}';

/** A tag that nobody has. */
const newTag = () => `T${Math.random().toString(36).slice(2, 7).padEnd(5, 'x')}`.toUpperCase();

async function clanOf(captain: Person, about = '', name = unique('Clan')) {
  const body = { name, tag: newTag(), about };
  return done(await captain.api.POST('/v1/clans', { body }));
}

const seat = (clan_id: string, who: Person) => ({
  params: { path: { clan_id, player_id: who.playerId } },
});

async function invite(clan_id: string, by: Person, whom: Person): Promise<void> {
  done(await by.api.PUT('/v1/clans/{clan_id}/invitations/{player_id}', seat(clan_id, whom)));
}

async function join(clan_id: string, by: Person, whom: Person): Promise<void> {
  await invite(clan_id, by, whom);
  const params = { path: { clan_id } };
  done(await whom.api.POST('/v1/clan-invitations/{clan_id}/accept', { params }));
}

async function open(context: BrowserContext, who: Person, path: string): Promise<Page> {
  await signIn(context, who);
  const page = await context.newPage();
  await page.goto(url(path));
  return page;
}

/** What is the same however wide the window is. */
const onlyOnce = (info: TestInfo) => test.skip(info.project.name !== 'desktop', 'seen on desktop');

const member = (page: Page, who: Person) =>
  page.getByTestId('member').filter({ has: page.getByRole('link', { name: who.name }) });

async function manage(page: Page, who: Person): Promise<void> {
  await page.getByRole('button', { name: `Manage ${who.name}` }).click();
}

test('a clan is founded, changed and found', async ({ context }) => {
  const ann = await account();
  const page = await open(context, ann, '/clans');
  const complaints = listen(page);
  await expect(page.getByText('You are in no clan yet')).toBeVisible();
  await page.getByRole('button', { name: 'New clan' }).first().click();
  const dialog = page.getByRole('dialog');
  const name = unique('Клуб ');
  const tag = newTag();
  await dialog.getByLabel('Name', { exact: true }).fill('ab');
  await dialog.getByLabel('Tag', { exact: true }).fill('!');
  await dialog.getByLabel('About the clan').fill('x'.repeat(501));
  await dialog.getByRole('button', { name: 'Found the clan' }).click();
  const summary = page.getByTestId('summary');
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('listitem')).toHaveText([
    'The clan’s name is too short: at least 3 characters.',
    'A tag has 2 to 6 characters.',
    'The text about the clan is too long: at most 500 characters.',
  ]);
  await expect(dialog.getByLabel('About the clan')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Name', { exact: true }).fill(`  ${name} `);
  await dialog.getByLabel('Tag', { exact: true }).fill(tag.toLowerCase());
  await dialog.getByLabel('About the clan').fill(HOSTILE);
  await dialog.getByRole('button', { name: 'Found the clan' }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(new RegExp(`^${name}\\s*${tag}$`));
  await expect(page).toHaveTitle(`[${tag}] ${name} · X-0`);
  await expect(page.getByText(HOSTILE)).toBeVisible();
  await expect(page.locator('main img, main b')).toHaveCount(0);
  await expect(member(page, ann)).toContainText('captain, you');

  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('About the clan').fill('');
  const renamed = `${name}’s & Co`;
  await dialog.getByLabel('Name', { exact: true }).fill(renamed);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(heading).toContainText(`${name}'s & Co`);
  await expect(page.getByText(HOSTILE)).toBeHidden();

  // From the profile to the clan, and from there to all of them.
  await page.goto(url(`/u/${ann.name}`));
  await page.getByTestId('clans').getByRole('link', { name: tag }).click();
  await expect(heading).toContainText(name);
  await page.goto(url('/account'));
  await page.getByRole('main').getByRole('link', { name: 'Clans' }).click();
  await expect(page.getByTestId('my-clan')).toContainText('captain · 1 member');
  const search = page.getByRole('searchbox');
  await search.fill(tag.toLowerCase());
  await search.press('Enter');
  await expect(page.getByTestId('clan')).toHaveCount(1);
  await expect(page.getByTestId('clan')).toContainText(name);
  await search.fill('nobody is called so');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('No clan has the name or tag “nobody is called so”.')).toBeVisible();
  await page.reload();
  await expect(search).toHaveValue('nobody is called so');
  await page.getByRole('button', { name: 'Show all clans' }).click();
  await expect(page.getByTestId('clan').first()).toBeVisible();
  await expect(page).toHaveURL(url('/clans'));
  expect(complaints).toEqual([]);
});

test('invited, joined, promoted, handed over, left and closed', async ({ browser }) => {
  const [ann, bob] = await Promise.all([account(), account()]);
  const clan = await clanOf(ann);
  const [hers, his] = await Promise.all([browser.newContext(), browser.newContext()]);
  const annPage = await open(hers, ann, `/clans/${clan.clan_id}`);
  const name = annPage.getByLabel('Player’s name');
  await name.fill('nobody-xyz-0');
  await name.press('Enter');
  await expect(annPage.getByText('There is no such player.')).toBeVisible();
  await name.fill(bob.name.toUpperCase());
  await annPage.getByRole('button', { name: 'Invite', exact: true }).click();
  const invited = annPage.getByTestId('invited');
  await expect(invited).toContainText(bob.name);
  await invited.getByRole('button', { name: /^Withdraw/ }).click();
  await expect(annPage.getByText('Nobody is invited at the moment.')).toBeVisible();
  await name.fill(bob.name);
  await name.press('Enter');
  await expect(invited).toContainText(bob.name);

  // His profile says so; he declines, is asked again, and accepts on the clan's own page.
  const bobPage = await open(his, bob, `/u/${bob.name}`);
  await bobPage.getByRole('link', { name: '1 invitation to a clan' }).click();
  const invitation = bobPage.getByTestId('invitation');
  await expect(invitation).toContainText(`${ann.name} invites you`);
  await invitation.getByRole('button', { name: /^Decline/ }).click();
  await expect(invitation).toBeHidden();
  await invite(clan.clan_id, ann, bob);
  await bobPage.goto(url(`/clans/${clan.clan_id}`));
  await invitation.getByRole('button', { name: /^Accept/ }).click();
  await expect(member(bobPage, bob)).toContainText('member, you');
  await expect(bobPage.getByRole('button', { name: 'Edit' })).toBeHidden();
  await expect(bobPage.getByLabel('Player’s name')).toBeHidden();

  await annPage.reload();
  const sheet = annPage.getByRole('dialog');
  await manage(annPage, bob);
  await sheet.getByRole('button', { name: 'Make an officer' }).click();
  await expect(member(annPage, bob)).toContainText('officer');
  await manage(annPage, bob);
  await sheet.getByRole('button', { name: 'Hand over the captaincy' }).click();
  await expect(sheet).toContainText(`${bob.name} becomes the captain and you an officer.`);
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await sheet.getByRole('button', { name: 'Hand over the captaincy' }).click();
  await sheet.getByRole('button', { name: 'Hand over the captaincy' }).click();
  await expect(member(annPage, ann)).toContainText('officer, you');
  await expect(annPage.getByRole('button', { name: 'Close the clan' })).toBeHidden();

  // An officer leaves, in two steps; the new captain closes, by the name.
  await annPage.getByRole('button', { name: 'Leave the clan' }).click();
  await sheet.getByRole('button', { name: 'Leave the clan' }).click();
  await expect(annPage.getByText('Players join by an invitation')).toBeVisible();
  await expect(annPage.getByTestId('member')).toHaveCount(1);

  await bobPage.reload();
  await bobPage.getByRole('button', { name: 'Close the clan' }).click();
  const last = bobPage.getByRole('dialog');
  await last.getByRole('textbox').fill('Another name');
  await last.getByRole('button', { name: 'Close the clan' }).click();
  await expect(last).toContainText('This is not the name of the clan.');
  await last.getByRole('textbox').fill(clan.name.toLowerCase());
  await last.getByRole('button', { name: 'Close the clan' }).click();
  await expect(bobPage).toHaveURL(url('/clans'));
  await annPage.reload();
  await expect(annPage.getByRole('heading', { level: 1 })).toHaveText('No such clan');
  await Promise.all([hers.close(), his.close()]);
});

test('what an officer can do, and a page that is behind', async ({ context }, info) => {
  onlyOnce(info);
  const [ann, bob, eve] = await Promise.all([account(), account(), account()]);
  const clan = await clanOf(ann);
  await join(clan.clan_id, ann, bob);
  await join(clan.clan_id, ann, eve);
  const at = seat(clan.clan_id, bob);
  const path = '/v1/clans/{clan_id}/members/{player_id}';
  done(await ann.api.PUT(path, { ...at, body: { role: 'officer' } }));
  const page = await open(context, bob, `/clans/${clan.clan_id}`);
  await expect(page.getByRole('button', { name: /^Manage/ })).toHaveCount(1);
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox')).toHaveCount(1);
  await dialog.getByLabel('About the clan').fill('Every Friday');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Every Friday')).toBeVisible();
  await manage(page, eve);
  await expect(dialog.getByRole('button')).toHaveText(['', 'Remove from the clan']);
  await dialog.getByRole('button', { name: 'Remove from the clan' }).click();
  await dialog.getByRole('button', { name: 'Remove from the clan' }).click();
  await expect(page.getByTestId('member')).toHaveCount(2);
  await expect(page.getByRole('heading', { name: 'Members' })).toBeFocused();

  await join(clan.clan_id, ann, eve);
  await page.reload();
  await manage(page, eve);
  done(await ann.api.PUT(path, { ...at, body: { role: 'member' } }));
  await dialog.getByRole('button', { name: 'Remove from the clan' }).click();
  await dialog.getByRole('button', { name: 'Remove from the clan' }).click();
  await expect(page.getByText('Your role in the clan does not allow that.').first()).toBeVisible();
  await expect(member(page, bob)).toContainText('member, you');
  await expect(page.getByRole('button', { name: /^Manage/ })).toHaveCount(0);
});

test('refusals are said in words', async ({ context }, info) => {
  onlyOnce(info);
  const [ann, bob, visitor] = await Promise.all([account(), account(), guest()]);
  const taken = await clanOf(bob);
  const own = [];
  for (let n = 0; n < 4; n++) own.push(await clanOf(ann));
  const page = await open(context, ann, '/clans');
  await page.getByRole('button', { name: 'New clan' }).first().click();
  const dialog = page.getByRole('dialog');
  const name = dialog.getByLabel('Name', { exact: true });
  const tag = dialog.getByLabel('Tag', { exact: true });
  const send = dialog.getByRole('button', { name: 'Found the clan' });
  await name.fill(taken.name.toUpperCase());
  await tag.fill(newTag());
  await send.click();
  await expect(dialog.locator('#clan-name-error')).toHaveText('This name is taken.');
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await name.fill(unique('Clan'));
  await expect(dialog.locator('#clan-name-error')).toHaveText('');
  await tag.fill(taken.tag);
  await send.click();
  await expect(dialog.locator('#clan-tag-error')).toHaveText('This tag is taken.');
  own.push(await clanOf(ann));
  await tag.fill(newTag());
  await send.click();
  await expect(page.getByTestId('summary')).toContainText('A player can be in 5 clans at most.');
  await page.keyboard.press('Escape');
  await invite(taken.clan_id, bob, ann);
  await page.reload();
  await page
    .getByTestId('invitation')
    .getByRole('button', { name: /^Accept/ })
    .click();
  await expect(page.getByText('A player can be in 5 clans at most.').first()).toBeVisible();

  await page.goto(url(`/clans/${own[0]?.clan_id}`));
  const invited = page.getByLabel('Player’s name');
  const say = async (whom: string, words: string) => {
    await invited.fill(whom);
    await invited.press('Enter');
    await expect(page.locator('#invite-name-error')).toHaveText(words);
  };
  await say(visitor.name, 'There is no such player.');
  await say(ann.name, 'This player is in the clan already.');
  const params = { path: { player_id: ann.playerId } };
  await bob.api.PUT('/v1/blocks/{player_id}', { params });
  await say(bob.name, 'One of you has blocked the other.');
});

test('guests and visitors look, and learn how to join', async ({ page, browser }) => {
  const complaints = listen(page);
  const [ann, visitor] = await Promise.all([account(), guest()]);
  const clan = await clanOf(ann, HOSTILE);
  await page.goto(url(`/clans/${clan.clan_id}`));
  await expect(page.getByText('Clans are for accounts')).toBeVisible();
  await expect(page.getByText(HOSTILE)).toBeVisible();
  await expect(page.locator('main img, main b')).toHaveCount(0);
  await expect(member(page, ann)).toContainText('captain');
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    `/login?next=${encodeURIComponent(`/clans/${clan.clan_id}`)}`,
  );
  await page.goto(url('/ranking'));
  await page.getByRole('main').getByRole('link', { name: 'Clans' }).click();
  await expect(page.getByText('Clans are for accounts')).toBeVisible();
  const context = await browser.newContext();
  const guestPage = await open(context, visitor, '/clans');
  await expect(guestPage.getByText('Clans are for accounts')).toBeVisible();
  await expect(guestPage.getByRole('button', { name: 'New clan' })).toHaveCount(0);
  await context.close();
  for (const id of ['nothing', '%3Cb%3E', 'a'.repeat(70)]) {
    await page.goto(url(`/clans/${id}`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No such clan');
  }
  // The browser itself reports the 404 of the clan that is not there.
  expect(complaints.filter((one) => !one.includes('404'))).toEqual([]);
});

test('a list in pages, an empty one and one that fails', async ({ page }) => {
  const summary = (n: number) => ({
    clan_id: `c${n}`,
    name: `Clan ${n}`,
    tag: `T${n}`,
    members: n,
    created_at: '2026-01-01T00:00:00Z',
  });
  let mode: 'pages' | 'none' | 'broken' = 'pages';
  await page.route(/\/v1\/clans\?/, (route) => {
    if (mode === 'broken') {
      const json = { reason: 'unavailable', instance: 'req-1' };
      return route.fulfill({ status: 503, json });
    }
    const more = route.request().url().includes('page_token=more');
    const clans = mode === 'none' ? [] : more ? [summary(2), summary(3)] : [summary(1), summary(2)];
    const next_page_token = mode === 'none' || more ? null : 'more';
    return route.fulfill({ json: { clans, next_page_token } });
  });
  await page.goto(url('/clans'));
  await expect(page.getByTestId('clan')).toHaveCount(2);
  await page.getByRole('button', { name: 'More clans' }).click();
  await expect(page.getByTestId('clan')).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'More clans' })).toBeHidden();
  mode = 'none';
  await page.reload();
  await expect(page.getByText('There are no clans yet.')).toBeVisible();
  mode = 'broken';
  await page.reload();
  await expect(page.getByText('Request req-1')).toBeVisible();
  mode = 'pages';
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByTestId('clan')).toHaveCount(2);
});

for (const theme of ['light', 'dark', 'contrast'] as const) {
  test(`nothing is wrong for axe, and nothing sticks out, ${theme}`, async ({ browser }, info) => {
    const phone = info.project.name === 'phone';
    test.skip(phone && theme !== 'light', 'the same colours');
    const viewport = phone ? TALL : WIDE;
    const [ann, bob, eve] = await Promise.all([account(), account(), account()]);
    const [own, other] = await Promise.all([
      clanOf(ann, 'W'.repeat(200), unique('W'.repeat(11)).padEnd(40, 'W')),
      clanOf(eve),
    ]);
    await join(own.clan_id, ann, bob);
    await invite(own.clan_id, ann, eve);
    await invite(other.clan_id, eve, ann);
    for (const language of phone ? (['en', 'ru', 'vi'] as const) : (['ru'] as const)) {
      const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
      await chosen(context, { theme, language });
      const page = await open(context, ann, '/clans');
      const check = async (where: string) => {
        const named = `${where} ${language}`;
        expect([named, await axe(page)]).toEqual([named, []]);
        const cut = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          const small = [...document.querySelectorAll<HTMLElement>('main :is(a, button, input)')]
            .filter((one) => one.offsetParent && one.offsetHeight < 48)
            .map((one) => one.outerHTML.slice(0, 120));
          const sheet = document.querySelector('dialog[open]');
          const wide = sheet ? sheet.scrollWidth - sheet.clientWidth : 0;
          return [scrollWidth - clientWidth, wide, ...small];
        });
        expect([named, cut]).toEqual([named, [0, 0]]);
      };
      await page.getByTestId('invitation').waitFor();
      await page.getByTestId('clan').first().waitFor();
      await check('/clans');
      await page.goto(url(`/clans/${own.clan_id}`));
      await page.getByTestId('invited').waitFor();
      await check('/clans/:id');
      for (const button of ['member', 'edit', 'close']) {
        if (button === 'member') await page.locator('[data-testid=member] button').click();
        if (button === 'edit') await page.locator('main header .actions button').first().click();
        if (button === 'close') await page.locator('main section > .button.danger').click();
        await page.locator('dialog[open]').waitFor();
        await check(button);
        await page.keyboard.press('Escape');
      }
      await context.close();
    }
  });
}
