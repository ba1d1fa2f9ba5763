// What a machine can say about accessibility.
//
//   expect(await axe(page)).toEqual([]);              every violation as one short text
//   expect(await axe(page, { within: 'main' })).toEqual([]);
//
// Run it in both colour schemes: `await page.emulateMedia({ colorScheme: 'dark' })`. Wait for
// animations first, or emulate `reducedMotion: 'reduce'`: a colour half way has too little contrast.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** CSS pixels, for a few rows more and the bar. */
const ROOM = 1000;
const source = fs.readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

interface Axe {
  run(context: string | Document, options: RunOptions): Promise<AxeResults>;
}

export async function axe(page: Page, { within }: { within?: string } = {}): Promise<string[]> {
  // Evaluated from outside, so that the page's own policy has no say.
  await page.evaluate(source);
  // A row that is half under the bar at the bottom until one scrolls is no small target; nor does
  // it become one where others begin games and the page grows meanwhile.
  const size = page.viewportSize();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const tall = size !== null && height > size.height;
  if (tall) await page.setViewportSize({ width: size.width, height: height + ROOM });
  const found = await page.evaluate(
    async ([tags, selector]) => {
      const { axe } = window as unknown as { axe: Axe };
      const { violations } = await axe.run(selector ?? document, { runOnly: tags });
      return violations.flatMap(({ id, impact, help, nodes }) => {
        const shown = nodes.slice(0, 3).map(({ html }) => html.replace(/\s+/g, ' ').slice(0, 140));
        return `${id} (${impact}) x${nodes.length}: ${help}: ${shown.join(' | ')}`;
      });
    },
    [TAGS, within] as const,
  );
  if (tall) await page.setViewportSize(size);
  return found;
}
