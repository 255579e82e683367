import { readFileSync } from 'node:fs';
import { until } from '@salience/testing';
import { beforeAll, expect, test } from 'vitest';
import { type NoteTakers, type SeenTurn, startNoteTakers } from './note-takers.ts';

/** Between an effect and its row, after a step is stored, and directly before the end is committed. */
const points = [
  'digest.act-started',
  'digest.act-done',
  'digest.act-stored',
  'digest.before-commit',
] as const;

let takers: NoteTakers;
beforeAll(async () => {
  takers = await startNoteTakers();
}, 120_000);

function withoutLate(turns: readonly SeenTurn[]): object[] {
  return turns.map((turn) => ({ ...turn, steps: turn.steps.map((step) => ({ ...step, late: null })) }));
}

/** True for a process that was stopped and has not ended. */
function isStopped(pid: number): boolean {
  return /^State:\s+T/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
}

test.skipIf(process.platform !== 'linux')(
  'SIGSTOP of a worker in the middle of a turn until others have ended it, then SIGCONT: no effect twice, no second reply (laws 3, 4, 5)',
  { timeout: 180_000 },
  async () => {
    const stopping = await Promise.all(
      points.map((point) => takers.start({ [point]: { action: 'stop', times: 1 } })),
    );
    for (let n = 0; n < 3 * points.length; n += 1) await takers.send(n);
    await until(() => stopping.every(({ pid }) => isStopped(pid)), {
      what: 'every digest to stop at its point',
      timeoutMs: 60_000,
      everyMs: 100,
    });
    await takers.start({});
    // Their leases run out, and their turns are ended by the one that runs.
    const before = await takers.ended();
    expect(before).toHaveLength(3 * points.length);
    takers.judge(before);
    for (const { pid } of stopping) process.kill(pid, 'SIGCONT');
    // They end in good order, so what they held back is over; it has changed nothing.
    expect(await Promise.all(stopping.map((digest) => digest.stop()))).toEqual(points.map(() => 0));
    const after = await takers.ended();
    takers.judge(after);
    // What a worker learned too late stands beside the step that others had ended; nothing else does.
    expect(withoutLate(after)).toEqual(withoutLate(before));
  },
);
