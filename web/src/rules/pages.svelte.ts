/** The pages in the language in use; a chunk of its own for each language. */
import { i18n, type Locale } from '../i18n/index.svelte';
import type { Page } from './content';

const loaders: Record<Locale, () => Promise<{ pages: Page[] }>> = {
  en: () => import('virtual:rules/en'),
  ru: () => import('virtual:rules/ru'),
  vi: () => import('virtual:rules/vi'),
};

/** Made by a component: follows the language while the component lives. */
export class Pages {
  list = $state.raw<readonly Page[]>([]);
  failed = $state.raw<unknown>(null);

  constructor() {
    $effect(() => void this.#load(i18n.locale));
  }

  async #load(locale: Locale): Promise<void> {
    try {
      const { pages } = await loaders[locale]();
      if (locale === i18n.locale) this.list = pages;
      this.failed = null;
    } catch (error) {
      this.failed = error;
    }
  }
}
