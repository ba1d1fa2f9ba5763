// Settings: they take effect, last, and can be taken back.
import { axe } from './support/axe.ts';
import { listen } from './support/complaints.ts';
import { stack } from './support/stack.ts';
import { expect, test } from './support/test.ts';

const url = (path: string) => `${stack().urls[0]}${path}`;
// As narrow as a phone gets; so tall that the navigation below covers nothing.
const TALL = { width: 320, height: 3000 };

test('theme and language take effect at once and outlive a reload', async ({ page }) => {
  const complaints = listen(page);
  await page.goto(url('/settings'));
  await expect(page).toHaveTitle('Settings · X-0');
  // On a fresh device nothing differs from the defaults.
  await expect(page.getByRole('button', { name: 'Reset to the defaults' })).toBeDisabled();
  await page.getByText('Dark', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(20, 23, 26)');
  await page.getByText('Русский', { exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Настройки');
  await expect(page).toHaveTitle('Настройки · X-0');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Настройки');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await expect(page.getByRole('radio', { name: 'Тёмная' })).toBeChecked();
  expect(complaints).toEqual([]);
});

test('another tab follows', async ({ page, context }) => {
  await page.goto(url('/settings'));
  const other = await context.newPage();
  await other.goto(url('/ranking'));
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Ranking');
  await page.getByText('Tiếng Việt', { exact: true }).click();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Bảng xếp hạng');
});

test('every switch and choice can be used with the keyboard', async ({ page, isMobile }) => {
  test.skip(isMobile);
  await page.goto(url('/settings'));
  await page.getByRole('radio', { name: 'As the system' }).first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.getByRole('radio', { name: 'Automatic' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'At once' })).toBeChecked();
  const premove = page.getByRole('switch', { name: 'Premove' });
  await expect(premove).not.toBeChecked();
  await premove.focus();
  await page.keyboard.press('Space');
  await expect(premove).toBeChecked();
  const volume = page.getByRole('slider', { name: 'Volume' });
  await volume.focus();
  await page.keyboard.press('End');
  await expect(page.locator('output')).toHaveText('100 %');
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('x0.settings') ?? '{}'));
  expect(kept).toMatchObject({ theme: 'light', input: 'immediate', premove: true, volume: 1 });
});

test('the preview shows the board as it will be', async ({ page }) => {
  await page.goto(url('/settings'));
  const preview = page.getByRole('img', { name: 'Preview of the board' });
  const wood = await preview.locator('.wood').evaluate((node) => getComputedStyle(node).fill);
  await page.getByText('Slate', { exact: true }).click();
  await expect
    .poll(() => preview.locator('.wood').evaluate((node) => getComputedStyle(node).fill))
    .not.toBe(wood);
  await page.getByRole('switch', { name: 'Move numbers' }).click();
  await expect(preview.getByText('6', { exact: true }).last()).toBeVisible();
  await page.getByRole('switch', { name: 'Coordinates' }).click();
  await expect(preview.getByText('A', { exact: true })).toHaveCount(0);
});

test('a reset can be undone', async ({ page }) => {
  await page.goto(url('/settings'));
  await page.getByText('High contrast', { exact: true }).click();
  await page.getByRole('switch', { name: 'Sounds' }).click();
  await page.getByRole('button', { name: 'Reset to the defaults' }).click();
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'contrast');
  await expect(page.getByRole('switch', { name: 'Sounds' })).toBeChecked();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'contrast');
  await expect(page.getByRole('switch', { name: 'Sounds' })).not.toBeChecked();
});

test('the app is installed when the browser offers it', async ({ page }) => {
  await page.goto(url('/settings'));
  await expect(page.getByRole('button', { name: 'Install X-0' })).toBeHidden();
  await page.evaluate(() => {
    const event = Object.assign(new Event('beforeinstallprompt'), {
      prompt: async () => dispatchEvent(new Event('appinstalled')),
      userChoice: Promise.resolve({ outcome: 'accepted' }),
    });
    dispatchEvent(event);
  });
  await page.getByRole('button', { name: 'Install X-0' }).click();
  await expect(page.getByText('X-0 is installed.')).toBeVisible();
});

test.describe('on an iPhone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  });
  test('the way is described', async ({ page }) => {
    await page.goto(url('/settings'));
    await expect(page.getByText('“Add to Home Screen”')).toBeVisible();
  });
});

for (const theme of ['light', 'dark', 'contrast'] as const) {
  test(`nothing is wrong for axe, and nothing sticks out, ${theme}`, async ({ page }) => {
    await page.setViewportSize(TALL);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const language of ['en', 'ru', 'vi'] as const) {
      await page.goto(url('/settings'));
      await page.evaluate(
        (choices) => localStorage.setItem('x0.settings', JSON.stringify(choices)),
        { theme, language },
      );
      await page.reload();
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect([language, await axe(page, { within: 'main' })]).toEqual([language, []]);
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect([language, wide]).toEqual([language, 0]);
    }
  });
}
