// The gateway serves the client: headers, caching, compression, deep links.
import { listen } from './support/complaints.ts';
import { expect, test } from './support/test.ts';

test('the page runs under a strict policy and complains about nothing', async ({ page }) => {
  const complaints = listen(page);
  const answer = await page.goto('/');
  expect(answer?.status()).toBe(200);
  const headers = answer?.headers() ?? {};
  const policy = headers['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe-inline');
  expect(policy).not.toContain("'unsafe-eval'");
  expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  expect(headers['permissions-policy']).toContain('geolocation=()');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['x-request-id']).toBeTruthy();
  expect(headers['cache-control']).toBe('no-cache');
  await expect(page.locator('#app > *').first()).toBeAttached();
  await page.waitForLoadState('networkidle');
  expect(complaints).toEqual([]);
});

test('assets are compressed and never asked for twice', async ({ page, request }) => {
  const assets: string[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/assets/')) assets.push(response.url());
  });
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  expect(assets.length).toBeGreaterThan(0);
  const encodings = new Set<string>();
  for (const url of assets) {
    const headers = { 'Accept-Encoding': 'gzip, br' };
    const asset = await request.get(url, { headers });
    expect(asset.status(), url).toBe(200);
    expect(asset.headers()['cache-control']).toBe('public, max-age=31536000, immutable');
    encodings.add(asset.headers()['content-encoding'] ?? 'none');
  }
  expect(encodings).toContain('br');
});

test('a deep link is a page, and an unknown path of the API is not', async ({ page, request }) => {
  for (const path of ['/g/abc', '/rules/fouls', '/u/somebody']) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(200);
    expect(answer?.headers()['content-type']).toBe('text/html; charset=utf-8');
    expect(new URL(page.url()).pathname).toBe(path);
  }
  for (const path of ['/v1/nope', '/assets/gone.js', '/headers.json']) {
    const answer = await request.get(path, { headers: { Accept: '*/*' } });
    expect(answer.status(), path).toBe(404);
    expect(answer.headers()['content-type']).toBe('application/problem+json');
  }
});

test.describe('with its service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the page opens without a network', async ({ page, context }) => {
    const complaints = listen(page);
    await page.goto('/');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.reload();
    await expect.poll(() => page.evaluate(() => !!navigator.serviceWorker.controller)).toBe(true);
    expect(complaints).toEqual([]);
    await context.setOffline(true);
    await page.goto('/rules');
    await expect(page.locator('#app > *').first()).toBeAttached();
  });
});

test('a page that has not changed is not sent again', async ({ request }) => {
  const etag = (await request.get('/')).headers().etag ?? '';
  expect(etag).toBeTruthy();
  const again = await request.get('/', { headers: { 'If-None-Match': etag } });
  expect(again.status()).toBe(304);
  expect(again.headers()['content-security-policy']).toContain("script-src 'self'");
});
