import { createHash } from 'node:crypto';
import fs from 'node:fs';
import type { Plugin } from 'vite';

/**
 * Writes `sw.js`: `scripts/sw.js` with the list of the build's files and a version made of their
 * contents.
 */
export function serviceWorker(): Plugin {
  const template = new URL('sw.js', import.meta.url);
  return {
    name: 'x0-service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const files = Object.keys(bundle)
        .filter((file) => /\.(js|css|html|svg|wasm|woff2)$/.test(file))
        .sort();
      const hash = createHash('sha256');
      for (const name of files) {
        const file = bundle[name];
        if (file) hash.update(name).update(file.type === 'chunk' ? file.code : file.source);
      }
      const cached = ['/', ...files.filter((file) => file !== 'index.html').map((f) => `/${f}`)];
      const source = fs
        .readFileSync(template, 'utf8')
        .replace("'VERSION'", JSON.stringify(hash.digest('hex').slice(0, 12)))
        .replace("['FILES']", JSON.stringify(cached));
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}
