// How the ways into a game look: themes, languages, small screens, fingers.
import type { Page } from '@playwright/test';
import { axe } from './support/axe.ts';
import { account, done, guest, signIn } from './support/people.ts';
import { expect, test } from './support/test.ts';

const CUSTOM = {
  ...{ mode: 'custom', size: 20, shape: 'cross', opening: 'swap2', games: 3, takebacks: 2 },
  offer: 'challenge',
};
const PINS = [
  {
    mode: 'x0',
    rated: true,
    control: { untimed: false, initial_seconds: 300, increment_seconds: 3 },
  },
];

const QUICK = {
  ...{ mode: 'x0', rated: true },
  time_control: { untimed: false, initial_seconds: 600, increment_seconds: 5 },
};

async function keep(page: Page, choices: object): Promise<void> {
  await page.addInitScript(
    ([settings, form, quick]) => {
      localStorage.setItem('x0.settings', JSON.stringify(settings));
      localStorage.setItem('x0.new-game', JSON.stringify(form));
      localStorage.setItem('x0.quick', JSON.stringify(quick));
    },
    [choices, CUSTOM, { mode: 'x0', pins: PINS }] as const,
  );
}

/** Every page of this part, ready to be looked at. */
async function* pages(page: Page): AsyncGenerator<string> {
  const [ann, bob] = await Promise.all([account(), account()]);
  await signIn(page.context(), ann);
  const settings = {
    mode: 'custom',
    ruleset: 'freestyle',
    board_size: 19,
    shape: 'octagon',
    opening: 'swap2',
    next_mover: 'black',
    games: 5,
    no_draw: true,
    takebacks: 3,
    time_control: { initial_seconds: 90, increment_seconds: 2 },
  } as const;
  const room = done(
    await ann.api.POST('/v1/seeks', { body: { kind: 'room', settings, seat: 'first' } }),
  );
  const open = done(
    await bob.api.POST('/v1/seeks', { body: { kind: 'open', settings, seat: null } }),
  );

  await page.goto('/');
  const tile = page.getByTestId('tiles').getByRole('button', { name: /^10\+5/ });
  await expect(page.getByTestId('seeks')).toContainText(bob.name);
  yield 'lobby';
  // Nobody shall be found: many of these tests run at once.
  await page.route('**/v1/seeks', (route) =>
    route.fulfill({
      status: 201,
      json: { ...open, seek_id: 'q-x', kind: 'quick', by: room.by, settings: QUICK },
    }),
  );
  await tile.click();
  await expect(page.getByTestId('searching')).toBeVisible();
  yield 'lobby, searching';
  await page.unroute('**/v1/seeks');
  await page.goto('/new');
  await expect(page.getByTestId('summary')).toBeVisible();
  await expect(page.locator('details')).toHaveAttribute('open');
  yield 'new game';
  await page.goto(`/c/${room.seek_id}`);
  await expect(page.getByTestId('qr')).toBeVisible();
  yield 'own invitation';
  await page.goto(`/c/${open.seek_id}`);
  await expect(page.getByTestId('settings')).toBeVisible();
  yield 'invitation by another';
  await page.goto('/c/nothing');
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
  yield 'no such invitation';
}

for (const theme of ['light', 'dark', 'contrast'] as const) {
  test(`nothing for axe to say: ${theme}`, async ({ page, isMobile }) => {
    await keep(page, { theme });
    // The whole page at once: what lies under the bar of tabs at the moment is no small target.
    if (isMobile) await page.setViewportSize({ width: 390, height: 3000 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for await (const where of pages(page)) {
      await expect(page.getByRole('banner').getByText(/^p/)).toBeVisible();
      expect({ where, found: await axe(page) }).toEqual({ where, found: [] });
    }
  });
}

for (const language of ['en', 'ru', 'vi'] as const) {
  test(`320 px, fingers: ${language}`, async ({ page }) => {
    await keep(page, { language });
    await page.setViewportSize({ width: 320, height: 568 });
    for await (const where of pages(page)) {
      const found = await page.evaluate(() => {
        const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
        const controls = [
          ...document.querySelectorAll('main .button, main button, main label:has(input)'),
        ];
        const low = controls.filter((one) => one.getBoundingClientRect().height < 48);
        const cut = [...document.querySelectorAll<HTMLElement>('main *')].filter(
          (one) =>
            !one.matches('.hidden, input, svg *') &&
            (one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > 320.5) &&
            getComputedStyle(one).display !== 'inline',
        );
        const name = (one: Element) => `${one.className}: ${one.textContent?.trim().slice(0, 40)}`;
        return { wide, low: low.map(name), cut: cut.map(name) };
      });
      expect({ where, ...found }).toEqual({ where, wide: 0, low: [], cut: [] });
    }
  });
}

test('nothing moves when the tiles come, nor when a search begins', async ({ page }) => {
  let come = () => {};
  const wait = new Promise<void>((resolve) => {
    come = resolve;
  });
  await page.route('**/v1/modes', async (route) => {
    await wait;
    await route.continue();
  });
  await page.goto('/');
  const tiles = page.getByTestId('tiles');
  const tile = tiles.getByRole('button', { name: /^10\+5/ });
  await expect(page.getByRole('heading', { name: 'Games now' })).toBeVisible();
  await expect(tiles).toHaveAttribute('aria-busy', 'true');
  const empty = await tiles.boundingBox();
  come();
  await expect(tile).toBeVisible();
  expect(await tiles.boundingBox()).toEqual(empty);
  const places = () => Promise.all([tile.boundingBox(), tiles.boundingBox()]);
  const before = await places();
  await tile.click();
  await expect(page.getByTestId('searching')).toBeVisible();
  expect(await places()).toEqual(before);
  await tile.click();
});

for (const [kind, who] of [
  ['an account', account],
  ['a guest', guest],
] as const) {
  test(`nothing changes under the finger when it is known who is here: ${kind}`, async ({
    page,
    context,
  }) => {
    await signIn(context, await who());
    let known = () => {};
    const held = new Promise<void>((resolve) => {
      known = resolve;
    });
    await page.route('**/v1/sessions/refresh', async (route) => {
      await held;
      // Of a page that was left nothing goes on.
      await route.continue().catch(() => undefined);
    });
    const chosen = kind === 'an account' ? /^Rated/ : /^Casual/;
    await page.goto('/');
    await expect(page.getByRole('radio', { name: chosen })).toBeChecked();
    const me = page.locator('.top .who');
    await page.goto('/new');
    const player = page.getByText('A player', { exact: true });
    const before = await player.boundingBox();
    const rated = page.getByRole('radio', { name: 'Rated' });
    await expect(rated).toBeEnabled({ enabled: kind === 'an account' });
    await expect(me).toBeHidden();
    known();
    await expect(me).toBeVisible();
    expect(await player.boundingBox()).toEqual(before);
    await expect(rated).toBeEnabled({ enabled: kind === 'an account' });
  });
}
