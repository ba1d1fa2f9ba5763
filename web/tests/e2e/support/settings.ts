// What somebody chose on this device before: `await chosen(page, { language: 'ru', theme: 'dark' })`.
import type { BrowserContext, Page } from '@playwright/test';
import type { Choices } from '../../../src/app/settings.svelte.ts';

/** From the next page that is opened. */
export async function chosen(on: Page | BrowserContext, choices: Partial<Choices>): Promise<void> {
  await on.addInitScript(
    (settings) => localStorage.setItem('x0.settings', JSON.stringify(settings)),
    choices,
  );
}
