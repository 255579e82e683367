import { expect, it } from 'vitest';
import { cancel, done, snooze } from '../../src/index.ts';
import type { Suite } from '../conformance.ts';
import { noteJob, rawNoteJob } from '../contracts.ts';
import { openQueues, until } from '../desk.ts';

export function deliveryCases(suite: Suite): void {
  it('delivers a job with its context and leaves nothing behind', async () => {
    const desk = await suite.desk();
    const seen: unknown[] = [];
    await desk.work(noteJob, async (payload, { jobId, attempt, attemptsMax, waitMs, signal }) => {
      seen.push({ payload, jobId, attempt, attemptsMax, waited: waitMs >= 0, aborted: signal.aborted });
      return done();
    });
    await desk.queues.enqueue(noteJob, { key: 'note-1', label: 'x' });
    await until(() => desk.outcomes().length === 1);
    expect(seen).toEqual([
      {
        payload: { key: 'note-1', label: 'x' },
        jobId: 'note-1',
        attempt: 1,
        attemptsMax: 3,
        waited: true,
        aborted: false,
      },
    ]);
    expect(desk.events[0]).toMatchObject({
      type: 'started',
      queue: 'test-notes',
      name: 'note.keep',
      jobId: 'note-1',
    });
    expect(desk.events[1]).toMatchObject({
      type: 'finished',
      outcome: 'done',
      durationMs: expect.any(Number),
    });
    await until(async () => (await notes(desk)).active === 0);
    expect(await notes(desk)).toMatchObject({ waiting: 0, delayed: 0, failed: 0 });
  });

  it('sends many at once, each exactly once, over two workers', async () => {
    const desk = await suite.desk();
    const seen: string[] = [];
    const handler = async (payload: { key: string }) => {
      seen.push(payload.key);
      return done();
    };
    await desk.work(noteJob, handler, 4);
    await desk.work(noteJob, handler, 4);
    const keys = Array.from({ length: 600 }, (_, index) => `many-${index}`);
    await desk.queues.enqueueMany(
      noteJob,
      keys.map((key) => ({ payload: { key } })),
    );
    await until(() => seen.length >= keys.length, 25_000);
    expect(seen.toSorted()).toEqual(keys.toSorted());
  });

  it('refuses an invalid payload before anything is sent', async () => {
    const desk = await suite.desk();
    await expect(desk.queues.enqueue(noteJob, { key: '' })).rejects.toMatchObject({
      code: 'queues.invalid-payload',
    });
    const items = [{ payload: { key: 'good' } }, { payload: { key: '' } }];
    await expect(desk.queues.enqueueMany(noteJob, items)).rejects.toMatchObject({
      code: 'queues.invalid-payload',
    });
    expect(await notes(desk)).toMatchObject({ waiting: 0 });
  });

  it.each(['a:b', '123', ''])('refuses the id "%s", which the queue would misread', async (id) => {
    const desk = await suite.desk();
    const job = { ...noteJob, jobId: () => id };
    await expect(desk.queues.enqueue(job, { key: 'x' })).rejects.toMatchObject({ code: 'queues.invalid-id' });
    const wake = desk.queues.enqueue(noteJob, { key: 'x' }, { wake: { id } });
    await expect(wake).rejects.toMatchObject({ code: 'queues.invalid-id' });
  });

  it('ends a payload that does not fit in a dead letter with the issues, without calling the handler', async () => {
    const desk = await suite.desk();
    let called = 0;
    await desk.work(noteJob, async () => {
      called += 1;
      return done();
    });
    await desk.queues.enqueue(rawNoteJob, { key: 7, extra: true });
    await until(() => desk.outcomes().length === 1);
    expect(called).toBe(0);
    expect(desk.outcomes()).toEqual(['invalid']);
    expect(desk.letters).toHaveLength(1);
    expect(desk.letters[0]).toMatchObject({
      queue: 'test-notes',
      name: 'note.keep',
      jobId: 'raw-1',
      payload: { key: 7, extra: true },
      reason: 'invalid',
      code: 'queues.invalid-payload',
      attempts: 1,
    });
    expect(desk.letters[0]?.issues.map((issue) => issue.path)).toContain('key');
  });

  it('reads what a newer version sent by the fields that it knows', async () => {
    const desk = await suite.desk();
    const seen: unknown[] = [];
    await desk.work(noteJob, async (payload) => {
      seen.push(payload);
      return done();
    });
    await desk.queues.enqueue(rawNoteJob, { key: 'kept', hint: 'from the future' });
    await until(() => desk.outcomes().length === 1);
    expect(desk.outcomes()).toEqual(['done']);
    expect(seen).toEqual([{ key: 'kept' }]);
  });

  it('ends a job of an unknown name in a dead letter', async () => {
    const desk = await suite.desk();
    await desk.work(noteJob, async () => done());
    await desk.queues.enqueue({ ...noteJob, name: 'note.forgotten' }, { key: 'old' });
    await until(() => desk.letters.length === 1);
    expect(desk.letters[0]).toMatchObject({
      reason: 'invalid',
      code: 'queues.unknown-job',
      name: 'note.forgotten',
    });
  });

  it('holds a delayed job back until it is due', async () => {
    const desk = await suite.desk();
    const order: string[] = [];
    await desk.work(noteJob, async (payload) => {
      order.push(payload.key);
      return done();
    });
    await desk.queues.enqueue(noteJob, { key: 'later' }, { delayMs: 400 });
    expect(await notes(desk)).toMatchObject({ delayed: 1, waiting: 0 });
    await desk.queues.enqueue(noteJob, { key: 'now' });
    await until(() => order.length === 2);
    expect(order).toEqual(['now', 'later']);
  });

  it('takes a job once while one with its id waits, and again after that one completed', async () => {
    const desk = await suite.desk();
    const labels: (string | undefined)[] = [];
    for (const label of ['first', 'second']) await desk.queues.enqueue(noteJob, { key: 'same', label });
    expect(await notes(desk)).toMatchObject({ waiting: 1 });
    await desk.work(noteJob, async (payload) => {
      labels.push(payload.label);
      return done();
    });
    await until(async () => desk.outcomes().length === 1 && (await notes(desk)).active === 0);
    await desk.queues.enqueue(noteJob, { key: 'same', label: 'third' });
    await until(() => desk.outcomes().length === 2);
    expect(labels).toEqual(['first', 'third']);
  });

  it('ends a cancelled job without a retry and without a dead letter', async () => {
    const desk = await suite.desk();
    await desk.work(noteJob, async () => cancel('forgotten'));
    await desk.queues.enqueue(noteJob, { key: 'moot' });
    await until(() => desk.outcomes().length === 1);
    expect(desk.events.at(-1)).toMatchObject({ outcome: 'cancelled', code: 'forgotten' });
    await until(async () => (await notes(desk)).active === 0);
    expect(await notes(desk)).toMatchObject({ waiting: 0, delayed: 0, failed: 0 });
    expect(desk.letters).toEqual([]);
  });

  it('runs a snoozed job again without using up an attempt', async () => {
    const desk = await suite.desk();
    const attempts: number[] = [];
    await desk.work(noteJob, async (_payload, { attempt }) => {
      attempts.push(attempt);
      return attempts.length < 6 ? snooze(10) : done();
    });
    await desk.queues.enqueue(noteJob, { key: 'sleepy' });
    await until(() => desk.outcomes().at(-1) === 'done');
    expect(attempts).toEqual([1, 1, 1, 1, 1, 1]);
    expect(desk.outcomes()).toEqual(['snoozed', 'snoozed', 'snoozed', 'snoozed', 'snoozed', 'done']);
  });

  it('counts what waits, runs and is delayed, as another process sees it', async () => {
    const desk = await suite.desk();
    const gate = Promise.withResolvers<void>();
    await desk.work(noteJob, async () => {
      await gate.promise;
      return done();
    });
    await desk.queues.enqueueMany(noteJob, [
      { payload: { key: 'a' } },
      { payload: { key: 'b' } },
      { payload: { key: 'c' } },
    ]);
    await desk.queues.enqueue(noteJob, { key: 'd' }, { delayMs: 60_000 });
    const other = await openQueues(desk.connection);
    await until(async () => (await notes({ queues: other })).active === 1);
    expect(await notes({ queues: other })).toEqual({
      queue: 'test-notes',
      waiting: 2,
      active: 1,
      delayed: 1,
      failed: 0,
      oldest_ms: expect.any(Number),
      oldest_failed_ms: 0,
    });
    gate.resolve();
    await until(() => desk.outcomes().length === 3);
  });
}

async function notes(desk: { queues: { depths(): Promise<{ queue: string; active: number }[]> } }) {
  const depth = (await desk.queues.depths()).find((view) => view.queue === noteJob.queue);
  if (!depth) throw new Error('The depth of test-notes is missing.');
  return depth;
}
