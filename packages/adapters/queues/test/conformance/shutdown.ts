import { expect, it } from 'vitest';
import { done, type Outcome } from '../../src/index.ts';
import type { Suite } from '../conformance.ts';
import { noteJob } from '../contracts.ts';
import { openQueues, startChild, until } from '../desk.ts';

export function shutdownCases(suite: Suite): void {
  it('a paused worker takes nothing new; another one does', async () => {
    const desk = await suite.desk();
    const seen: string[] = [];
    const worker = await desk.work(noteJob, async () => {
      seen.push('paused one');
      return done();
    });
    // A worker that has found its queue empty waits at the server, and would be handed the next job there.
    await desk.queues.enqueue(noteJob, { key: 'warm' });
    await until(
      async () => seen.length === 1 && (await desk.queues.depths()).every((depth) => depth.active === 0),
    );
    seen.length = 0;
    await worker.pause();
    await desk.queues.enqueue(noteJob, { key: 'a' });
    await desk.queues.enqueue(noteJob, { key: 'b' });
    await desk.work(noteJob, async () => {
      seen.push('other one');
      return done();
    });
    await until(() => seen.length === 2);
    expect(seen).toEqual(['other one', 'other one']);
  });

  it('a worker that holds leaves jobs to another one, and takes them again when it resumes', async () => {
    const desk = await suite.desk();
    const seen: string[] = [];
    const take = (who: string) =>
      desk.work(
        noteJob,
        async () => {
          seen.push(who);
          return done();
        },
        2,
        who,
      );
    const first = await take('first');
    await desk.queues.enqueue(noteJob, { key: 'warm' });
    await until(
      async () => seen.length === 1 && (await desk.queues.depths()).every((depth) => depth.active === 0),
    );
    await first.hold();
    const second = await take('second');
    await desk.queues.enqueue(noteJob, { key: 'a' });
    await desk.queues.enqueue(noteJob, { key: 'b' }, { to: 'first' });
    await until(() => seen.length === 3);
    expect(seen.slice(1)).toEqual(['second', 'second']);

    await second.pause();
    await desk.queues.enqueue(noteJob, { key: 'c' });
    await first.resume();
    await until(() => seen.length === 4);
    expect(seen.at(-1)).toBe('first');
    await first.drain(1_000);
    await first.resume();
    await desk.queues.enqueue(noteJob, { key: 'd' });
    await take('third');
    await until(() => seen.length === 5);
    expect(seen.at(-1)).toBe('third');
  });

  it('drain lets running jobs finish', async () => {
    const desk = await suite.desk();
    const gate = Promise.withResolvers<void>();
    const worker = await desk.work(noteJob, async () => {
      await gate.promise;
      return done();
    });
    const before = worker.lastProgressAt;
    await desk.queues.enqueue(noteJob, { key: 'slow' });
    await until(() => worker.running().length === 1);
    expect(worker.running()).toEqual(['note.keep/slow']);
    const drained = worker.drain(10_000);
    gate.resolve();
    expect(await drained).toEqual([]);
    expect(desk.outcomes()).toEqual(['done']);
    expect(worker.lastProgressAt).toBeGreaterThanOrEqual(before);
  });

  it('drain aborts what runs too long and hands it to another worker without using up an attempt', async () => {
    const desk = await suite.desk();
    const worker = await desk.work(noteJob, async (_payload, { signal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw new Error(`aborted: ${signal.reason.code}`);
    });
    await desk.queues.enqueue(noteJob, { key: 'long' });
    await until(() => worker.running().length === 1);
    expect(await worker.drain(50)).toEqual([]);
    expect(desk.outcomes()).toEqual(['returned']);
    const attempts: number[] = [];
    await desk.work(noteJob, async (_payload, { attempt }) => {
      attempts.push(attempt);
      return done();
    });
    await until(() => attempts.length === 1);
    expect(attempts).toEqual([1]);
  });

  it('drain names what it could not stop', async () => {
    const desk = await suite.desk();
    const gate = Promise.withResolvers<Outcome>();
    const worker = await desk.work(noteJob, () => gate.promise);
    await desk.queues.enqueue(noteJob, { key: 'deaf' });
    await until(() => worker.running().length === 1);
    expect(await worker.drain(10)).toEqual(['note.keep/deaf']);
    gate.resolve(done());
    await until(() => worker.running().length === 0);
  });

  it('refuses to send after close', async () => {
    const desk = await suite.desk();
    const queues = await openQueues(desk.connection);
    await queues.enqueue(noteJob, { key: 'before' });
    await queues.close();
    await expect(queues.enqueue(noteJob, { key: 'after' })).rejects.toMatchObject({ code: 'queues.closed' });
  });

  it('nothing keeps a process alive after close', async () => {
    const desk = await suite.desk();
    const child = startChild('./closing-child.ts', desk.connection);
    try {
      await child.said('closed');
      await until(() => child.exitCode() !== null, 8_000);
      expect(child.exitCode()).toBe(0);
    } finally {
      child.kill();
    }
  });
}
