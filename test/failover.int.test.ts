import { spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { describe, test } from 'vitest';
import { type Backend, backends, repositoryRoot } from '@salience/testing';

interface Report {
  readonly accepted: number;
  readonly lost: number;
  readonly leftBehind: readonly string[];
  readonly violations: readonly string[];
}

const turns = 100;

/** The harness that the long runs use, as a command, small. */
async function failover(backend: Backend, more: string): Promise<Report> {
  const args = ['--backend', backend, '--turns', `${turns}`, '--threads', '10', ...more.split(' ')];
  const child = spawn(process.execPath, ['test/long/failover.ts', ...args], {
    cwd: repositoryRoot,
    // The harness is no test file: it must not take itself for one.
    env: {
      ...process.env,
      VITEST: undefined,
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

describe.concurrent('when a standby of Postgres is promoted in the middle of a run (laws 1 to 5)', () => {
  // The first one stands still with its connections open, and wakes up when the other has long taken its place.
  test('nothing that was accepted is lost where commits wait for the standby', { timeout: 240_000 }, async ({
    expect,
  }) => {
    const report = await failover(backends()[0] as Backend, '--how freeze --seed 11');
    expect(report.violations).toEqual([]);
    expect(report).toMatchObject({ accepted: turns, lost: 0, leftBehind: [] });
  });

  test('the harness sees what is lost where they do not wait', { timeout: 240_000 }, async ({ expect }) => {
    const report = await failover(
      backends().at(-1) as Backend,
      '--how kill --commit asynchronous --behind 15 --seed 13',
    );
    // Of the fifteen at most one of each client was on its way when the line broke.
    expect(report.lost).toBeGreaterThanOrEqual(5);
    expect(report.violations.join('\n')).toContain('accepted turn exists');
  });
});
