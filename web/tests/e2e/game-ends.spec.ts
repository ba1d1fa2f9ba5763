// How games end, and what players ask each other: draws, takebacks, rematches, matches.

import { bothSee, newContext, type Player, player, sit, twoAtTable } from './support/game.ts';
import { account } from './support/people.ts';
import { stack } from './support/stack.ts';
import { expect, test } from './support/test.ts';

const ONCE = 'the same on both kinds of screen';
const onPhone = () => test.info().project.name === 'phone';

const quick = { time_control: { initial_seconds: 3, increment_seconds: 0 } };

/** The sheet "More" is open. */
async function sheet(player: Player) {
  await player.press('More');
  return player.page.getByRole('dialog');
}

test('a foul loses: its lines are drawn and explained', async ({ browser }) => {
  const pair = await twoAtTable(browser);
  const at = await sit(pair);
  const { first, second } = at;
  await at.table.place('F8', 'A1', 'G8', 'O15', 'H6', 'A15', 'H7', 'O1');
  await expect(first.cell('H8')).toHaveAccessibleName('H8, forbidden for Black: double three');
  await first.touch('H8'); // asks first, although a mouse is sure
  await expect(first.button('Place H8')).toBeVisible();
  await expect(
    first.page.locator('[role=status]', { hasText: 'Black loses at once' }),
  ).toBeAttached();
  await first.press('Place H8');
  for (const { end, page } of [first, second]) {
    await expect(end).toContainText('Black made a foul: double three.');
    await expect(end).toContainText('Double three at H8');
    await expect(end).toContainText('Two threes at once are a foul for Black.');
    await expect(end.locator('li')).toHaveCount(2);
    await expect(page.locator('svg .proof.line0')).toHaveCount(1);
    await expect(page.locator('svg .proof.line1')).toHaveCount(1);
    await expect(page.locator('svg .extends').first()).toBeAttached();
  }
  await expect(first.end).toContainText('You lost');
  await expect(second.end).toContainText('You won');
  await pair.done();
});

test('the flag falls', async ({ browser }) => {
  test.skip(onPhone(), ONCE);
  const pair = await twoAtTable(browser);
  const at = await sit(pair, quick);
  await expect(at.first.end).toContainText('Black ran out of time');
  await expect(at.second.end).toContainText('You won');
  await expect(at.first.page.locator('time[data-seat=first]')).toHaveText('0.0');
  await pair.done();
});

test('a draw is offered, declined, offered and accepted', async ({ browser }) => {
  const pair = await twoAtTable(browser);
  const at = await sit(pair);
  const { first, second } = at;
  await expect((await sheet(first)).getByRole('button', { name: 'Offer a draw' })).toBeHidden();
  await first.page.keyboard.press('Escape');
  await at.table.place('H8', 'I9');
  await bothSee(at, { stones: ['H8 black', 'I9 white'], black: 'first', toAct: 'first' });
  await first.more('Offer a draw');
  await expect(first.page.getByText('Your draw offer is open.')).toBeVisible();
  await expect(second.page.locator('.offer')).toContainText(`${first.who.name} offers a draw.`);
  await second.page.getByRole('button', { name: 'Decline draw' }).click();
  await expect(
    first.page.locator('.notice', { hasText: 'The draw offer was declined.' }),
  ).toBeVisible();
  await expect(first.page.getByText('Your draw offer is open.')).toBeHidden();
  await at.table.place('J8', 'I10');
  await first.more('Offer a draw');
  await second.page.getByRole('button', { name: 'Accept draw' }).click();
  for (const { end } of [first, second]) await expect(end).toContainText('A draw was agreed.');
  await pair.done();
});

test('a takeback is asked for, declined, asked for and given', async ({ browser }) => {
  const pair = await twoAtTable(browser);
  const at = await sit(pair, { takebacks: 1 });
  const { first, second } = at;
  await at.table.place('H8', 'I9');
  await bothSee(at, { stones: ['H8 black', 'I9 white'], black: 'first', toAct: 'first' });
  await second.more('Take back the last move');
  await first.page.getByRole('button', { name: 'Decline takeback' }).click();
  await expect(
    second.page.locator('.notice', { hasText: 'The takeback was declined.' }),
  ).toBeVisible();
  await second.more('Take back the last move');
  await expect(second.page.getByText('You asked to take back a move.')).toBeVisible();
  await first.page.getByRole('button', { name: 'Allow takeback' }).click();
  await bothSee(at, { stones: ['H8 black'], black: 'first', toAct: 'second' });
  await second.place('I10');
  await bothSee(at, { stones: ['H8 black', 'I10 white'], black: 'first', toAct: 'first' });
  const again = (await sheet(second)).getByRole('button', { name: 'Take back the last move' });
  await expect(again).toBeDisabled(); // it was the only one
  await pair.done();
});

test('pass, twice is a draw; a claim that does not hold is refused', async ({ browser }) => {
  test.skip(onPhone(), ONCE);
  const pair = await twoAtTable(browser);
  const at = await sit(pair);
  await at.table.place('H8', 'I9');
  await bothSee(at, { stones: ['H8 black', 'I9 white'], black: 'first', toAct: 'first' });
  await (await sheet(at.first)).getByRole('button', { name: 'Pass' }).click();
  await at.first.page.getByRole('button', { name: 'Pass? Press again' }).click();
  await bothSee(at, { stones: ['H8 black', 'I9 white'], black: 'first', toAct: 'second' });
  await (await sheet(at.second)).getByRole('button', { name: 'Pass' }).click();
  await at.second.page.getByRole('button', { name: 'Pass? Press again' }).click();
  for (const { end } of [at.first, at.second])
    await expect(end).toContainText('Both sides passed.');

  const strict = await sit(pair, { no_draw: true });
  const dialog = await sheet(strict.first);
  await expect(dialog.getByRole('button', { name: 'Offer a draw' })).toBeHidden();
  await dialog.getByRole('button', { name: 'Claim the win: no row left' }).click();
  const why = 'The claim does not hold: there is still a way to win.';
  await expect(strict.first.page.locator('.notice', { hasText: why })).toBeVisible();
  await pair.done();
});

test('aborted before both have moved; resigned by two presses and by holding', async ({
  browser,
}) => {
  const pair = await twoAtTable(browser);
  const gone = await sit(pair);
  await gone.first.more('Abort the game');
  for (const { end } of [gone.first, gone.second]) await expect(end).toContainText('Game aborted');

  const twice = await sit(pair);
  await twice.table.place('H8', 'I9');
  const dialog = await sheet(twice.first);
  await expect(dialog.getByRole('button', { name: 'Abort the game' })).toBeHidden();
  await dialog.getByRole('button', { name: 'Resign', exact: true }).click();
  await expect(
    twice.first.page.locator('[role=status]', { hasText: 'Resign? Press again' }),
  ).toBeAttached();
  expect((await twice.table.snapshot()).status).toBe('active');
  await dialog.getByRole('button', { name: 'Resign? Press again' }).click();
  await expect(twice.first.end).toContainText('Black resigned');
  await expect(twice.second.end).toContainText('You won');

  const held = await sit(pair);
  await held.table.place('H8', 'I9');
  const button = (await sheet(held.second)).getByRole('button', { name: 'Resign', exact: true });
  await button.click({ delay: 1_000 });
  await expect(held.second.end).toContainText('White resigned');
  await expect(held.first.end).toContainText('You won');
  await pair.done();
});

test('a rematch is declined, and then agreed on; the old game stays where it is', async ({
  browser,
}) => {
  const pair = await twoAtTable(browser);
  const at = await sit(pair);
  const { first, second, table } = at;
  await table.place('H8', 'I9');
  await table.act('first', { type: 'resign' });
  await first.press('Rematch');
  await expect(first.end).toContainText(`Rematch offered. Waiting for ${second.who.name}.`);
  await expect(second.end).toContainText(`${first.who.name} offers a rematch.`);
  await second.page.getByRole('button', { name: 'Decline rematch' }).click();
  await expect(
    first.page.locator('.notice', { hasText: 'The rematch was declined.' }),
  ).toBeVisible();
  await second.press('Rematch');
  await first.press('Accept rematch');
  for (const { page, prompt } of [first, second]) {
    await expect(page).not.toHaveURL(new RegExp(`${table.id}$`));
    await expect(prompt).toBeVisible();
  }
  expect(first.page.url().split('/').at(-1)).toBe(second.page.url().split('/').at(-1));
  // Seats change.
  await expect(second.prompt).toContainText('Your move.');

  // Whoever looks at the first game later is not sent on to the next.
  const { finished_at } = await table.snapshot();
  const over = () => Date.now() - Date.parse(finished_at ?? '');
  await expect.poll(over, { timeout: 15_000 }).toBeGreaterThan(6_000);
  await first.open(table.id);
  await expect(first.end).toContainText('You lost');
  const opened = Date.now();
  await expect.poll(() => Date.now() - opened).toBeGreaterThan(1_000);
  await expect(first.page).toHaveURL(new RegExp(`${table.id}$`));
  await expect(first.page.getByRole('link', { name: 'Next game' })).toBeVisible();
  await pair.done();
});

test('a match of three games goes on by itself', async ({ browser }) => {
  test.skip(onPhone(), ONCE);
  test.setTimeout(90_000);
  const pair = await twoAtTable(browser);
  const at = await sit(pair, { games: 3 });
  const { first, second } = at;
  const score = (of: Player, whose: Player) =>
    of.page.locator(`section.bar[aria-label="${whose.who.name}"] .score`);
  let id = at.table.id;
  for (const [number, one, two] of [
    [1, '0', '1'],
    [2, '0', '2'],
    [3, '0', '3'],
  ] as const) {
    for (const { page } of [first, second]) {
      await expect(page.getByText(`Game ${number} of 3`)).toBeAttached();
      await expect(page.locator('.end')).toBeHidden();
    }
    await expect(score(first, first)).toHaveText('0');
    await expect(score(second, second)).toHaveText(String(number - 1));
    // The opening role alternates.
    const black = number % 2 ? first : second;
    await expect(black.page.locator('section.bar').last().locator('.disc.black')).toBeVisible();
    await first.more('Resign');
    await first.page.getByRole('button', { name: 'Resign? Press again' }).click();
    await expect(second.end).toContainText('You won');
    await expect(score(second, first)).toHaveText(one);
    await expect(score(first, second)).toHaveText(two);
    if (number === 3) continue;
    await expect(first.end).toContainText('The next game of the match follows.');
    for (const { page } of [first, second]) {
      await expect(page).not.toHaveURL(new RegExp(`${id}$`), { timeout: 15_000 });
    }
    id = first.page.url().split('/').at(-1) as string;
    await expect(second.page).toHaveURL(new RegExp(`${id}$`));
  }
  await expect(first.button('Rematch')).toBeVisible();
  await pair.done();
});

test('what others may not see, and what is not there', async ({ browser }) => {
  test.skip(onPhone(), ONCE);
  const pair = await twoAtTable(browser);
  const at = await sit(pair, { private: true });
  const other = await player(browser);
  const nobody = await (await newContext(browser)).newPage();
  for (const page of [other.page, nobody]) {
    for (const id of [at.table.id, 'nosuchgame']) {
      await page.goto(`${stack().urls[0]}/g/${id}`);
      await expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible();
      await expect(page.locator('[role=grid]')).toBeHidden();
    }
  }
  await other.page.context().close();
  await nobody.context().close();
  await pair.done();
});

test('ratings change with a rated game', async ({ browser }) => {
  test.skip(onPhone(), ONCE);
  const people = await Promise.all([account(), account()]);
  const [one, two] = await Promise.all(people.map((who) => player(browser, { who })));
  if (!one || !two) throw new Error('two players are needed');
  const at = await sit({ first: one, second: two }, { rated: true });
  await at.table.place('H8', 'I9');
  await at.table.act('second', { type: 'resign' });
  for (const { page } of [one, two]) {
    const changes = page.getByTestId('rating-change');
    await expect(changes).toHaveCount(2);
    await expect(changes.filter({ hasText: '1532' })).toContainText('(+32)');
    await expect(changes.filter({ hasText: '1468' })).toContainText('(−32)');
  }
  await Promise.all([one.page.context().close(), two.page.context().close()]);
});
