// Leading a tournament, and leading a team in one.
import { done, type Person, signIn, unique } from './support/people.ts';
import { expect, test } from './support/test.ts';
import { boardOf, create, people } from './support/tournament.ts';

test('what organisers do', async ({ page, context }) => {
  const all = await people(5);
  const [ann, bob, eve] = all as [Person, Person, Person];
  const event = await create(ann, {
    start: 6,
    format: 'swiss',
    rounds: 3,
    no_show_seconds: 3_000,
  });
  await event.enter(...all.slice(1));
  await signIn(context, ann);
  await page.goto(event.address);
  const organise = page.getByTestId('organise');
  await organise.getByRole('button', { name: 'Forbid a pair' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('One player').selectOption({ label: bob.name });
  await dialog.getByLabel('The other').selectOption({ label: eve.name });
  await dialog.getByRole('button', { name: 'Forbid a pair' }).click();
  await expect(dialog).toBeHidden();
  await organise.getByRole('button', { name: 'Name a helper' }).click();
  await dialog.getByLabel('Name of the player').fill('no such player');
  await dialog.getByRole('button', { name: 'Name a helper' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('There is no such player.');
  await dialog.getByLabel('Name of the player').fill(eve.name);
  await dialog.getByRole('button', { name: 'Name a helper' }).click();
  await expect(organise).toContainText(`Helpers: ${eve.name}`);

  const { boards } = await event.round(1);
  const first = boards[0]?.first?.name ?? '';
  // The names of the parts move when the table comes in place of the list of players.
  const standings = page.getByRole('link', { name: 'Standings', exact: true });
  await expect(standings).toHaveAttribute('aria-current', 'page');
  await page.getByRole('link', { name: 'Rounds', exact: true }).click();
  await page.getByRole('button', { name: 'Correct results' }).click();
  await page.getByRole('button', { name: 'Correct board 1' }).click();
  await dialog.getByLabel(`1–0: ${first} won`).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('set by an organiser')).toBeVisible();
  await standings.click();
  await expect(page.getByTestId('standings').getByRole('row').nth(1)).toContainText(first);

  await page.getByTestId('standings').getByRole('button', { name: bob.name }).click();
  await dialog.getByRole('button', { name: 'Remove from the tournament' }).click();
  await dialog.getByRole('button', { name: 'Remove from the tournament' }).click();
  await expect(
    page.getByTestId('standings').getByRole('row').filter({ hasText: bob.name }),
  ).toContainText('removed');

  await page.getByRole('link', { name: 'Log', exact: true }).click();
  const log = page.getByTestId('log');
  await expect(log).toContainText(`${ann.name}: removed ${bob.name}`);
  await expect(log).toContainText('set round 1, board 1 to 1–0');
  await expect(log).toContainText(/and .* are not to meet/);
  await expect(log).toContainText(`named ${eve.name} a helper`);

  await organise.getByRole('button', { name: 'Cancel the tournament' }).click();
  await dialog.getByRole('button', { name: 'Cancel it for good' }).click();
  await expect(page.getByTestId('state')).toHaveText('Cancelled by the organiser.');
  await expect(log).toContainText(`${ann.name}: cancelled the tournament`);
});

test('another start, and a round paired again', async ({ page, context }) => {
  const all = await people(3);
  const [ann] = all as [Person];
  const later = await create(ann, { start: 5_000 });
  const event = await create(ann, { start: 4, format: 'swiss', lead_seconds: 3_000 });
  await event.enter(...all);
  await signIn(context, ann);
  await page.goto(later.address);
  await expect(page.getByTestId('state')).toContainText('Starts in 1:');
  await page.getByTestId('organise').getByRole('button', { name: 'Change the start' }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel('New start');
  const local = (minutes: number) =>
    page.evaluate((by) => {
      const at = new Date(Date.now() + by * 60_000);
      return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
    }, minutes);
  await field.fill(await local(-120));
  await dialog.getByRole('button', { name: 'Change the start' }).click();
  await expect(dialog.getByRole('alert')).not.toBeEmpty();
  await field.fill(await local(25));
  await dialog.getByRole('button', { name: 'Change the start' }).click();
  await expect(page.getByTestId('state')).toHaveText(/Starts in 2[345]:/);
  await page.getByRole('link', { name: 'Log', exact: true }).click();
  await expect(page.getByTestId('log')).toContainText('new start');

  await page.goto(event.address);
  await expect(page.getByTestId('state')).toContainText('begins in');
  await page.getByRole('button', { name: 'Pair the round again' }).click();
  await dialog.getByRole('button', { name: 'Pair the round again' }).click();
  await expect(page.getByText('The round is paired again.')).not.toHaveCount(0);
  await page.getByRole('link', { name: 'Log', exact: true }).click();
  await expect(page.getByTestId('log')).toContainText('round 1 was paired again');
});

test('teams: a captain enters one, orders it, and is at the board', async ({ page, context }) => {
  const [ann, bob, eve, kim] = (await people(4)) as [Person, Person, Person, Person];
  const clans = [await clan(ann, bob), await clan(eve, kim)] as const;
  const event = await create(kim, { start: 14, boards: 2 });
  await signIn(context, ann);
  await page.goto(event.address);
  await page.getByRole('button', { name: `Enter ${clans[0].name}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: `Add ${ann.name}` }).click();
  await dialog.getByRole('button', { name: `Add ${bob.name}` }).click();
  await dialog.getByRole('button', { name: `${bob.name}: one board up` }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const part = page.getByTestId('part');
  await expect(part).toContainText(`Your team: ${clans[0].name}`);
  await expect(part.getByRole('listitem').first()).toHaveText(`Board 1: ${bob.name}`);
  const body = { clan_id: clans[1].clan_id, members: [eve.playerId, kim.playerId] };
  const params = { path: { tournament_id: event.id } };
  done(await eve.api.PUT('/v1/tournaments/{tournament_id}/team', { params, body }));
  await part.getByRole('button', { name: 'Order the boards' }).click();
  await dialog.getByRole('button', { name: `${ann.name}: one board up` }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();

  await expect(page).toHaveURL(/\/g\//, { timeout: 30_000 });
  const round = await event.round(1);
  const own = boardOf(round, ann);
  expect(own.board.number).toBe(1);
  const all = [ann, bob, eve, kim];
  await event.finish(own.board, own.seat, all);
  await page.getByTestId('end').getByRole('link', { name: 'Back to the tournament' }).click();
  await page.getByRole('link', { name: 'Rounds', exact: true }).click();
  const match = page.locator('.match');
  await expect(match.locator('.score')).toHaveText(/1 : 0|0 : 1/);
  const theirs = boardOf(round, bob);
  await event.finish(theirs.board, theirs.seat, all);
  await expect(match.locator('.score')).toHaveText(/2 : 0|0 : 2/);
  await page.getByRole('link', { name: 'Standings', exact: true }).click();
  await expect(page.getByTestId('standings').getByRole('row').nth(1)).toContainText(clans[0].name);
});

async function clan(captain: Person, member: Person): Promise<{ clan_id: string; name: string }> {
  const body = { name: unique('Five '), tag: unique('T').slice(-6), about: '' };
  const { clan_id, name } = done(await captain.api.POST('/v1/clans', { body }));
  const params = { path: { clan_id, player_id: member.playerId } };
  done(await captain.api.PUT('/v1/clans/{clan_id}/invitations/{player_id}', { params }));
  done(
    await member.api.POST('/v1/clan-invitations/{clan_id}/accept', {
      params: { path: { clan_id } },
    }),
  );
  return { clan_id, name };
}
