// What the game's page costs, beside the budget of its design. Reported, not asserted.
import fs from 'node:fs';
import path from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { account, signIn } from '../tests/e2e/support/people.ts';
import { meet, type Table } from '../tests/e2e/support/play.ts';
import { test } from '../tests/e2e/support/test.ts';

const DIST = new URL('../dist', import.meta.url).pathname;
const GAMES = Number(process.env.X0_BENCH_GAMES ?? 100);
const MOVES = ['H8', 'G9', 'F8', 'I10', 'G7', 'F10', 'H10', 'E7', 'H9', 'I7'];

test('bytes, first board, layout shift', async ({ browser }) => {
  const [ann, bob] = [await account(), await account()];
  const table = await meet(ann, bob);
  await table.place(...MOVES);
  const runs = [];
  for (let run = 0; run < 7; run++) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    await signIn(context, ann);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: 1.6e6 / 8,
      uploadThroughput: 750e3 / 8,
    });
    const files = new Set<string>();
    page.on('response', (response) => files.add(new URL(response.url()).pathname));
    await page.addInitScript(observe);
    await page.goto(`/g/${table.id}`);
    await page.getByRole('gridcell', { name: /^I7, white/ }).waitFor();
    // What comes late may still move something.
    await page.waitForTimeout(1_500);
    runs.push({ ...(await page.evaluate(seen)), ...sizes(files) });
    await context.close();
  }
  const median = (key: keyof (typeof runs)[number]) =>
    runs.map((run) => run[key]).sort((a, b) => a - b)[Math.floor(runs.length / 2)] ?? 0;
  report(
    'JavaScript of the play route, gzip',
    `${(median('js') / 1024).toFixed(1)} KB`,
    '<= 90 KB',
  );
  report('  brotli, as the gateway sends it', `${(median('jsBr') / 1024).toFixed(1)} KB`, '');
  report('CSS, gzip', `${(median('css') / 1024).toFixed(1)} KB`, '');
  report(
    'first board paint (4x CPU, 1.6 Mbit/s, 150 ms)',
    `${Math.round(median('board'))} ms`,
    '<= 1000 ms',
  );
  report('live board with its stones', `${Math.round(median('live'))} ms`, '<= 2000 ms');
  report('layout shift', median('shift').toFixed(4), '< 0.01');
});

test('a stone, a whole board', async ({ page, context }) => {
  const [ann, bob] = [await account(), await account()];
  await signIn(context, ann);
  const table = await meet(ann, bob);
  await page.goto(`/g/${table.id}`);
  await page.getByRole('grid').waitFor();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  const stones = 60;
  const before = await metrics(session);
  for (let n = 0; n < stones; n++) await table.place(spread(n));
  await page
    .getByRole('gridcell', { name: new RegExp(`^${spread(stones - 1)}, .*last move`) })
    .waitFor();
  const after = await metrics(session);
  const ms = (key: string) => (((after[key] ?? 0) - (before[key] ?? 0)) * 1000) / stones;
  report(
    'CPU of a move, everything the tab does for it',
    `${ms('TaskDuration').toFixed(2)} ms`,
    '',
  );
  report('  scripts', `${ms('ScriptDuration').toFixed(2)} ms`, '<= 1 ms');
  report(
    '  style and layout',
    `${(ms('RecalcStyleDuration') + ms('LayoutDuration')).toFixed(2)} ms`,
    '',
  );
  // From the present to the first move and back: all stones go, all come.
  const jumps = 20;
  const start = await metrics(session);
  for (let n = 0; n < jumps; n++) {
    await page.getByRole('grid').focus();
    await page.locator('[role=gridcell][tabindex="0"]').focus();
    await page.keyboard.press(n % 2 ? '}' : '{');
  }
  const end = await metrics(session);
  const jump = (((end.ScriptDuration ?? 0) - (start.ScriptDuration ?? 0)) * 1000) / jumps;
  report('whole board, scripts', `${jump.toFixed(2)} ms`, '<= 16 ms');
});

test('memory over many games in one tab', async ({ page, context }) => {
  const [ann, bob] = [await account(), await account()];
  await signIn(context, ann);
  await page.goto('/');
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  const marks: string[] = [];
  for (let n = 1; n <= GAMES; n++) {
    const table = await meet(ann, bob);
    await page.evaluate(follow, `/g/${table.id}`);
    await page.getByRole('grid').waitFor();
    await played(page, table);
    if (n === 5 || n === Math.round(GAMES / 2) || n === GAMES) {
      await session.send('HeapProfiler.enable');
      await session.send('HeapProfiler.collectGarbage');
      const { JSHeapUsedSize, Nodes, JSEventListeners } = await metrics(session);
      marks.push(
        `${n} games: ${((JSHeapUsedSize ?? 0) / 2 ** 20).toFixed(1)} MiB, ${Nodes} nodes, ${JSEventListeners} listeners`,
      );
    }
  }
  for (const mark of marks) report('memory after', mark, 'flat');
});

async function played(page: Page, table: Table): Promise<void> {
  await table.place(...MOVES);
  await table.act('first', { type: 'resign' });
  await page.getByTestId('end').waitFor();
}

/** A link of the page itself, so that the tab goes on. */
function follow(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  document.body.append(link);
  link.click();
  link.remove();
}

function observe(): void {
  const all = { shift: 0, board: 0, live: 0 };
  Object.assign(window, { measured: all });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      all.shift += (entry as PerformanceEntry & { value: number }).value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    all.board ||= list.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
  }).observe({ type: 'paint', buffered: true });
  const look = () => {
    if (document.querySelector('[role=gridcell][aria-label^="I7, white"]')) {
      all.live = performance.now();
    } else requestAnimationFrame(look);
  };
  look();
}

function seen(): { shift: number; board: number; live: number } {
  return (window as unknown as { measured: { shift: number; board: number; live: number } })
    .measured;
}

function sizes(files: ReadonlySet<string>): { js: number; jsBr: number; css: number } {
  const total = { js: 0, jsBr: 0, css: 0 };
  for (const file of files) {
    const size = (ending: string) => {
      const named = path.join(DIST, file + ending);
      return fs.existsSync(named) ? fs.statSync(named).size : size0(file);
    };
    if (file.endsWith('.js')) {
      total.js += size('.gz');
      total.jsBr += size('.br');
    }
    if (file.endsWith('.css')) total.css += size('.gz');
  }
  return total;
}

/** Small files are sent as they are. */
function size0(file: string): number {
  const plain = path.join(DIST, file);
  return fs.existsSync(plain) ? fs.statSync(plain).size : 0;
}

async function metrics(session: CDPSession): Promise<Record<string, number>> {
  const { metrics: found } = await session.send('Performance.getMetrics');
  return Object.fromEntries(found.map((metric) => [metric.name, metric.value]));
}

/** Points over the board that make no row. */
function spread(n: number): string {
  const x = (n * 4 + Math.floor(n / 15) * 2) % 15;
  const y = Math.floor(n / 4) % 15;
  return `${String.fromCharCode(65 + x)}${y + 1}`;
}

function report(what: string, value: string, budget: string): void {
  console.log(`${what.padEnd(52)} ${value.padEnd(44)} ${budget}`);
}
