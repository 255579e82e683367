import { spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { describe, test } from 'vitest';
import { type Backend, backends, poolerMissing, repositoryRoot } from '@salience/testing';

interface Report {
  readonly turns: number;
  readonly kills: readonly { what: string; point: string | null }[];
  readonly violations: readonly string[];
  readonly stats: { states: Record<string, number>; exchanges: number; chunks: number };
}

const turns = 120;

/** The harness that the long runs use, as a command, small. */
async function chaos(backend: Backend, more: Readonly<Record<string, string>> = {}): Promise<Report> {
  const size = `--turns ${turns} --threads 20 --kills 4 --consumers 2 --digests 2 --chunkers 1 --episodics 1 --schedulers 2 --seed 7`;
  const child = spawn(process.execPath, ['test/long/chaos.ts', '--backend', backend, ...size.split(' ')], {
    cwd: repositoryRoot,
    // The harness is no test file: it must not take itself for one.
    env: {
      ...process.env,
      VITEST: undefined,
      ...more,
      PATH: `${join(repositoryRoot, 'node_modules/.bin')}:${process.env.PATH ?? ''}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0 && code !== 1) throw new Error(`the harness itself failed (${String(code)}):\n${err}`);
  return JSON.parse(out) as Report;
}

// Both at once: each has stores of its own, and mostly waits for somebody to be missed.
describe.concurrent.each(backends())('under kills and outages on %s (laws 1 to 5)', (backend) => {
  test('nothing is lost, nothing doubled, order is kept', { timeout: 240_000 }, async ({ expect }) => {
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
    test('nothing is lost, nothing doubled, order is kept', { timeout: 240_000 }, async ({ expect }) => {
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
