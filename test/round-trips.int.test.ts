import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { repositoryRoot } from '@salience/testing';
import { expect, test } from 'vitest';

interface Report {
  readonly turns: number;
  readonly perTurn: { readonly postgres: number; readonly redisOwn: number };
}

const n = 30;

test('a turn in digest waits for Postgres at most four times and for Redis, beside BullMQ and deltas, at most three', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['bench/round-trips.ts', '--n', `${n}`, '--idle-seconds', '4'],
    {
      cwd: repositoryRoot,
      // The bench is no test file: it must not take itself for one.
      env: {
        ...process.env,
        VITEST: undefined,
        PATH: `${join(repositoryRoot, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
      },
    },
  );
  const { turns, perTurn } = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Report;
  expect(turns).toBe(n);
  // Fewer than two would mean that the counter does not see them: a turn is claimed and committed.
  expect(perTurn.postgres).toBeGreaterThanOrEqual(1.5);
  expect(perTurn.postgres).toBeLessThanOrEqual(4);
  expect(perTurn.redisOwn).toBeGreaterThanOrEqual(0.5);
  expect(perTurn.redisOwn).toBeLessThanOrEqual(3);
}, 300_000);
