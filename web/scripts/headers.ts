import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

/**
 * The Content-Security-Policy of the pages, as a `meta` in them, so that it holds on any static
 * host, and in `headers.json` for the gateway. Inline styles and scripts of index.html are named
 * by their hash; nothing else inline runs. `wasm-unsafe-eval` lets the rules of the game be
 * compiled, and no script.
 */
export function headers(): Plugin {
  return {
    name: 'x0-headers',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const policy = contentSecurityPolicy(html);
        return html.replace(
          '<head>',
          `<head>\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`,
        );
      },
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') this.error('there is no index.html');
        const policy = contentSecurityPolicy(String(page.source));
        const all = {
          // A meta element may not say who may frame the page.
          'Content-Security-Policy': `${policy}; frame-ancestors 'none'`,
          'Permissions-Policy':
            'camera=(), geolocation=(), payment=(), usb=(), microphone=(self), screen-wake-lock=(self)',
          'Cross-Origin-Opener-Policy': 'same-origin',
        };
        this.emitFile({
          type: 'asset',
          fileName: 'headers.json',
          source: `${JSON.stringify(all, null, 2)}\n`,
        });
      },
    },
  };
}

function contentSecurityPolicy(html: string): string {
  const hashes = (element: string) =>
    [...html.matchAll(new RegExp(`<${element}>([^]*?)</${element}>`, 'g'))]
      .map((match) =>
        createHash('sha256')
          .update(match[1] ?? '')
          .digest('base64'),
      )
      .map((hash) => ` 'sha256-${hash}'`)
      .join('');
  return [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval'${hashes('script')}`,
    `style-src 'self'${hashes('style')}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
  ].join('; ');
}
