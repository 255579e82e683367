import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { compileCache } from './packages/testing/src/servers/places.ts';

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

/** Pure tests: everything that starts no servers and no processes. */
const servers = ['**/*.int.test.ts', 'tooling/**', 'infra/**'];
const exclude = ['**/node_modules/**', '**/dist/**', '**/.salience/**'];

enableCompileCache(compileCache);

// The whole suite, and with `vitest run packages/domain` any part of it. Files run in processes, four at a time: most of
// them start or share real servers and wait for them. Tests without servers share processes, which halves their time; the others
// have one for each file, so that what one leaves behind cannot reach the next.
export default defineConfig({
  test: {
    globalSetup: fileURLToPath(new URL('./packages/testing/src/global-setup.ts', import.meta.url)),
    pool: 'forks',
    maxWorkers: 4,
    // Node runs our TypeScript by itself, without Vite or Vitest between it and the files, and keeps what it compiled for the
    // next process. Nothing here is mocked that would need more.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    env: { NODE_COMPILE_CACHE: compileCache },
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'servers',
          include: [
            '{apps,packages,bench,eval}/**/test/**/*.int.test.ts',
            'test/**/*.int.test.ts',
            '{tooling,infra}/**/*.test.ts',
          ],
          exclude,
          setupFiles: fileURLToPath(new URL('./packages/testing/src/quick-imports.ts', import.meta.url)),
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['{apps,packages,bench,eval}/**/{src,test}/**/*.test.ts'],
          exclude: [...exclude, ...servers],
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
    ],
  },
});
