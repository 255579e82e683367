import { describe, test } from 'vitest';
import { type Backend, backends, poolerMissing } from '@salience/testing';
import { harnessTestMs, runHarness } from './support/run-harness.ts';

interface Report {
  readonly turns: number;
  readonly kills: readonly { what: string; point: string | null }[];
  readonly violations: readonly string[];
  readonly stats: { states: Record<string, number>; exchanges: number; chunks: number };
}

const turns = 120;

const size = `--turns ${turns} --threads 20 --kills 4 --consumers 2 --digests 2 --chunkers 1 --episodics 1 --schedulers 2 --rest 60 --seed 7`;

/** The harness that the long runs use, small. */
const chaos = (backend: Backend, env: Readonly<Record<string, string>> = {}): Promise<Report> =>
  runHarness('chaos', ['--backend', backend, ...size.split(' ')], env);

// Both at once: each has stores of its own, and mostly waits for somebody to be missed.
describe.concurrent.each(backends())('under kills and outages on %s (laws 1 to 5)', (backend) => {
  test('nothing is lost, nothing doubled, order is kept', { timeout: harnessTestMs }, async ({ expect }) => {
    const report = await chaos(backend);
    expect(report.violations).toEqual([]);
    expect(report.turns).toBe(turns);
    // Four kills of apps and the stores' own outages: a run in which nothing was killed proves nothing.
    expect(report.kills.length).toBeGreaterThanOrEqual(6);
    expect(report.kills.some((kill) => kill.point !== null)).toBe(true);
  });
});

describe.runIf(backends().includes('redis'))(
  'when masters of a Redis cluster are killed, and a PgBouncer before Postgres (laws 1 to 5)',
  () => {
    test('nothing is lost, nothing doubled, order is kept', { timeout: harnessTestMs }, async ({
      expect,
    }) => {
      const report = await chaos('redis', {
        SALIENCE_TEST_REDIS: 'cluster',
        ...(poolerMissing ? {} : { SALIENCE_TEST_POOLER: 'pgbouncer' }),
      });
      expect(report.violations).toEqual([]);
      expect(report.turns).toBe(turns);
      // Two masters, each replaced by its replica.
      expect(report.kills.filter(({ what }) => what === 'redis (SIGKILL)')).toHaveLength(2);
    });
  },
);
