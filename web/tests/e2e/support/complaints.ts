// Everything a page complains about: console errors and warnings, exceptions nobody caught, what
// its security policy stopped, requests that failed.
//
//   const complaints = listen(page);     before the first goto
//   expect(complaints).toEqual([]);      at the end
import type { Page } from '@playwright/test';

export function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    const type = message.type();
    if (type === 'error' || type === 'warning') complaints.push(`${type}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`));
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    // A page that is left breaks off what it was loading.
    if (why !== 'net::ERR_ABORTED') complaints.push(`request: ${request.url()} ${why}`);
  });
  return complaints;
}
