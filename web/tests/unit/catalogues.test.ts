// The build compares the catalogues with each other; here they are compared with the client.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const namespaces = fs.readdirSync(path.join(root, 'locales/en')).map((f) => path.parse(f).name);

function sources(folder: string): string {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(svelte|ts)$/.test(file) && !file.includes('gen'))
    .map((file) => fs.readFileSync(path.join(folder, file), 'utf8'))
    .join('\n');
}

const code = sources(path.join(root, 'src'));

function texts(locale: string, namespace: string): Record<string, string> {
  const file = path.join(root, 'locales', locale, `${namespace}.json`);
  return JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, string>;
}

describe.each(namespaces)('%s', (namespace) => {
  test('every text is used', () => {
    const unused = Object.keys(texts('en', namespace)).filter(
      (key) => !new RegExp(`\\b${key}\\b`).test(code),
    );
    expect(unused).toEqual([]);
  });

  test('no text holds markup or ends with a space', () => {
    for (const locale of ['en', 'ru', 'vi']) {
      const wrong = Object.entries(texts(locale, namespace)).filter(
        ([, text]) => /<\/?[a-z]/i.test(text) || text !== text.trim() || text === '',
      );
      expect(wrong).toEqual([]);
    }
  });
});
