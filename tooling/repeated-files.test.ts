import { join } from 'node:path';
import { repositoryRoot } from '@salience/testing';
import { expect, test } from 'vitest';
import { filesToRepeat } from '../scripts/set-up/run-vitest.mjs';

const ran = (...failed: string[]) => ({
  code: 1,
  result: {
    testResults: [
      { name: join(repositoryRoot, 'apps/digest/src/sound.test.ts'), status: 'passed' },
      ...failed.map((file) => ({ name: join(repositoryRoot, file), status: 'failed' })),
    ],
  },
});

test('a few files that failed run again', () => {
  expect(
    filesToRepeat(ran('apps/console/test/talk.int.test.ts', 'packages/cli/test/up.int.test.ts')),
  ).toEqual(['apps/console/test/talk.int.test.ts', 'packages/cli/test/up.int.test.ts']);
  expect(filesToRepeat({ ...ran(), code: 0 })).toEqual([]);
});

test('where a law was broken under kills nothing runs again, nor where many files failed or the runner did', () => {
  expect(filesToRepeat(ran('test/chaos.int.test.ts', 'apps/console/test/talk.int.test.ts'))).toEqual([]);
  expect(filesToRepeat(ran('a.test.ts', 'b.test.ts', 'c.test.ts', 'd.test.ts'))).toEqual([]);
  expect(filesToRepeat({ code: 1, result: undefined })).toEqual([]);
});
