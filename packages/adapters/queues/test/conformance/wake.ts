import { expect, it } from 'vitest';
import { done } from '../../src/index.ts';
import type { Suite } from '../conformance.ts';
import { wakeJob } from '../contracts.ts';
import { type Desk, openQueues, until } from '../desk.ts';

export function wakeCases(suite: Suite): void {
  const wake = (desk: Pick<Desk, 'queues'>, lane: string) =>
    desk.queues.enqueue(wakeJob, { lane }, { wake: { id: lane } });

  it('law 3: wake-ups sent while a lane runs give exactly one more run', async () => {
    const desk = await suite.desk();
    const runs: string[] = [];
    const gate = Promise.withResolvers<void>();
    await desk.work(wakeJob, async (payload) => {
      runs.push(payload.lane);
      if (runs.length === 1) await gate.promise;
      return done();
    });
    await wake(desk, 'lane-a');
    await until(() => runs.length === 1);
    for (let sent = 0; sent < 20; sent++) await wake(desk, 'lane-a');
    gate.resolve();
    await until(() => runs.length === 2);
    await wake(desk, 'lane-end');
    await until(() => runs.includes('lane-end'));
    expect(runs).toEqual(['lane-a', 'lane-a', 'lane-end']);
  });

  it('wake-ups sent before a lane runs give one run', async () => {
    const desk = await suite.desk();
    const runs: string[] = [];
    for (let sent = 0; sent < 10; sent++) await wake(desk, 'lane-a');
    await desk.queues.enqueueMany(
      wakeJob,
      Array.from({ length: 10 }, () => ({
        payload: { lane: 'lane-a' },
        options: { wake: { id: 'lane-a' } },
      })),
    );
    await wake(desk, 'lane-end');
    await desk.work(wakeJob, async (payload) => {
      runs.push(payload.lane);
      return done();
    });
    await until(() => runs.includes('lane-end'));
    expect(runs).toEqual(['lane-a', 'lane-end']);
  });

  it('a lane can wake itself from inside its run', async () => {
    const desk = await suite.desk();
    let runs = 0;
    await desk.work(wakeJob, async (payload) => {
      runs += 1;
      if (runs < 5) await wake(desk, payload.lane);
      return done();
    });
    await wake(desk, 'lane-a');
    await until(() => runs === 5);
  });

  it('two lanes run at the same time', async () => {
    const desk = await suite.desk();
    const arrived = new Set<string>();
    const both = Promise.withResolvers<void>();
    await desk.work(
      wakeJob,
      async (payload) => {
        arrived.add(payload.lane);
        if (arrived.size === 2) both.resolve();
        await both.promise;
        return done();
      },
      2,
    );
    await wake(desk, 'lane-a');
    await wake(desk, 'lane-b');
    await until(() => desk.outcomes().length === 2);
  });

  it('a wake-up sent while a failed run waits to be retried is not lost', async () => {
    const desk = await suite.desk();
    const inbox = ['m1'];
    const done1: string[] = [];
    let failures = 1;
    await desk.work(wakeJob, async () => {
      if (failures-- > 0) {
        inbox.push('m2');
        await wake(desk, 'lane-a');
        throw new Error('first run fails');
      }
      done1.push(...inbox.splice(0));
      return done();
    });
    await wake(desk, 'lane-a');
    await until(() => done1.length === 2);
    expect(done1).toEqual(['m1', 'm2']);
  });

  it('law 3: no wake-up is lost: after 200 messages from two senders every lane was drained', async () => {
    const desk = await suite.desk();
    const other = await openQueues(desk.connection);
    const mailboxes = new Map<string, number>();
    const active = new Set<string>();
    let drained = 0;
    let overlaps = 0;
    const handler = async ({ lane }: { lane: string }) => {
      if (active.has(lane)) overlaps += 1;
      active.add(lane);
      drained += mailboxes.get(lane) ?? 0;
      mailboxes.set(lane, 0);
      // What arrives from here on was not seen by this run: only its wake-up brings another one.
      for (let round = 0; round < 3; round++) await desk.queues.ping();
      active.delete(lane);
      return done();
    };
    await desk.work(wakeJob, handler, 3);
    await desk.work(wakeJob, handler, 3);
    const send = async (queues: Desk['queues'], sender: number) => {
      for (let sent = 0; sent < 100; sent++) {
        const lane = `lane-${(sent + sender) % 7}`;
        mailboxes.set(lane, (mailboxes.get(lane) ?? 0) + 1);
        await wake({ queues }, lane);
      }
    };
    await Promise.all([send(desk.queues, 0), send(other, 3)]);
    await until(() => drained === 200, 20_000);
    expect(overlaps).toBe(0);
  });
}
