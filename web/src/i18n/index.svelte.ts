/**
 * Texts: `t.game.place({ p: 'H8' })`. A namespace can be read after `need` of it has resolved;
 * routes name theirs in `app/routes.ts`.
 */
import { type Catalogues, type Locale, load, locales, type Namespace } from './gen';

export type { Locale, Namespace } from './gen';
export { locales };

class I18n {
  locale = $state<Locale>('en');
  #loaded = $state.raw<Partial<Catalogues>>({});
  #needed = new Set<Namespace>();

  /** Loads these namespaces in the language in use. */
  async need(...namespaces: Namespace[]): Promise<void> {
    const missing = namespaces.filter((name) => !(name in this.#loaded));
    for (const name of namespaces) this.#needed.add(name);
    if (missing.length) await this.#fetch(this.locale, missing);
  }

  /** Changes the language; what is on the page follows. */
  async use(locale: Locale): Promise<void> {
    if (locale !== this.locale) await this.#fetch(locale, [...this.#needed]);
    document.documentElement.lang = locale;
  }

  catalogue<N extends Namespace>(name: N): Catalogues[N] {
    const found = this.#loaded[name];
    if (!found) throw new Error(`texts '${name}' are not loaded: add them to the route`);
    return found as Catalogues[N];
  }

  async #fetch(locale: Locale, names: Namespace[]): Promise<void> {
    const found = await Promise.all(
      names.map(async (name) => [name, (await load[name][locale]()).messages] as const),
    );
    const fresh = Object.fromEntries(found) as Partial<Catalogues>;
    this.#loaded = locale === this.locale ? { ...this.#loaded, ...fresh } : fresh;
    this.locale = locale;
  }
}

export const i18n = new I18n();

export const t = new Proxy({} as Catalogues, {
  get: (_, name) => i18n.catalogue(name as Namespace),
});

/** The language of a person who has not chosen one. */
export function preferredLocale(languages: readonly string[]): Locale {
  for (const language of languages) {
    const found = locales.find((locale) => language.toLowerCase().startsWith(locale));
    if (found) return found;
  }
  return 'en';
}
