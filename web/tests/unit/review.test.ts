import fs from 'node:fs';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Colour, Point, Seat, Snapshot, Turn } from '../../src/api/types';
import { stepOfPly, stonesAt, timeline } from '../../src/review/timeline';

/** Games played over REST, with what the server said after every turn. */
interface Played {
  name: string;
  snapshot: Snapshot;
  trail: {
    ply: number;
    black: Seat | null;
    to_act: Seat | null;
    clocks: [number | null, number | null];
    done: boolean;
    offered: Point[];
    place: Colour | null;
  }[];
}
const played = fs
  .readFileSync(new URL('data/review_games.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Played);
const game = (name: string): Snapshot => {
  const found = played.find((one) => one.name === name);
  if (!found) throw new Error(name);
  return found.snapshot;
};

/** The game after so many turns; at the end it is over. */
function cut(snapshot: Snapshot, turns: number): Snapshot {
  if (turns === snapshot.turns.length) return snapshot;
  const stones = timeline(snapshot).steps[turns]?.ply;
  return {
    ...snapshot,
    status: 'active',
    result: null,
    turns: snapshot.turns.slice(0, turns),
    stones: snapshot.stones.slice(0, stones),
  };
}

describe('every step is as the server had it', () => {
  test.each(played.map((one) => [one.name, one] as const))('%s', (_, { snapshot, trail }) => {
    const { steps, exact } = timeline(snapshot);
    expect(steps.length).toBe(trail.length);
    expect(exact).toBe(true);
    for (const [n, step] of steps.entries()) {
      const said = trail[n];
      if (!said) throw new Error('no such state');
      expect([n, step.ply, step.black]).toEqual([n, said.ply, said.black]);
      expect(stonesAt(snapshot, step).length).toBe(said.ply);
      expect([n, step.toAct]).toEqual([n, said.to_act]);
      const clocks = step.clocks ? [step.clocks.first, step.clocks.second] : [null, null];
      expect([n, ...clocks]).toEqual([n, ...said.clocks]);
      // An ended game has no opening in its snapshots.
      if (said.to_act) {
        expect([n, step.free]).toEqual([n, said.done]);
        expect(step.offered).toEqual(said.offered);
        if (step.free) expect([n, step.toMove]).toEqual([n, said.place]);
      }
    }
  });

  test.each(played.map((one) => [one.name, one.snapshot] as const))(
    '%s, turn by turn and back: what is known is kept, and is the same',
    (_, snapshot) => {
      const count = snapshot.turns.length;
      const lengths = Array.from({ length: count + 1 }, (_, n) => n);
      let known: ReturnType<typeof timeline> | null = null;
      for (const turns of [...lengths, Math.max(0, count - 2), count]) {
        const now = cut(snapshot, turns);
        const before: typeof known = known;
        known = timeline(now, before);
        expect(known).toEqual(timeline(now));
        const same = Math.min(turns, before?.steps.length ?? 0) - 1;
        for (let n = 0; n <= same && n < turns; n++) expect(known.steps[n]).toBe(before?.steps[n]);
      }
    },
  );

  test('all turns that there are were played', () => {
    const types = new Set(played.flatMap((one) => one.snapshot.turns.map((turn) => turn.type)));
    const all = ['place', 'pass', 'swap', 'keep', 'choose', 'add_two', 'offer', 'pick', 'declare'];
    expect([...types].sort()).toEqual(all.sort());
  });
});

const settings = (more: Partial<Snapshot['settings']> = {}): Snapshot['settings'] => ({
  ...game('five').settings,
  time_control: { untimed: false, initial_seconds: 10, increment_seconds: 2 },
  ...more,
});

/** A game that runs, of turns that took so long. */
function made(
  turns: Turn[],
  clocks: [number, number],
  more: Partial<Snapshot> = {},
  running: Seat | null = null,
): Snapshot {
  const base = game('five');
  const stones = turns.flatMap((turn) =>
    turn.type === 'place' ? [{ point: turn.point, colour: turn.colour }] : [],
  );
  const [first_ms, second_ms] = clocks;
  const live = { ...base.live, clocks: { first_ms, second_ms, running, at: 0 } };
  return {
    ...base,
    settings: settings(),
    status: 'active',
    result: null,
    turns,
    stones,
    live,
    ...more,
  };
}
const place = (seat: Seat, x: number, spent_ms: number): Turn => ({
  seat,
  spent_ms,
  type: 'place',
  point: [x, 0],
  colour: seat === 'first' ? 'black' : 'white',
});

describe('clocks', () => {
  test('what was spent goes, the increment comes when the turn passes', () => {
    const { steps, exact } = timeline(
      made([place('first', 0, 3_000), place('second', 1, 500)], [9_000, 11_500]),
    );
    expect(steps.map((step) => step.clocks)).toEqual([
      { first: 10_000, second: 10_000 },
      { first: 9_000, second: 10_000 },
      { first: 9_000, second: 11_500 },
    ]);
    expect(exact).toBe(true);
  });

  test('no increment between two turns of the same side', () => {
    const colour = ['black', 'white', 'black'] as const;
    const turns = colour.map((of, x) => ({ ...place('first', x, 1_000), colour: of }) as Turn);
    const swap2 = settings({ opening: 'swap2', ruleset: 'exact_five' });
    const { steps } = timeline(made(turns, [9_000, 10_000], { settings: swap2 }));
    expect(steps.map((step) => step.clocks?.first)).toEqual([10_000, 9_000, 8_000, 9_000]);
  });

  test('a clock never goes below zero', () => {
    const { steps } = timeline(made([place('first', 0, 12_000)], [2_000, 10_000]));
    expect(steps[1]?.clocks?.first).toBe(2_000);
  });

  test('time of a turn that was taken back makes them approximate', () => {
    expect(timeline(made([place('first', 0, 1_000)], [8_000, 10_000])).exact).toBe(false);
  });

  test('the last thought of whoever resigned', () => {
    const result = { ...game('resigned').result } as Snapshot['result'];
    const ended = made([place('first', 0, 1_000)], [11_000, 4_000], { status: 'finished', result });
    expect(timeline(ended)).toMatchObject({ exact: true, lastThoughtMs: 6_000 });
  });
});

test('a ply leads to the first step with so many stones', () => {
  const { steps } = timeline(game('swap2 add two, black'));
  expect(stepOfPly(steps, 3)).toBe(3);
  expect(stepOfPly(steps, 4)).toBe(5);
  expect(stepOfPly(steps, 99)).toBe(steps.length - 1);
});

test('what a board shows', async () => {
  const { shownAt } = await import('../../src/review/shown');
  const { Geometry } = await import('../../src/board/points');
  const geometry = new Geometry(15);
  const offered = game('taraguchi offer');
  const { steps } = timeline(offered);
  const at = steps.findIndex((step) => step.turn?.type === 'offer');
  expect(shownAt(offered, steps, at, geometry).candidates?.length).toBe(10);
  expect(shownAt(offered, steps, at + 1, geometry)).toMatchObject({ candidates: [] });
  expect(shownAt(offered, steps, at + 1, geometry).stones.length).toBe(5);
  const five = game('five');
  const all = timeline(five).steps;
  expect(shownAt(five, all, all.length - 1, geometry).row?.length).toBe(5);
  expect(shownAt(five, all, all.length - 2, geometry).row).toEqual([]);
  const foul = game('foul');
  const end = shownAt(foul, timeline(foul).steps, 9, geometry);
  expect(end.foul).toMatchObject({ cell: 7 * 15 + 7 });
});

describe('words and files', () => {
  beforeAll(() => {
    // What the modules of the client want of a browser when they are loaded.
    const nothing = () => {};
    vi.stubGlobal('addEventListener', nothing);
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: nothing });
    vi.stubGlobal('document', { documentElement: { dataset: {} }, addEventListener: nothing });
  });
  afterEach(async () => {
    const { i18n } = await import('../../src/i18n/index.svelte');
    await i18n.use('en');
  });

  async function texts(locale: 'en' | 'ru' | 'vi') {
    const { i18n } = await import('../../src/i18n/index.svelte');
    await i18n.need('review', 'common');
    await i18n.use(locale);
    return import('../../src/review/words');
  }

  test('turns, in three languages', async () => {
    const snapshot = {
      ...game('swap2 add two, black'),
      first: { ...game('five').first, name: 'Ann' },
      second: { ...game('five').second, name: 'Minh' },
    };
    const say = async (locale: 'en' | 'ru' | 'vi') => {
      const { describeTurn } = await texts(locale);
      return timeline(snapshot).steps.map((step) => describeTurn(step, snapshot));
    };
    expect((await say('en')).slice(0, 8)).toEqual([
      'Start of the game',
      'Black H8',
      'White H9',
      'Black G7',
      'Minh adds two stones',
      'White J9',
      'Black K9',
      'Ann chooses Black',
    ]);
    expect((await say('ru')).slice(1, 5)).toEqual([
      'Чёрные H8',
      'Белые H9',
      'Чёрные G7',
      'Minh добавляет два камня',
    ]);
    expect((await say('vi'))[1]).toBe('Đen H8');
  });

  test('every turn of every game has words in every language', async () => {
    for (const locale of ['en', 'ru', 'vi'] as const) {
      const { describeTurn, resultWords } = await texts(locale);
      for (const { snapshot } of played) {
        for (const step of timeline(snapshot).steps) {
          expect(describeTurn(step, snapshot)).not.toMatch(/undefined|\{|^$/);
        }
        expect(resultWords(snapshot).title).not.toBe('');
      }
    }
  });

  test('Russian counts', async () => {
    const { describeTurn } = await texts('ru');
    const ten = game('taraguchi offer');
    const step = timeline(ten).steps.find((one) => one.turn?.type === 'offer');
    if (!step) throw new Error('no offer');
    expect(describeTurn(step, ten)).toMatch(/^Предложено 10 пятых ходов: A1, B3, .* и O14$/);
    const two = game('rif');
    const offer = timeline(two).steps.find((one) => one.turn?.type === 'offer');
    if (!offer) throw new Error('no offer');
    expect(describeTurn(offer, two)).toBe('Предложено 2 пятых хода: A1 и B5');
  });

  test('a foul line by line', async () => {
    const { foulWords } = await texts('en');
    const foul = game('foul').result?.foul;
    if (!foul) throw new Error('no foul');
    const { title, lines } = foulWords(foul);
    expect(title).toBe('Double three at H8');
    expect(lines).toHaveLength(2);
    expect(lines.join(' ')).toMatch(/Three F8-G8-H8: made real by E8 or I8/);
  });

  test('results', async () => {
    const { resultWords } = await texts('en');
    expect(resultWords(game('resigned')).reason).toBe('Black resigned.');
    expect(resultWords(game('resigned'), 'first').title).toBe('You lost');
    expect(resultWords(game('foul')).reason).toBe('Black made a foul: double three.');
    expect(resultWords(game('passes'))).toEqual({ title: 'Draw', reason: 'Both sides passed.' });
    expect(resultWords(game('aborted')).title).toBe('Game aborted');
  });

  test('SGF', async () => {
    await texts('en');
    const { asSgf, sgfText } = await import('../../src/review/export');
    expect(sgfText('a]b\\c')).toBe('a\\]b\\\\c');
    const five = { ...game('five'), first: { ...game('five').first, name: 'x]y' } };
    const sgf = asSgf(five, timeline(five).steps, 'https://x');
    expect(sgf).toMatch(/^\(;FF\[4\]GM\[4\]CA\[UTF-8\]AP\[X-0\]SZ\[15\]PB\[x\\\]y\]/);
    // D8 of 15: column d, eighth row from above.
    expect(sgf).toContain('\n;B[dh]BL[');
    expect(sgf).toContain('RE[B+]');
    expect(sgf.trimEnd().endsWith(')')).toBe(true);
    const swap2 = game('swap2 add two, black');
    expect(asSgf(swap2, timeline(swap2).steps, 'https://x')).toContain('adds two stones]');
    const passed = game('passes');
    expect(asSgf(passed, timeline(passed).steps, 'https://x')).toMatch(/;B\[\]BL.*\n;W\[\]WL/);
    expect(asSgf(passed, timeline(passed).steps, 'https://x')).toContain('RE[Draw]');
  });

  test('text, whose last line is the moves', async () => {
    await texts('en');
    const { asText } = await import('../../src/review/export');
    const five = game('five');
    const lines = asText(five, timeline(five).steps, 'https://x').trimEnd().split('\n');
    expect(lines.at(-1)).toBe('d8 d10 e8 e10 f8 f10 g8 g10 h8');
    expect(lines[0]).toBe(`X-0  https://x/g/${five.game_id}`);
  });

  test('addresses', async () => {
    await texts('en');
    const { addressOf, stepFrom } = await import('../../src/review/export');
    const { steps } = timeline(game('swap2 add two, black'));
    const of = (query: string) => stepFrom(new URLSearchParams(query), steps);
    expect(of('step=4')).toBe(4);
    expect(of('ply=4')).toBe(5);
    expect(of('step=999')).toBe(steps.length - 1);
    for (const bad of ['', 'step=-1', 'step=x', 'step=1e3']) expect(of(bad)).toBe(null);
    expect(addressOf('abc', 3, 9)).toBe('/g/abc?step=3');
    expect(addressOf('abc', 9, 9)).toBe('/g/abc');
  });
});
