/**
 * The pages of rules: `content/LANGUAGE/PAGE.md` to the modules `virtual:rules/LANGUAGE`.
 *
 * Boards are written out in English; the other languages name them and translate the caption, so
 * that all show the same. Everything that a board says about its position is compared with the
 * rules engine here. What differs between languages, is wrong or cannot be shown safely stops the
 * build.
 */
import fs from 'node:fs';
import path from 'node:path';
import { marked, type Token, type TokensList } from 'marked';
import type { Plugin } from 'vite';
import { parse } from 'yaml';
import { type Colour, Engine, type Point, type Position } from '../src/rules/abi.ts';
import type { Block, BoardBlock, Page } from '../src/rules/content.ts';

export const LANGUAGES = ['en', 'ru', 'vi'] as const;
export type Language = (typeof LANGUAGES)[number];

const PREFIX = 'virtual:rules/';

export function content(): Plugin {
  let root = '.';
  return {
    name: 'x0-content',
    configResolved(config) {
      root = config.root;
    },
    resolveId(id) {
      return id.startsWith(PREFIX) ? `\0${id}` : null;
    },
    async load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const folder = path.join(root, 'content');
      for (const file of fs.readdirSync(folder, { recursive: true })) {
        this.addWatchFile(path.join(folder, String(file)));
      }
      const wasm = fs.readFileSync(path.join(root, 'src/rules/gen/rules.wasm'));
      const pages = compile(folder, new Engine((await WebAssembly.instantiate(wasm)).instance));
      const language = id.slice(PREFIX.length + 1) as Language;
      return `export const pages = ${JSON.stringify(pages[language])};`;
    },
  };
}

/** All pages in all languages. Throws one error that lists everything that is wrong. */
export function compile(folder: string, engine: Engine): Record<Language, Page[]> {
  const errors: string[] = [];
  const order = parse(fs.readFileSync(path.join(folder, 'pages.yaml'), 'utf8')) as string[];
  const boards = new Map<string, BoardBlock>();
  const compiled = {} as Record<Language, Page[]>;
  for (const language of LANGUAGES) {
    const found = fs.readdirSync(path.join(folder, language)).map((f) => path.basename(f, '.md'));
    const wrong = [
      ...order.filter((page) => !found.includes(page)).map((page) => `${page} is missing`),
      ...found.filter((page) => !order.includes(page)).map((page) => `${page} is not listed`),
    ];
    errors.push(...wrong.map((what) => `${language}: ${what}`));
    compiled[language] = order
      .filter((page) => found.includes(page))
      .map((page) => {
        const source = fs.readFileSync(path.join(folder, language, `${page}.md`), 'utf8');
        const fail = (what: string) => void errors.push(`${language}/${page}.md: ${what}`);
        return read(page, source, language === 'en', boards, engine, fail);
      });
  }
  compare(compiled, errors);
  if (errors.length) throw new Error(`content:\n${errors.join('\n')}`);
  return compiled;
}

type Fail = (what: string) => void;

const ALLOWED = new Set(
  'space heading paragraph text list list_item table code strong em link codespan br escape'.split(
    ' ',
  ),
);

function read(
  id: string,
  source: string,
  english: boolean,
  boards: Map<string, BoardBlock>,
  engine: Engine,
  fail: Fail,
): Page {
  const page: Page = { id, title: '', summary: '', blocks: [] };
  const ids: string[] = [];
  const text = source.replace(/^(#{2,3} .*?) \{#([a-z0-9-]+)\}$/gm, (_, heading, anchor) => {
    if (ids.includes(anchor)) fail(`two headings are called ${anchor}`);
    ids.push(anchor);
    return heading;
  });
  const tokens = marked.lexer(text);
  marked.walkTokens(tokens, (token) => {
    if (!ALLOWED.has(token.type)) fail(`${token.type} is not allowed: ${token.raw.trim()}`);
  });
  let html: Token[] = [];
  const flush = () => {
    if (html.some((token) => token.type !== 'space')) {
      const list = Object.assign(html, { links: tokens.links }) as TokensList;
      page.blocks.push({ kind: 'html', html: unbroken(marked.parser(list)) });
    }
    html = [];
  };
  let headings = 0;
  for (const token of tokens) {
    if (token.type === 'heading' && token.depth === 1) {
      if (page.title) fail('there are two titles');
      page.title = token.text;
    } else if (token.type === 'heading') {
      flush();
      const anchor = ids[headings++];
      if (!anchor) fail(`give every heading an anchor, {#...}: ${token.text}`);
      const level = token.depth === 2 ? 2 : 3;
      page.blocks.push({ kind: 'heading', level, id: anchor ?? '', text: token.text });
    } else if (token.type === 'code') {
      flush();
      const block = special(token.lang, token.text, english, boards, engine, fail);
      if (block) page.blocks.push(block);
    } else {
      if (token.type === 'paragraph' && !page.summary) page.summary = plain(token.tokens ?? []);
      html.push(token);
    }
  }
  flush();
  if (headings !== ids.length) fail('an anchor belongs to no heading');
  if (!page.title || !page.summary) fail('a page begins with a title and a paragraph');
  return page;
}

/** Names with hyphens stay in one line. */
function unbroken(html: string): string {
  return html.replace(/>[^<]+/g, (text) =>
    text.replace(/\b(?:X-0|\d-\d(?:-\d)?)\b/g, '<span class="whole">$&</span>'),
  );
}

function plain(tokens: Token[]): string {
  return tokens
    .map((token) => ('tokens' in token && token.tokens ? plain(token.tokens) : token.raw))
    .join('');
}

function special(
  language: string | undefined,
  text: string,
  english: boolean,
  boards: Map<string, BoardBlock>,
  engine: Engine,
  fail: Fail,
): Block | null {
  if (language === 'openings') return { kind: 'openings', openings: engine.openings() };
  if (language !== 'board') {
    fail(`a block is a board or openings, not ${language}`);
    return null;
  }
  let fields: Fields;
  try {
    fields = parse(text) as Fields;
  } catch (error) {
    fail(`board: ${(error as Error).message}`);
    return null;
  }
  const failHere = (what: string) => fail(`board ${fields.id}: ${what}`);
  if (!fields.id || !fields.caption) {
    failHere('a board has an id and a caption');
    return null;
  }
  if (english) {
    if (boards.has(fields.id)) failHere('there are two of this id');
    const board = makeBoard(fields, engine, failHere);
    if (board) boards.set(fields.id, board);
    return board && { kind: 'board', board };
  }
  const others = Object.keys(fields).filter((key) => key !== 'id' && key !== 'caption');
  if (others.length) failHere(`only id and caption here, the rest is in English: ${others}`);
  const known = boards.get(fields.id);
  if (!known) {
    failHere('there is none of this id in English');
    return null;
  }
  return { kind: 'board', board: { ...known, caption: fields.caption } };
}

/** How a board is written. Points are `h8i9` or `h8 i9`. */
interface Fields {
  id: string;
  caption: string;
  ruleset?: Position['ruleset'];
  size?: number;
  shape?: Position['shape'];
  /** Stones of both colours in turn, Black first; or `black` and `white`. */
  stones?: string;
  black?: string;
  white?: string;
  to_move?: Colour;
  try?: boolean;
  place?: 'in_turn' | Colour;
  replies?: boolean;
  /** Moves to show, and what they end with: five, long_row, a foul, or open. */
  moves?: string;
  ends?: string;
  /** Every move of the side to move makes a four. */
  fours?: boolean;
  /** The point that the example is about, and what the engine must say of it. */
  point?: string;
  expect?: string;
  /** All fifth stones that are equal to that point. */
  equal?: string;
  /** Where the next stone may stand: a central square, or outside of it. */
  zone?: number;
  outside?: boolean;
  /** All forbidden points, and all points where the side to move wins: shown and checked. */
  forbidden?: string;
  wins?: string;
}

const FIELDS = new Set(
  (
    'id caption ruleset size shape stones black white to_move try place replies moves ends fours ' +
    'point expect equal zone outside forbidden wins'
  ).split(' '),
);

function makeBoard(fields: Fields, engine: Engine, fail: Fail): BoardBlock | null {
  const unknown = Object.keys(fields).filter((key) => !FIELDS.has(key));
  if (unknown.length) fail(`does not know ${unknown}`);
  try {
    return checkedBoard(fields, engine, fail);
  } catch (error) {
    fail((error as Error).message);
    return null;
  }
}

function checkedBoard(fields: Fields, engine: Engine, fail: Fail): BoardBlock {
  const inTurn = points(fields.stones).map((point, n) => ({ point, colour: turn(n) }));
  const stones = [
    ...inTurn,
    ...points(fields.black).map((point) => ({ point, colour: 'black' as const })),
    ...points(fields.white).map((point) => ({ point, colour: 'white' as const })),
  ];
  const position: Position = {
    ruleset: fields.ruleset ?? 'renju',
    size: fields.size ?? 15,
    shape: fields.shape ?? 'square',
    stones,
    toMove: fields.to_move ?? turn(inTurn.length),
  };
  const moves = points(fields.moves);
  const look = engine.look(position);
  const board: BoardBlock = {
    id: fields.id,
    caption: fields.caption,
    ruleset: position.ruleset,
    size: position.size,
    shape: position.shape,
    stones,
    toMove: position.toMove,
    live: fields.try ?? false,
    place: fields.place ?? 'in_turn',
    replies: fields.replies ?? false,
    moves,
    about: null,
    forbidden: null,
    wins: null,
    fifth: null,
    zone: fields.zone ? { side: fields.zone, outside: fields.outside ?? false } : null,
  };
  const [point] = points(fields.point);
  if (point && fields.equal !== undefined) {
    const same = (other: Point) => String(other) === String(point);
    const found = engine.equalFifths(position).find((points) => points.some(same)) ?? [];
    board.fifth = { point, equal: found.filter((other) => !same(other)) };
    samePoints('equal', points(fields.equal), board.fifth.equal, fail);
  } else if (point) {
    board.about = engine.explain(position, point);
    if (board.about.verdict !== fields.expect) {
      fail(`${fields.point} is ${board.about.verdict}, not ${fields.expect}`);
    }
  }
  if (fields.forbidden !== undefined) {
    board.forbidden = look.fouls.map(({ point, kind }) => ({ point, kind }));
    samePoints(
      'forbidden',
      points(fields.forbidden),
      look.fouls.map((foul) => foul.point),
      fail,
    );
  }
  if (fields.wins !== undefined) {
    board.wins = position.toMove === 'black' ? look.blackWins : look.whiteWins;
    samePoints('winning', points(fields.wins), board.wins, fail);
  }
  if (moves.length || fields.ends !== undefined) {
    const { outcome } = engine.look({ ...position, moves });
    const end = outcome ? (outcome.foul?.kind ?? outcome.reason) : 'open';
    if (end !== fields.ends) fail(`the moves end with ${end}, not ${fields.ends}`);
  }
  if (fields.fours) {
    for (let n = 0; n < moves.length - 1; n += 2) {
      const after = engine.look({ ...position, moves: moves.slice(0, n + 1) });
      const threat = position.toMove === 'black' ? after.blackWins : after.whiteWins;
      const block = moves[n + 1];
      if (!threat.length) fail(`${name(moves[n])} makes no four`);
      else if (!threat.some((point) => String(point) === String(block))) {
        fail(`${name(block)} does not stop the four of ${name(moves[n])}`);
      }
    }
  }
  return board;
}

function turn(index: number): Colour {
  return index % 2 ? 'white' : 'black';
}

function points(text = ''): Point[] {
  const found = text.toLowerCase().match(/[a-t](?:1\d|20|[1-9])/g) ?? [];
  if (found.join('') !== text.toLowerCase().replace(/\s/g, '')) {
    throw new Error(`points are written h8i9: ${text}`);
  }
  return found.map((p) => [p.charCodeAt(0) - 97, Number(p.slice(1)) - 1]);
}

function name(point: Point | undefined): string {
  return point ? String.fromCharCode(65 + point[0]) + (point[1] + 1) : 'none';
}

function samePoints(what: string, stated: Point[], found: Point[], fail: Fail): void {
  const names = (list: Point[]) => list.map(name).sort().join(' ') || 'none';
  if (names(stated) !== names(found)) {
    fail(`${what} points are ${names(found)}, not ${names(stated)}`);
  }
}

/** Languages have the same headings, boards and openings in the same order, and no dead links. */
function compare(compiled: Record<Language, Page[]>, errors: string[]): void {
  const outline = (page: Page) =>
    page.blocks
      .filter((block) => block.kind !== 'html')
      .map((block) => {
        if (block.kind === 'heading') return `${'#'.repeat(block.level)}${block.id}`;
        return block.kind === 'board' ? `board ${block.board.id}` : block.kind;
      });
  const places = new Set<string>(['/rules']);
  for (const page of compiled.en) {
    places.add(`/rules/${page.id}`);
    for (const block of page.blocks) {
      if (block.kind === 'heading') places.add(`/rules/${page.id}#${block.id}`);
    }
  }
  for (const language of LANGUAGES) {
    for (const page of compiled[language]) {
      const english = compiled.en.find((other) => other.id === page.id);
      if (!english) continue;
      const wanted = outline(english);
      const found = outline(page);
      const at = wanted.findIndex((line, n) => line !== found[n]);
      if (at >= 0 || found.length > wanted.length) {
        const n = at < 0 ? wanted.length : at;
        const where = `${language}/${page.id}.md`;
        errors.push(`${where}: has ${found[n] ?? 'nothing'} where English has ${wanted[n]}`);
      }
      for (const block of page.blocks) {
        if (block.kind !== 'html') continue;
        for (const [, href = ''] of block.html.matchAll(/href="([^"]*)"/g)) {
          const target = href.startsWith('#') ? `/rules/${page.id}${href}` : href;
          if (!places.has(target)) errors.push(`${language}/${page.id}.md: no place ${href}`);
        }
      }
    }
  }
}
