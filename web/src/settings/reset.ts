/** What the settings are at first. */
import type { Choices } from '../app/settings.svelte';

export const DEFAULTS: Choices = {
  theme: 'auto',
  language: 'auto',
  board: 'wood',
  input: 'auto',
  hurry: false,
  premove: false,
  coordinates: true,
  moveNumbers: false,
  sounds: true,
  volume: 0.7,
  haptics: true,
  motion: 'auto',
  spokenClock: true,
};

/** What somebody has chosen differently. */
export function differences(choices: Readonly<Choices>): Partial<Choices> {
  const keys = Object.keys(DEFAULTS) as (keyof Choices)[];
  return Object.fromEntries(
    keys.filter((key) => choices[key] !== DEFAULTS[key]).map((key) => [key, choices[key]]),
  );
}
