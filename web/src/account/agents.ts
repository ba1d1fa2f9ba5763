/** What a browser calls itself, in words that people know. */

export interface Device {
  /** "Firefox"; '' for what is no known browser. */
  readonly browser: string;
  /** "Android"; '' when it does not say. */
  readonly system: string;
  /** The name of a program that is no browser. */
  readonly program: string;
}

// The first that fits: most browsers also carry the names of others.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?(iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b|\bOPT\//, 'Opera'],
  [/\bYaBrowser\//, 'Yandex'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bcoc_coc_browser\//, 'Cốc Cốc'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b|\biPod\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

export function deviceOf(agent: string): Device {
  const found = (table: typeof BROWSERS) => table.find(([shape]) => shape.test(agent))?.[1] ?? '';
  const browser = found(BROWSERS);
  const system = found(SYSTEMS);
  const program = browser ? '' : (/^[\w.-]{2,40}(?=\/)/.exec(agent)?.[0] ?? '');
  return { browser, system, program: program === 'Mozilla' ? '' : program };
}
