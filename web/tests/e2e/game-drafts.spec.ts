// Points that are collected before they are sent: the stones of Swap2, ten fifth moves.
import { bothSee, sit, twoAtTable } from './support/game.ts';
import { expect, test } from './support/test.ts';

test('the stones of Swap2: undo, clear, a reload, and only then sent', async ({ browser }) => {
  const pair = await twoAtTable(browser);
  const at = await sit(pair, { mode: 'gomoku' });
  const { first, second } = at;
  const send = first.button(/^Send/);
  await expect(first.button('Undo')).toBeDisabled();
  await first.touch('H8');
  await first.touch('I9');
  await expect(first.prompt).toContainText('stone 3 of 3');
  await expect(first.cell('I9')).toHaveAccessibleName('I9, white');
  await first.press('Undo');
  await expect(first.cell('I9')).toHaveAccessibleName('I9, empty');
  await expect(first.prompt).toContainText('stone 2 of 3');
  await first.press('Clear all');
  await expect(first.cell('H8')).toHaveAccessibleName('H8, empty');
  await expect(send).toHaveText('Send 0/3');
  for (const name of ['D4', 'E5']) await first.touch(name);
  await first.touch('D4'); // is taken
  await expect(send).toHaveText('Send 2/3');
  await expect(send).toBeDisabled();
  await first.page.reload();
  await first.ready();
  await expect(send).toHaveText('Send 2/3');
  await expect(first.cell('E5')).toHaveAccessibleName('E5, white');
  await first.touch('F6');
  await first.touch('G7'); // all three are there
  await expect(first.cell('G7')).toHaveAccessibleName('G7, empty');
  expect((await at.table.snapshot()).stones).toEqual([]);
  expect((await second.seen()).stones).toEqual([]);
  await first.decide('Send 3/3');
  const stones = ['D4 black', 'E5 white', 'F6 black'];
  await bothSee(at, { stones, black: null, toAct: 'second' });
  await pair.done();
});

test('ten candidates: chosen, taken back, refused, kept, sent and picked', async ({ browser }) => {
  const pair = await twoAtTable(browser);
  const at = await sit(pair, { mode: 'renju' });
  const { first, second } = at;
  await expect(first.cell('H8')).toHaveAccessibleName('H8, black, last move');
  await at.table.act('second', { type: 'keep' });
  await at.table.act('second', { type: 'place', point: [7, 8] });
  await at.table.act('first', { type: 'keep' });
  await at.table.act('first', { type: 'place', point: [7, 9] });
  await at.table.act('second', { type: 'keep' });
  await at.table.act('second', { type: 'place', point: [7, 10] });
  const stones = ['H8 black', 'H9 white', 'H10 black', 'H11 white'];
  await bothSee(at, { stones, black: 'first', toAct: 'first' });

  await first.press('Offer 10');
  const send = first.button(/^Send/);
  await expect(send).toHaveText('Send 0/10');
  await first.touch('E5');
  await expect(first.cell('E5')).toHaveAccessibleName('E5, candidate 1');
  // The stones are one column: what lies mirrored is equal.
  await expect(first.cell('K5')).toHaveAccessibleName('K5, equal to a chosen point');
  await expect(first.page.locator('svg .x0-equal')).toHaveCount(1);
  await first.touch('K5');
  await expect(
    first.page.locator('[role=status]', { hasText: 'K5 gives the same shape as E5.' }),
  ).toBeAttached();
  await expect(send).toHaveText('Send 1/10');
  await first.touch('E5');
  await expect(send).toHaveText('Send 0/10');
  await expect(first.cell('K5')).toHaveAccessibleName('K5, empty');
  await first.press('Back');
  await expect(first.button('Swap')).toBeVisible();
  await first.press('Offer 10');
  const points = ['A1', 'B2', 'C3', 'D4', 'E5', 'F6', 'G7', 'A8', 'B9', 'C10'];
  for (const name of points.slice(0, 7)) await first.touch(name);
  await first.press('Undo');
  await expect(send).toHaveText('Send 6/10');
  await expect(first.prompt).toContainText('6 of 10');
  await first.page.reload();
  await first.ready();
  // What was collected is still being collected.
  await expect(send).toHaveText('Send 6/10');
  await expect(send).toBeDisabled();
  await first.press('Clear all');
  await expect(send).toHaveText('Send 0/10');
  for (const name of points) await first.touch(name);
  await first.touch('O15'); // an eleventh
  await expect(send).toHaveText('Send 10/10');
  expect((await second.seen()).candidates).toEqual([]);
  await first.decide('Send 10/10');
  await bothSee(at, { stones, black: 'first', toAct: 'second', candidates: points });
  await second.touch('O1');
  await expect(
    second.page.locator('[role=status]', { hasText: 'O1 is outside the allowed zone.' }),
  ).toBeAttached();
  await second.place('C3');
  await bothSee(at, { stones: [...stones, 'C3 black'], black: 'first', toAct: 'second' });
  await second.place('O15');
  await bothSee(at, {
    stones: [...stones, 'C3 black', 'O15 white'],
    black: 'first',
    toAct: 'first',
  });
  await pair.done();
});
