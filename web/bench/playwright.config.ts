// Measurements in a real browser, one after the other: `npm run bench`.
import base from '../playwright.config.ts';

// Paths in it are told from the folder above.
const { webServer } = base;

export default {
  ...base,
  ...(webServer ? { webServer: { ...webServer, cwd: '..' } } : {}),
  testDir: '.',
  testMatch: '*.bench.ts',
  outputDir: '../test-results/bench',
  workers: 1,
  timeout: 600_000,
  reporter: 'line',
  use: { ...base.use, trace: 'off', screenshot: 'off' },
  projects: base.projects?.filter((project) => project.name === 'phone') ?? [],
};
