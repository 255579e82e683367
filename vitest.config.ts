import { enableCompileCache } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { compileCache } from './packages/testing/src/servers/places.ts';

/** The tests of whole fleets. */
const fleets = fileURLToPath(new URL('./test', import.meta.url));

/**
 * How early a file is begun: the longest first, then by project, what needs servers before what does not. Begun last, a long one would
 * run alone at the end; and a process is kept for the next file of its project only.
 */
function rank({ moduleId, project }: TestSpecification): number {
  if (moduleId.endsWith('/test/chaos.int.test.ts')) return 0;
  if (dirname(moduleId) === fleets) return 1;
  return 2 + ['programs', 'servers', 'pure'].indexOf(project.name);
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    return usual.toSorted((a, b) => rank(a) - rank(b));
  }
}

const exclude = ['**/node_modules/**', '**/dist/**', '**/.salience/**'];
/** Tests that start servers or processes. */
const withServers = ['**/*.int.test.ts', 'tooling/**', 'infra/**'];
/** Of these, the ones that keep to databases, queues and apps of their own, and leave their process as they found it. */
const shared = [
  'test/*.int.test.ts',
  'apps/**/test/**/*.int.test.ts',
  'packages/cli/test/!(backup|backup-home|doctor|terminal).int.test.ts',
  'packages/recall/test/**/*.int.test.ts',
  'packages/adapters/{channels,database}/test/**/*.int.test.ts',
  'packages/testing/test/{check-turns,fixtures}.int.test.ts',
  'tooling/**/*.test.ts',
];

enableCompileCache(compileCache);

// The whole suite, and with `vitest run packages/domain` any part of it. Files run in processes, four at a time: most of
// them start or share real servers and wait for them. Files share processes, for a process of its own costs each a second of
// processor time, most of it for imports. Only the files of `programs` have one each, so that what one leaves behind cannot reach
// the next: they set the environment, catch what is printed, hear signals, or run what is a whole installation.
export default defineConfig({
  test: {
    globalSetup: fileURLToPath(new URL('./packages/testing/src/global-setup.ts', import.meta.url)),
    pool: 'forks',
    maxWorkers: 4,
    // Node runs our TypeScript by itself, without Vite or Vitest between it and the files, and keeps what it compiled for the
    // next process. Nothing here is mocked that would need more.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    env: { NODE_COMPILE_CACHE: compileCache },
    setupFiles: fileURLToPath(new URL('./packages/testing/src/test-file.ts', import.meta.url)),
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'programs',
          include: ['{packages,bench,eval,integrations}/**/test/**/*.int.test.ts', 'infra/**/*.test.ts'],
          exclude: [...exclude, ...shared],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: 'servers', include: shared, exclude, isolate: false, sequence: { groupOrder: 0 } },
      },
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['{apps,packages,bench,eval,integrations}/**/{src,test}/**/*.test.ts'],
          exclude: [...exclude, ...withServers],
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
    ],
  },
});
