import { SalienceError } from '@salience/errors';
import { expect, it } from 'vitest';
import { done, type Outcome } from '../../src/index.ts';
import type { Suite } from '../conformance.ts';
import { hastyJob, noteJob } from '../contracts.ts';
import { openQueues, startChild, until } from '../desk.ts';

export function failureCases(suite: Suite): void {
  it('retries an unexpected error and gives up after the last attempt', async () => {
    const desk = await suite.desk();
    const attempts: number[] = [];
    await desk.work(noteJob, async (_payload, { attempt }) => {
      attempts.push(attempt);
      throw new Error('socket hang up');
    });
    await desk.queues.enqueue(noteJob, { key: 'shaky' });
    await until(() => desk.letters.length === 1);
    await until(() => desk.outcomes().length === 3);
    expect(attempts).toEqual([1, 2, 3]);
    expect(desk.outcomes()).toEqual(['retry', 'retry', 'dead']);
    const message = 'socket hang up';
    expect(desk.letters[0]).toMatchObject({
      reason: 'exhausted',
      code: 'error.unexpected',
      message,
      attempts: 3,
    });
  });

  it('waits longer before each further try, and at least as long as the error asks', async () => {
    const desk = await suite.desk();
    const starts: number[] = [];
    await desk.work(noteJob, async () => {
      starts.push(performance.now());
      const details = { kind: 'retryable', retryAfterMs: starts.length === 1 ? 300 : 0 } as const;
      throw new SalienceError('test.busy', 'busy', details);
    });
    await desk.queues.enqueue(noteJob, { key: 'patient' });
    await until(() => desk.letters.length === 1);
    const [first = 0, second = 0, third = 0] = starts;
    // Timers may fire a few milliseconds early across two clocks.
    expect(second - first).toBeGreaterThan(280);
    expect(third - second).toBeGreaterThan(60);
  });

  it.each(['terminal', 'bug'] as const)('gives up at once on a %s error', async (kind) => {
    const desk = await suite.desk();
    await desk.work(noteJob, async () => {
      throw new SalienceError('test.hopeless', 'no such exchange', { kind });
    });
    await desk.queues.enqueue(noteJob, { key: 'hopeless' });
    await until(() => desk.outcomes().length === 1);
    expect(desk.outcomes()).toEqual(['dead']);
    expect(desk.letters[0]).toMatchObject({ reason: kind, code: 'test.hopeless', attempts: 1 });
  });

  it('takes a job with the same id again after it was given up', async () => {
    const desk = await suite.desk();
    let healthy = false;
    await desk.work(noteJob, async () => {
      if (!healthy) throw new SalienceError('test.hopeless', 'not yet');
      return done();
    });
    await desk.queues.enqueue(noteJob, { key: 'again' });
    await until(() => desk.letters.length === 1);
    healthy = true;
    // The job is let go a moment after its letter was written.
    await until(async () => (await desk.queues.depths()).every((depth) => depth.active === 0));
    await desk.queues.enqueue(noteJob, { key: 'again' });
    await until(() => desk.outcomes().at(-1) === 'done');
  });

  it('reports an outcome that is none as a bug', async () => {
    const desk = await suite.desk();
    await desk.work(noteJob, async () => 'ok' as unknown as Outcome);
    await desk.queues.enqueue(noteJob, { key: 'odd' });
    await until(() => desk.letters.length === 1);
    expect(desk.letters[0]).toMatchObject({ reason: 'bug', code: 'queues.unknown-outcome' });
  });

  it('aborts a job at its timeout and retries it', async () => {
    const desk = await suite.desk();
    const reasons: unknown[] = [];
    await desk.work(hastyJob, async (_payload, { signal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      reasons.push(signal.reason.code);
      signal.throwIfAborted();
      return done();
    });
    await desk.queues.enqueue(hastyJob, { key: 'slow' });
    await until(() => desk.letters.length === 1);
    expect(reasons).toEqual(['queues.timeout', 'queues.timeout']);
    expect(desk.letters[0]).toMatchObject({ reason: 'exhausted', code: 'queues.timeout', attempts: 2 });
  });

  it('does not wait for ever for a handler that ignores its timeout', async () => {
    const desk = await suite.desk();
    await desk.work(hastyJob, (_payload, { attempt }) =>
      attempt === 1 ? new Promise<Outcome>(() => {}) : Promise.resolve(done()),
    );
    await desk.queues.enqueue(hastyJob, { key: 'deaf' });
    await until(() => desk.outcomes().length === 2, 15_000);
    expect(desk.outcomes()).toEqual(['retry', 'done']);
  });

  it('keeps a job while its dead letter cannot be written', async () => {
    const desk = await suite.desk();
    let refusals = 1;
    const letters: string[] = [];
    const events: string[] = [];
    const fail = async (): Promise<Outcome> => {
      throw new SalienceError('test.hopeless', 'no');
    };
    await desk.queues.work(noteJob, fail, {
      concurrency: 1,
      onDeadLetter: async (letter) => {
        if (refusals-- > 0) throw new Error('database away');
        letters.push(letter.jobId);
      },
      onEvent: (event) => event.type === 'finished' && events.push(event.outcome),
    });
    await desk.queues.enqueue(noteJob, { key: 'kept' });
    await until(() => letters.length === 1, 15_000);
    await until(() => events.length === 2);
    expect(events).toEqual(['held', 'dead']);
  });

  it('law 4: runs the job of a killed worker process again elsewhere', { timeout: 60_000 }, async () => {
    const desk = await suite.desk();
    const child = startChild('./worker-child.ts', desk.connection);
    try {
      await child.said('ready');
      await desk.queues.enqueue(noteJob, { key: 'orphan' });
      await child.said('started orphan');
      child.kill();
      const seen: [string, number][] = [];
      await desk.work(noteJob, async (payload, { attempt }) => {
        seen.push([payload.key, attempt]);
        return done();
      });
      await until(() => seen.length === 1, 30_000);
      expect(seen).toEqual([['orphan', 1]]);
      const other = await openQueues(desk.connection);
      await until(async () => (await other.depths()).every((depth) => depth.active + depth.waiting === 0));
    } finally {
      child.kill();
    }
  });
}
