import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { copyOf, mutations, places } from './mutations.ts';
import { GuardsReporter } from './reporter.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

// The copies of apps that `tooling/guards.test.ts` makes, in the folder that GUARDS_ROOT names.
export default defineConfig({
  root: process.env['GUARDS_ROOT'] ?? repository,
  test: {
    globalSetup: join(repository, 'packages/testing/src/global-setup.ts'),
    setupFiles: join(repository, 'packages/testing/src/test-file.ts'),
    reporters: [new GuardsReporter()],
    pool: 'forks',
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    env: { NODE_COMPILE_CACHE: join(process.env['GUARDS_ROOT'] ?? repository, 'compiled') },
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Of each copy the tests of its place: two places may have an app together.
    include: [
      ...Object.values(places).map(({ test }) => `whole/${test}`),
      ...mutations.map(({ guard, place }) => `${copyOf(guard)}/${places[place].test}`),
    ],
  },
});
