// Tests in a real browser against the real system: store, log, two copies of gateway and game,
// started by tests/browser_stack.py in a temporary folder and stopped afterwards.
//
//   npm run e2e -- --project phone serving     some of them (web/dist must be built)
//   X0_E2E_URL=http://127.0.0.1:8000           uses a system that runs already
//   X0_CHROMIUM=/path/to/chrome                that browser
//   X0_E2E_TRACE=1                              keeps a trace of what failed
//   X0_E2E_JSON=file.json                      also writes a report for programs
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { defineConfig, type ReporterDescription } from '@playwright/test';
import { stack } from './tests/e2e/support/stack.ts';

const running = process.env.X0_E2E_URL;
const json = process.env.X0_E2E_JSON;
const reporter: ReporterDescription[] = [[process.stdout.isTTY ? 'line' : 'list']];
if (json) reporter.push(['json', { outputFile: json }]);

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter,
  use: {
    baseURL: stack().urls[0],
    locale: 'en-GB',
    serviceWorkers: 'block',
    // Recording takes a fifth of the time of all tests; a failure leaves picture and page anyway.
    trace: process.env.X0_E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: browser(),
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      use: {
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
        deviceScaleFactor: 2,
      },
    },
  ],
  // A name in the pattern becomes a variable of the environment of all workers: X0_E2E_STACK.
  ...(running
    ? {}
    : {
        webServer: {
          name: 'stack',
          command: 'exec ../.venv/bin/python ../tests/browser_stack.py',
          wait: { stdout: /X0_E2E_STACK=(?<x0_e2e_stack>\{.*\})/ },
          timeout: 180_000,
          gracefulShutdown: { signal: 'SIGTERM', timeout: 60_000 },
        },
      }),
});

/** Chromium as the machine has it: nothing is downloaded. */
function browser(): string {
  const named = process.env.X0_CHROMIUM;
  if (named) return named;
  for (const name of ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']) {
    try {
      return execFileSync('which', [name], { encoding: 'utf8', stdio: 'pipe' }).trim();
    } catch {
      // The next one.
    }
  }
  const app = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  if (existsSync(app)) return app;
  throw new Error(
    'Chromium is needed for these tests. Debian: sudo apt-get install chromium   ' +
      'macOS: brew install --cask google-chrome   or name one in X0_CHROMIUM',
  );
}
