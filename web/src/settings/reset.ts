/** What somebody has set otherwise than it is at first. */
import { type Choices, DEFAULTS } from '../app/settings.svelte';

/** What somebody has chosen differently. */
export function differences(choices: Readonly<Choices>): Partial<Choices> {
  const keys = Object.keys(DEFAULTS) as (keyof Choices)[];
  return Object.fromEntries(
    keys.filter((key) => choices[key] !== DEFAULTS[key]).map((key) => [key, choices[key]]),
  );
}
