// `test` and `expect` for all specs: import them from here, not from Playwright.
//
// Service workers are blocked unless a spec says `test.use({ serviceWorkers: 'allow' })`: a cache
// would answer for the server. Playwright blocks them by a `register` that gives nothing; here they
// are missing altogether, as in a browser without them, which the client knows how to live with.
import { test as base, expect } from '@playwright/test';

export const test = base.extend({
  context: async ({ context, serviceWorkers }, use) => {
    if (serviceWorkers === 'block') {
      await context.addInitScript(() => {
        Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
      });
    }
    await use(context);
  },
});

export { expect };
