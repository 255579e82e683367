import { describe, test } from 'vitest';
import { type Backend, backends } from '@salience/testing';
import { harnessTestMs, runHarness } from './support/run-harness.ts';

interface Report {
  readonly accepted: number;
  readonly lost: number;
  readonly leftBehind: readonly string[];
  readonly violations: readonly string[];
}

const turns = 100;

/** The harness that the long runs use, small. */
const failover = (backend: Backend, more: string): Promise<Report> =>
  runHarness('failover', [
    '--backend',
    backend,
    '--turns',
    `${turns}`,
    '--threads',
    '10',
    ...more.split(' '),
  ]);

describe.concurrent('when a standby of Postgres is promoted in the middle of a run (laws 1 to 5)', () => {
  // The first one stands still with its connections open, and wakes up when the other has long taken its place.
  test('nothing that was accepted is lost where commits wait for the standby', {
    timeout: harnessTestMs,
  }, async ({ expect }) => {
    const report = await failover(backends()[0] as Backend, '--how freeze --seed 11');
    expect(report.violations).toEqual([]);
    expect(report).toMatchObject({ accepted: turns, lost: 0, leftBehind: [] });
  });

  test('the harness sees what is lost where they do not wait', { timeout: harnessTestMs }, async ({
    expect,
  }) => {
    const report = await failover(
      backends().at(-1) as Backend,
      '--how kill --commit asynchronous --behind 15 --seed 13',
    );
    // Of the fifteen at most one of each client was on its way when the line broke.
    expect(report.lost).toBeGreaterThanOrEqual(5);
    expect(report.violations.join('\n')).toContain('accepted turn exists');
  });
});
