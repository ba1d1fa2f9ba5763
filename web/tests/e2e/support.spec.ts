// What the other specs stand on: people, games, and processes that can be killed.
import { axe } from './support/axe.ts';
import { account, done, guest, signIn } from './support/people.ts';
import { meet, point } from './support/play.ts';
import { down, killed, mayKill, stack, up } from './support/stack.ts';
import { expect, test } from './support/test.ts';

test.skip(({ isMobile }) => isMobile, 'one browser is enough');

test('somebody made over REST is signed in here', async ({ page, context, browser }) => {
  const ann = await account();
  const other = await browser.newContext();
  for (const [where, who] of [
    [context, ann],
    [other, ann],
    [await browser.newContext(), await guest()],
  ] as const) {
    await signIn(where, who);
    const here = where === context ? page : await where.newPage();
    const resumed = here.waitForResponse('**/v1/sessions/refresh');
    await here.goto(`${stack().urls[0]}/`);
    expect(await (await resumed).json()).toMatchObject({ player_id: who.playerId });
    if (where !== context) await where.close();
  }
  expect(done(await ann.api.GET('/v1/sessions')).sessions).toHaveLength(2);
});

test('a position is set up, and a game played to its end', async () => {
  const [ann, bob] = await Promise.all([account(), account()]);
  const table = await meet(ann, bob, { rated: true });
  await table.place('H8', 'G9');
  const { stones, live, first } = await table.snapshot();
  expect(stones.map((stone) => stone.point)).toEqual([point('H8'), point('G9')]);
  expect(live.to_act).toBe('first');
  expect(first.player_id).toBe(table.first.playerId);
  await table.act('second', { type: 'resign' });
  expect((await table.snapshot()).status).toBe('finished');

  const again = await meet(ann, bob);
  await again.playToTheEnd();
  expect((await again.snapshot()).result).toMatchObject({ winner: 'first' });
});

test('axe finds what is wrong', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => document.body.append(document.createElement('button')));
  expect(await axe(page)).toContainEqual(expect.stringMatching(/^button-name \(critical\) x1: /));
});

test('processes are killed and come back', async ({ request }) => {
  test.skip(!mayKill());
  // The second one: the pages of other tests are at the first.
  const url = `${stack().urls[1]}/v1/time`;
  await killed('gateway-2');
  expect((await request.get(url)).ok()).toBe(true);
  await down('gateway-2');
  await expect(request.get(url)).rejects.toThrow('ECONNREFUSED');
  await up('gateway-2');
  expect((await request.get(url)).ok()).toBe(true);
  await expect(killed('gateway-9')).rejects.toThrow('no process');
});
