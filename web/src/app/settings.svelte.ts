/** What a person has set on this device. */
import { i18n, type Locale, preferredLocale } from '../i18n/index.svelte';

export interface Choices {
  theme: 'auto' | 'light' | 'dark' | 'contrast';
  language: Locale | 'auto';
  board: 'wood' | 'paper' | 'slate';
  /** How a stone is placed; `auto` asks on touch screens and not with a mouse. */
  input: 'auto' | 'immediate' | 'confirm' | 'release';
  /** With less than 20 s left a stone is placed at once. */
  hurry: boolean;
  premove: boolean;
  coordinates: boolean;
  moveNumbers: boolean;
  sounds: boolean;
  /** 0 to 1. */
  volume: number;
  haptics: boolean;
  motion: 'auto' | 'reduced';
  /** Words for every move and clock, for people who listen. */
  spokenClock: boolean;
}

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

// index.html reads the theme from the same place before the first paint.
const KEY = 'x0.settings';

class Settings {
  #choices = $state<Choices>({ ...DEFAULTS, ...stored() });

  constructor() {
    // Another tab changed something.
    addEventListener('storage', (event) => {
      if (event.key === KEY) {
        Object.assign(this.#choices, DEFAULTS, stored());
        void this.apply();
      }
    });
  }

  get current(): Readonly<Choices> {
    return this.#choices;
  }

  set<K extends keyof Choices>(key: K, value: Choices[K]): void {
    this.#choices[key] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#choices));
    } catch {
      // The choice then holds until the page is closed.
    }
    void this.apply();
  }

  get reducedMotion(): boolean {
    return (
      this.#choices.motion === 'reduced' || matchMedia('(prefers-reduced-motion: reduce)').matches
    );
  }

  /** Puts the choices into effect; resolves when the language is there. */
  async apply(): Promise<void> {
    const { theme, language, board, motion } = this.#choices;
    const root = document.documentElement.dataset;
    if (theme === 'auto') delete root.theme;
    else root.theme = theme;
    root.board = board;
    root.motion = motion;
    await i18n.use(language === 'auto' ? preferredLocale(navigator.languages) : language);
  }
}

function stored(): Partial<Choices> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    if (typeof found !== 'object' || found === null) return {};
    const known = Object.keys(DEFAULTS) as (keyof Choices)[];
    const given = found as Record<string, unknown>;
    const fits = (key: keyof Choices) => typeof given[key] === typeof DEFAULTS[key];
    return Object.fromEntries(known.filter(fits).map((key) => [key, given[key]]));
  } catch {
    return {};
  }
}

export const settings = new Settings();
