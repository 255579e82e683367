import { expect, it } from 'vitest';
import { snooze } from '../../src/index.ts';
import type { Suite } from '../conformance.ts';
import { noteJob, wakeJob } from '../contracts.ts';
import { type Desk, until } from '../desk.ts';

export function depthCases(suite: Suite): void {
  const depth = async (desk: Desk) => {
    const [view] = await desk.queues.depths([noteJob.queue]);
    if (view === undefined) throw new Error('The queue was asked for.');
    return view;
  };

  it('tells how long the oldest job has waited, and nothing of an empty queue', async () => {
    const desk = await suite.desk();
    expect(await depth(desk)).toEqual({
      queue: noteJob.queue,
      waiting: 0,
      active: 0,
      delayed: 0,
      failed: 0,
      oldest_ms: 0,
      oldest_failed_ms: 0,
    });
    await desk.queues.enqueue(noteJob, { key: 'first' });
    await until(async () => (await depth(desk)).oldest_ms > 250);
    await desk.queues.enqueue(noteJob, { key: 'second' });
    const { oldest_ms: age, waiting } = await depth(desk);
    expect(waiting).toBe(2);
    expect(age).toBeGreaterThan(250);
  });

  it('is not fooled by a young job that was put ahead', async () => {
    const desk = await suite.desk();
    await desk.queues.enqueue(noteJob, { key: 'old' });
    await until(async () => (await depth(desk)).oldest_ms > 250);
    await desk.queues.enqueue(noteJob, { key: 'ahead' }, { ahead: true });
    expect((await depth(desk)).oldest_ms).toBeGreaterThan(250);
  });

  it('counts delayed jobs apart; one is old only from when it was due', async () => {
    const desk = await suite.desk();
    await desk.queues.enqueue(noteJob, { key: 'later' }, { delayMs: 600_000 });
    expect(await depth(desk)).toMatchObject({ waiting: 0, delayed: 1, oldest_ms: 0 });
    await desk.queues.enqueue(noteJob, { key: 'soon' }, { delayMs: 50 });
    // Nobody works this queue, so nobody moves the job to the line: it is due all the same.
    await until(async () => (await depth(desk)).oldest_ms > 100);
    expect((await depth(desk)).oldest_ms).toBeLessThan(20_000);
  });

  it('a job that rests after a run is not old', async () => {
    const desk = await suite.desk();
    let ran = 0;
    const worker = await desk.work(noteJob, async () => {
      ran += 1;
      return snooze(600_000);
    });
    await desk.queues.enqueue(noteJob, { key: 'resting' });
    await until(async () => ran === 1 && (await depth(desk)).delayed === 1);
    await worker.close();
    expect(await depth(desk)).toMatchObject({ waiting: 0, delayed: 1, oldest_ms: 0 });
  });

  it('counts only the queues that were asked for', async () => {
    const desk = await suite.desk();
    const views = await desk.queues.depths([wakeJob.queue]);
    expect(views.map((view) => view.queue)).toEqual([wakeJob.queue]);
  });
}
