// Each mode to its end, and boards of every size and shape.
import { type At, bothSee, nameOf, sit, twoAtTable } from './support/game.ts';
import type { Seat, Settings } from './support/play.ts';
import { expect, test } from './support/test.ts';

/** Stones in turn, from whoever is to act; black moves first. */
async function playOn(
  at: At,
  stones: string[],
  names: string[],
  black: Seat,
  toMove: Seat,
): Promise<void> {
  let mover = toMove;
  for (const name of names) {
    await (mover === 'first' ? at.first : at.second).place(name);
    stones.push(`${name} ${mover === black ? 'black' : 'white'}`);
    mover = mover === 'first' ? 'second' : 'first';
    if (name !== names.at(-1)) await bothSee(at, { stones, black, toAct: mover });
  }
  await bothSee(at, { stones, black, toAct: null });
}

async function ended(at: At, winner: Seat, why: string): Promise<void> {
  const [won, lost] = winner === 'first' ? [at.first, at.second] : [at.second, at.first];
  await expect(won.end).toContainText('You won');
  await expect(lost.end).toContainText('You lost');
  for (const player of [won, lost]) {
    await expect(player.end).toContainText(why);
    await expect(player.page.locator('svg .row')).toHaveCount(1);
  }
}

test('x0: five in a row', async ({ browser }) => {
  const pair = await twoAtTable(browser);
  const at = await sit(pair, { mode: 'x0' });
  const names = ['D8', 'D10', 'E8', 'E10', 'F8', 'F10', 'G8', 'G10', 'H8'];
  await playOn(at, [], names, 'first', 'first');
  await ended(at, 'first', 'Five in a row.');
  await pair.done();
});

test.describe('on a desk', () => {
  test.skip(({ isMobile }) => isMobile, 'the same on both kinds of screen');

  test('gomoku: Swap2, a six that is nothing, and then five', async ({ browser }) => {
    const pair = await twoAtTable(browser);
    const at = await sit(pair, { mode: 'gomoku' });
    for (const name of ['A8', 'O1', 'B8']) await at.first.touch(name);
    await at.first.decide('Send 3/3');
    await at.second.decide('Play White');
    const stones = ['A8 black', 'O1 white', 'B8 black'];
    const names = ['C8', 'O3', 'E8', 'O5', 'F8', 'O7', 'D8', 'M1', 'A7', 'M3', 'A6', 'M5', 'A5'];
    await playOn(at, stones, [...names, 'M7', 'A4'], 'first', 'first');
    await ended(at, 'first', 'Five in a row.');
    await pair.done();
  });

  test('renju: Taraguchi-10 and five', async ({ browser }) => {
    const pair = await twoAtTable(browser);
    const at = await sit(pair, { mode: 'renju' });
    await at.second.decide('Keep colours');
    await at.second.place('I7');
    await at.first.decide('Keep colours');
    await at.first.place('G8');
    await at.second.decide('Keep colours');
    await at.second.place('K11');
    const four = ['H8 black', 'I7 white', 'G8 black', 'K11 white'];
    await bothSee(at, { stones: four, black: 'first', toAct: 'first' });
    await at.first.place('F8');
    await at.second.decide('Keep colours');
    const stones = [...four, 'F8 black'];
    await playOn(at, stones, ['A1', 'E8', 'A3', 'D8'], 'first', 'second');
    await ended(at, 'first', 'Five in a row.');
    await pair.done();
  });

  test('x0_freestyle: a row of seven wins', async ({ browser }) => {
    const pair = await twoAtTable(browser);
    const at = await sit(pair, { mode: 'x0_freestyle' });
    const names = ['D8', 'A1', 'E8', 'A3', 'F8', 'A5', 'H8', 'A7', 'I8', 'A9', 'J8', 'A11', 'G8'];
    await playOn(at, [], names, 'first', 'first');
    await ended(at, 'first', 'Six or more in a row.');
    await pair.done();
  });

  const BOARDS: [Settings, string, number, string, string | null][] = [
    [{ board_size: 9 }, '9 by 9', 81, 'I9', 'J1'],
    [{ board_size: 13 }, '13 by 13', 169, 'M13', 'N13'],
    [{ board_size: 19 }, '19 by 19', 361, 'S19', 'T1'],
    [{ board_size: 20 }, '20 by 20', 400, 'T20', 'A21'],
    [{ board_size: 15, shape: 'octagon' }, '15 by 15', 185, 'O11', 'O12'],
    [{ board_size: 15, shape: 'cross' }, '15 by 15', 161, 'O11', 'O12'],
  ];
  for (const shaped of [false, true])
    test(`custom boards: ${shaped ? 'shapes' : 'sizes'}`, async ({ browser }) => {
      test.setTimeout(120_000);
      const pair = await twoAtTable(browser);
      for (const [board, label, count, corner, missing] of BOARDS.filter(
        ([{ shape }]) => Boolean(shape) === shaped,
      )) {
        await test.step(JSON.stringify(board), async () => {
          const size = board.board_size as number;
          const at = await sit(pair, {
            mode: 'custom',
            ruleset: 'freestyle',
            opening: 'none',
            ...board,
          });
          for (const { page } of [at.first, at.second]) {
            await expect(page.getByRole('grid')).toHaveAccessibleName(
              new RegExp(`^Board, ${label}\\.`),
            );
            await expect(page.locator('[role=gridcell][data-cell]')).toHaveCount(count);
            await expect(page.locator('svg .coordinate')).toHaveCount(2 * size);
          }
          const { page } = at.first;
          if (missing) {
            const field = page.getByLabel('Type a move');
            await field.fill(missing);
            await field.press('Enter');
            await expect(
              page.getByText(`There is no point ${missing} on this board.`).last(),
            ).toBeVisible();
            await field.fill('');
          }
          if (board.shape) {
            const grid = await page.getByRole('grid').boundingBox();
            if (!grid) throw new Error('no board');
            const half = grid.width / size / 2;
            await page.mouse.click(grid.x + grid.width - half, grid.y + half);
          }
          await bothSee(at, { stones: [], black: 'first', toAct: 'first' });
          await at.first.place(corner, size);
          await bothSee(at, { stones: [`${corner} black`], black: 'first', toAct: 'second' });
          await at.second.place('E5', size);
          await bothSee(at, {
            stones: [`${corner} black`, 'E5 white'],
            black: 'first',
            toAct: 'first',
          });
          const { stones } = await at.table.snapshot();
          expect(nameOf(stones[0]?.point ?? [0, 0])).toBe(corner);
          await at.table.act('first', { type: 'resign' });
        });
      }
      await pair.done();
    });
});
