import { expect, test } from 'vitest';
import { restartDelay } from './backoff.ts';

test('doubles and stays below the longest wait', () => {
  expect([1, 2, 3, 4, 99].map((failures) => restartDelay(failures, 500, 3_000))).toEqual([
    500, 1_000, 2_000, 3_000, 3_000,
  ]);
});
