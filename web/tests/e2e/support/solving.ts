// Somebody at a page of puzzles, with what the device keeps.
import type { Page } from '@playwright/test';
import { guest, type Person, signIn } from './people.ts';

/** Somebody is here, and the page is theirs. */
export async function someone(page: Page): Promise<Person> {
  const person = await guest();
  await signIn(page.context(), person);
  return person;
}

/** Settings of the device, and which puzzles were chosen last. */
export async function keep(page: Page, choices: object, filters?: object): Promise<void> {
  await page.addInitScript(
    ([settings, puzzles]) => {
      localStorage.setItem('x0.settings', JSON.stringify(settings));
      if (puzzles) localStorage.setItem('x0.puzzles', JSON.stringify(puzzles));
    },
    [choices, filters] as const,
  );
}

export function attemptOf({ api }: Person, id: string) {
  return api.GET('/v1/puzzles/{puzzle_id}/attempt', { params: { path: { puzzle_id: id } } });
}
