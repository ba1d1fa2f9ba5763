import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { compile, LANGUAGES } from '../../scripts/content.ts';
import { Engine } from '../../src/rules/abi';

const web = path.resolve(import.meta.dirname, '../..');
const wasm = fs.readFileSync(path.join(web, 'src/rules/gen/rules.wasm'));
const engine = new Engine((await WebAssembly.instantiate(wasm)).instance);
const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'x0-content-'));
afterAll(() => fs.rmSync(temporary, { recursive: true }));

let folders = 0;
/** Compiles one page `p` in three languages, and gives the error. */
function wrong(en: string, other: string, also: Record<string, string> = {}): string {
  const folder = path.join(temporary, String(folders++));
  const files: Record<string, string> = { 'pages.yaml': '- p\n' };
  for (const language of LANGUAGES) files[`${language}/p.md`] = language === 'en' ? en : other;
  for (const [name, text] of Object.entries({ ...files, ...also })) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
  try {
    compile(folder, engine);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

const head = '# Title\n\nFirst paragraph.\n\n';
const board = (more = '') =>
  `${head}\`\`\`board\nid: b\ncaption: c\nblack: f8g8h6h7\n${more}\`\`\`\n`;
const named = `${head}\`\`\`board\nid: b\ncaption: other words\n\`\`\`\n`;

describe('the pages', () => {
  const pages = compile(path.join(web, 'content'), engine);

  test('are the same in every language', () => {
    expect(pages.en.length).toBeGreaterThanOrEqual(10);
    for (const language of LANGUAGES) {
      const kinds = pages[language].map((page) => page.blocks.filter((b) => b.kind !== 'html'));
      expect(kinds.map((k) => k.length)).toEqual(
        pages.en.map((page) => page.blocks.filter((b) => b.kind !== 'html').length),
      );
    }
  });

  test('are translated', () => {
    for (const language of ['ru', 'vi'] as const) {
      for (const [n, page] of pages[language].entries()) {
        const english = pages.en[n];
        for (const [k, block] of page.blocks.entries()) {
          const other = english?.blocks[k];
          if (block.kind === 'html' && other?.kind === 'html') {
            expect(block.html).not.toBe(other.html);
          }
          if (block.kind === 'board' && other?.kind === 'board') {
            expect(block.board.caption).not.toBe(other.board.caption);
          }
        }
      }
    }
  });

  test('have no style and no script in them', () => {
    const all = JSON.stringify(pages);
    expect(all).not.toMatch(/style=|<script|javascript:|onerror/i);
  });
});

describe('what stops the build', () => {
  test('nothing, when all is well', () => {
    expect(wrong(board('point: h8\nexpect: double_three\n'), named)).toBe('');
    expect(
      wrong(`${head}## A {#a}\n\n[there](#a)\n`, `${head}## B {#a}\n\n[x](/rules/p#a)\n`),
    ).toBe('');
  });

  test('raw HTML, pictures, unknown blocks', () => {
    expect(wrong(`${head}<b>x</b>\n`, head)).toMatch(/html is not allowed/);
    expect(wrong(`${head}a <i>b</i>\n`, head)).toMatch(/html is not allowed/);
    expect(wrong(`${head}![x](y.png)\n`, head)).toMatch(/image is not allowed/);
    expect(wrong(`${head}\`\`\`js\nx\n\`\`\`\n`, head)).toMatch(/not js/);
  });

  test('a missing page, and one that is not listed', () => {
    expect(wrong(head, head, { 'pages.yaml': '- p\n- q\n', 'en/q.md': head })).toMatch(
      /ru: q is missing\nvi: q is missing/,
    );
    expect(wrong(head, head, { 'vi/q.md': head })).toMatch(/vi: q is not listed/);
  });

  test('other headings, boards or links', () => {
    expect(wrong(`${head}## A {#a}\n`, head)).toMatch(/has nothing where English has ##a/);
    expect(wrong(`${head}## A {#a}\n`, `${head}## A {#b}\n`)).toMatch(/has ##b where/);
    expect(wrong(`${head}## A\n`, head)).toMatch(/give every heading an anchor/);
    expect(wrong(board(), head)).toMatch(/has nothing where English has board b/);
    expect(wrong(board(), named.replace('id: b', 'id: c'))).toMatch(/none of this id/);
    expect(wrong(board(), named.replace('id: b', 'id: b\nblack: h8'))).toMatch(/only id and/);
    expect(wrong(`${head}[x](/rules/q)\n`, head)).toMatch(/no place \/rules\/q/);
    expect(wrong(`${head}[x](https://example.org)\n`, head)).toMatch(/no place https/);
  });

  test('a board that says what the engine does not', () => {
    const says = (more: string) => wrong(board(more), named);
    expect(says('point: h8\nexpect: legal\n')).toMatch(/h8 is double_three, not legal/);
    expect(says('forbidden: h9\n')).toMatch(/forbidden points are H8, not H9/);
    expect(says('wins: h8\n')).toMatch(/winning points are none, not H8/);
    expect(says('moves: h8\nends: open\n')).toMatch(/end with double_three, not open/);
    expect(says('moves: a1a2\nends: open\nfours: true\n')).toMatch(/A1 makes no four/);
    expect(says('white: h6\n')).toMatch(/occupied/);
    expect(says('point: z8\nexpect: legal\n')).toMatch(/points are written/);
    expect(says('colour: red\n')).toMatch(/does not know colour/);
    expect(says('point: h8\nequal: a1\n')).toMatch(/equal points are/);
  });
});
