/** What compiled messages use: numbers, plural classes and selection of one language. */
export function tools(locale: string) {
  const plural = new Intl.PluralRules(locale);
  const number = new Intl.NumberFormat(locale);
  const n = (value: number): string => number.format(value);
  const p = (value: number, options: Record<string, string>): string =>
    options[`=${value}`] ?? options[plural.select(value)] ?? options.other ?? '';
  const s = (value: string, options: Record<string, string>): string =>
    options[value] ?? options.other ?? '';
  return { n, p, s };
}
