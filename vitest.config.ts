import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** How early a file is begun: the longest first, then what needs servers. Begun last, it would run alone at the end. */
function rank({ moduleId }: TestSpecification): number {
  if (moduleId.endsWith('/test/chaos.int.test.ts')) return 0;
  return moduleId.endsWith('.int.test.ts') ? 1 : 2;
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    return usual.toSorted((a, b) => rank(a) - rank(b));
  }
}

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
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
