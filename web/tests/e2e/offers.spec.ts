// Games that are agreed on: open offers, invitations by link, challenges, and what is chosen for them.
import { listen } from './support/complaints.ts';
import { account, done, guest, signIn, visit } from './support/people.ts';
import { GAME, meet } from './support/play.ts';
import { expect, test } from './support/test.ts';

test('an open offer is made, seen, withdrawn and accepted', async ({ page, context, browser }) => {
  const ann = await account();
  await signIn(context, ann);
  const other = await visit(browser);
  await other.goto('/');
  for (const taken of [false, true]) {
    await page.goto('/new');
    await expect(page).toHaveTitle('New game · X-0');
    await page.getByRole('button', { name: 'Open in the lobby' }).click();
    await expect(page).toHaveURL(/\/c\/[A-Za-z0-9_-]+$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your offer in the lobby');
    await expect(page.getByText(/Open until/)).toBeVisible();
    const offer = other.getByTestId('seeks').getByRole('listitem').filter({ hasText: ann.name });
    await expect(offer).toContainText('X-0, 5+3, casual');
    if (taken) await offer.getByRole('button', { name: 'Accept' }).click();
    else {
      await page.getByRole('link', { name: 'To the lobby' }).click();
      const mine = page
        .getByTestId('seeks')
        .getByRole('listitem')
        .filter({ hasText: 'Your offer' });
      await mine.getByRole('button', { name: 'Withdraw' }).click();
      await expect(mine).toHaveCount(0);
      await expect(offer).toHaveCount(0);
    }
  }
  await expect(other).toHaveURL(GAME);
  await expect(page).toHaveURL(other.url());
  await other.context().close();
});

test('a rated offer says to a guest why not', async ({ page }) => {
  const ann = await account();
  const settings = { mode: 'renju', rated: true, time_control: { initial_seconds: 300 } } as const;
  done(await ann.api.POST('/v1/seeks', { body: { kind: 'open', settings, seat: null } }));
  await page.goto('/');
  const offer = page.getByTestId('seeks').getByRole('listitem').filter({ hasText: ann.name });
  await expect(offer).toContainText('needs an account');
  await expect(offer.getByRole('button', { name: 'Accept' })).toHaveCount(0);
  await offer.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('dialog')).toContainText('Rated games need an account');
});

test('a friend comes by link', async ({ page, browser }) => {
  const complaints = listen(page);
  await page.goto('/new');
  await page.getByRole('radio', { name: 'A friend' }).check();
  await page.getByRole('button', { name: 'Get a link for a friend' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your invitation');
  await expect(page.getByTestId('qr')).toBeVisible();
  const address = await page.getByLabel('Link for your opponent').inputValue();
  expect(address).toBe(page.url());
  // Nobody is left behind by a reload.
  await page.reload();
  await expect(page.getByTestId('qr')).toBeVisible();
  expect(complaints).toEqual([]);

  const friend = await visit(browser);
  await friend.goto(address);
  await expect(friend.getByRole('heading', { level: 1 })).toContainText('invites you to a game');
  await expect(friend.getByTestId('settings')).toContainText('X-0, 5+3, casual');
  await expect(friend.getByText('no account is needed')).toBeVisible();
  await friend.getByRole('button', { name: 'Accept' }).click();
  await expect(friend).toHaveURL(GAME);
  await expect(page).toHaveURL(friend.url());

  // A third person is too late, and can watch.
  const third = await visit(browser);
  await third.goto(address);
  await expect(third.getByTestId('over')).toContainText('Somebody has accepted');
  await expect(third.getByRole('link', { name: 'Watch the game' })).toBeVisible();
  await friend.context().close();
  await third.context().close();
});

test('an invitation that is withdrawn says so to whoever looks at it', async ({
  page,
  browser,
}) => {
  const ann = await account();
  const settings = { mode: 'x0', time_control: { untimed: true } } as const;
  const body = { kind: 'room', settings, seat: 'first' } as const;
  const seek = done(await ann.api.POST('/v1/seeks', { body }));
  await page.goto(`/c/${seek.seek_id}`);
  await expect(page.getByTestId('settings')).toContainText('no clock');
  await expect(page.getByTestId('settings')).toContainText('You are the second player.');
  const maker = await visit(browser, ann);
  await maker.goto(`/c/${seek.seek_id}`);
  await expect(maker.getByTestId('settings')).toContainText('You are the first player.');
  await maker.getByRole('button', { name: 'Withdraw' }).click();
  await expect(maker.getByTestId('over')).toHaveText('You have withdrawn this offer.');
  await expect(page.getByTestId('over')).toHaveText('This offer was withdrawn.');
  await maker.context().close();
});

test('a player is challenged by name, accepts from the strip, or declines', async ({
  page,
  context,
  browser,
}) => {
  const [ann, bob] = await Promise.all([account(), account()]);
  await signIn(context, ann);
  const other = await visit(browser, bob);
  await other.goto('/rules');

  await page.goto('/new');
  await page.getByRole('radio', { name: 'A player' }).check();
  const send = page.getByRole('button', { name: 'Challenge', exact: true });
  await expect(send).toBeDisabled();
  const name = page.getByLabel('Name of the player');
  await name.fill('nobody-has-this-name');
  await expect(page.getByText('There is no player called nobody-has-this-name.')).toBeVisible();
  await name.fill(ann.name);
  await expect(page.getByText('That is you.')).toBeVisible();
  await expect(send).toBeDisabled();
  await name.fill(bob.name.toUpperCase());
  await expect(page.getByText(`${bob.name} will be asked.`)).toBeVisible();
  await send.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Challenge to ${bob.name}`);

  const strip = other.getByTestId('challenge');
  await expect(strip).toContainText(`${ann.name} challenges you: X-0, 5+3, casual`);
  await strip.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByTestId('over')).toHaveText('Your challenge was declined.');

  await page.goto(`/new?to=${bob.name}`);
  await expect(page.getByText(`${bob.name} will be asked.`)).toBeVisible();
  await send.click();
  await expect(page).toHaveURL(/\/c\//);
  const address = page.url();
  await strip.getByRole('button', { name: 'Accept' }).click();
  await expect(other).toHaveURL(GAME);
  await expect(page).toHaveURL(other.url());

  // A challenge is nobody else's business.
  const third = await visit(browser);
  await third.goto(address);
  await expect(third.getByRole('heading', { level: 1 })).toHaveText('There is no such offer');
  await expect(third.getByRole('link', { name: 'Sign in' }).last()).toBeVisible();
  await other.context().close();
  await third.context().close();
});

test('a challenge is answered on its page', async ({ page, context }) => {
  const [ann, bob] = await Promise.all([account(), account()]);
  await signIn(context, bob);
  const settings = { mode: 'gomoku', rated: true, time_control: { initial_seconds: 300 } } as const;
  const challenge = async () => {
    const body = { kind: 'challenge', to: bob.playerId, settings, seat: null } as const;
    return done(await ann.api.POST('/v1/seeks', { body })).seek_id;
  };
  const main = page.getByRole('main');
  await page.goto(`/c/${await challenge()}`);
  await expect(page.getByTestId('settings')).toContainText('Gomoku, 5+0, rated');
  await main.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByTestId('over')).toHaveText('You have declined.');
  await page.goto(`/c/${await challenge()}`);
  await main.getByRole('button', { name: 'Accept' }).click();
  await expect(page).toHaveURL(GAME);
});

test('whoever is playing is told about another game, not taken away', async ({ page, context }) => {
  const [ann, bob, cid] = await Promise.all([account(), account(), account()]);
  await signIn(context, ann);
  const table = await meet(ann, bob);
  const settings = { mode: 'x0', time_control: { initial_seconds: 300 } } as const;
  const body = { kind: 'room', settings, seat: null } as const;
  const seek = done(await ann.api.POST('/v1/seeks', { body }));
  await page.goto(`/g/${table.id}`);
  await page.waitForLoadState('networkidle');
  const params = { path: { seek_id: seek.seek_id } };
  const taken = done(await cid.api.POST('/v1/seeks/{seek_id}/accept', { params }));
  const notice = page.getByText(`Your game against ${cid.name} has started.`);
  await expect(notice.last()).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/g/${table.id}$`));
  await page.getByRole('button', { name: 'To the game' }).click();
  await expect(page).toHaveURL(new RegExp(`/g/${taken.game_id}$`));
});

test('a guest made over there is at home here', async ({ page, context }) => {
  await signIn(context, await guest());
  await page.goto('/');
  await expect(page.getByRole('radio', { name: /^Casual/ })).toBeChecked();
});

test('the custom game switches off what does not go together', async ({ page }) => {
  await page.goto('/new');
  const radio = (name: string) => page.getByRole('radio', { name, exact: true });
  const choose = (name: string) => radio(name).check();
  await choose('Custom');
  await expect(page.getByRole('img', { name: 'board 15 × 15' })).toBeVisible();
  await choose('Cross');
  await expect(page.getByRole('img', { name: 'cross-shaped board 15 × 15' })).toBeVisible();
  await expect(radio('9')).toBeDisabled();
  await expect(page.getByText('Boards smaller than 15 are square only.')).toBeVisible();
  await choose('20');
  await expect(radio('Pro')).toBeDisabled();
  await expect(radio('Swap2')).toBeEnabled();
  await expect(page.getByText(/These openings need a centre point/)).toBeVisible();
  await choose('19');
  await choose('RIF');
  await expect(radio('20')).toBeDisabled();
  await choose('Swap2');
  await choose('Black');
  await expect(page.getByTestId('summary')).toContainText('after Swap2 Black moves');
  await expect(radio('Rated')).toBeDisabled();
  await expect(page.getByText('Rated games are played in X-0, Gomoku and Renju.')).toBeVisible();

  // The clock: typed, by slider and keys, or none.
  const minutes = page.getByRole('spinbutton', { name: 'Minutes at the start' });
  await minutes.fill('1.5');
  await minutes.press('Enter');
  await page.goto('/new');
  await expect(radio('Custom')).toBeChecked();
  await minutes.fill('1.5');
  await minutes.blur();
  await expect(page.getByTestId('summary')).toContainText('1:30+3');
  const slider = page.getByRole('slider', { name: 'Minutes at the start' });
  await slider.focus();
  await slider.press('ArrowRight');
  await expect(minutes).toHaveValue('2');
  await expect(slider).toHaveAttribute('aria-valuetext', '2 minutes');
  await slider.press('Home');
  await page.getByRole('slider', { name: 'Seconds added each move' }).press('Home');
  await expect(page.getByText('0+0 is no time at all.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open in the lobby' })).toBeDisabled();
  await choose('No clock');
  await expect(page.getByTestId('summary')).toContainText('no clock');

  await page.getByText('More settings').click();
  await page.getByRole('button', { name: 'Games in the match: one more' }).click();
  await page.getByRole('spinbutton', { name: 'Takebacks for each' }).fill('500');
  await page.getByRole('spinbutton', { name: 'Takebacks for each' }).blur();
  await expect(page.getByTestId('summary')).toContainText('match of 2 games');
  await expect(page.getByTestId('summary')).toContainText('100 takebacks each');
  await page.getByRole('checkbox', { name: 'Private' }).check();
  await choose('Second');
  // All of it is sent as chosen, and remembered.
  await choose('A friend');
  await page.getByRole('button', { name: 'Get a link for a friend' }).click();
  await expect(page.getByTestId('settings')).toContainText('cross-shaped board 19 × 19');
  await expect(page.getByTestId('settings')).toContainText('private');
  await expect(page.getByTestId('settings')).toContainText('You are the second player.');
  await page.goto('/new');
  await expect(radio('Cross')).toBeChecked();
  await expect(radio('A friend')).toBeChecked();
});

test('an unknown offer leads home', async ({ page }) => {
  await page.goto('/c/there-is-no-such-thing');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such offer');
  await page.getByRole('link', { name: 'To the start page' }).click();
  await expect(page).toHaveURL(/\/$/);
});
