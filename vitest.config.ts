import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// The whole suite, and with `vitest run packages/domain` any part of it. Files run in processes of their own,
// three at a time: most of them start or share real servers and wait for them, and laptops have few cores.
export default defineConfig({
  test: {
    include: [
      '{apps,packages,bench,eval}/**/{src,test}/**/*.test.ts',
      'test/**/*.test.ts',
      'tooling/**/*.test.ts',
      'infra/test/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/dist/**', '**/.salience/**'],
    globalSetup: fileURLToPath(new URL('./packages/testing/src/global-setup.ts', import.meta.url)),
    pool: 'forks',
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
