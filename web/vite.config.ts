import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { compressed } from './scripts/compressed.ts';
import { content } from './scripts/content.ts';
import { headers } from './scripts/headers.ts';
import { serviceWorker } from './scripts/service-worker.ts';

// `npm run dev` talks to a gateway that runs by itself (`make run`), by default at its own port.
const gateway = process.env.X0_GATEWAY ?? 'http://127.0.0.1:8000';
const proxy = { '/v1': { target: gateway, ws: true } };

export default defineConfig({
  plugins: [svelte(), content(), serviceWorker(), headers(), compressed()],
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // What every page needs is one file: many small ones compress worse.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'shell', test: /\/(node_modules\/(svelte|openapi-fetch)|src\/(api|app|ui))\// },
          ],
        },
      },
    },
  },
  server: { proxy },
  preview: { proxy },
  // Nothing is asserted about time: a slow machine is only slow.
  test: { include: ['tests/unit/**/*.test.ts'], testTimeout: 120_000 },
});
