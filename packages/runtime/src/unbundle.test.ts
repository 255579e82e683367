import { conceptExtractJob, memoryChunkJob, type PayloadOf, payloadsOf } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import { done, type JobContext, type JobHandler, type Outcome, snooze } from '@salience/queues';
import { describe, expect, it } from 'vitest';
import { unbundle } from './unbundle.ts';

type Payload = PayloadOf<typeof memoryChunkJob>;

const agentId = `agt_${'0'.repeat(32)}` as Payload['agentId'];
const exchange = (n: number) => `ex_${String(n).padStart(32, '0')}` as Payload['exchangeId'];
const piece = (n: number): Payload => ({ agentId, exchangeId: exchange(n) });
const context = (signal = new AbortController().signal): JobContext => ({
  jobId: 'job',
  attempt: 1,
  attemptsMax: 3,
  signal,
  waitMs: 0,
});

function world(work: (n: number) => Promise<Outcome> | Outcome) {
  const sent: { payload: Payload; delayMs: number | undefined }[] = [];
  const worked: number[] = [];
  const handler: JobHandler<Payload> = async ({ exchangeId }) => {
    const n = Number(exchangeId.slice(3));
    worked.push(n);
    return work(n);
  };
  const queues = {
    enqueue: (_job: unknown, payload: unknown, options?: { delayMs?: number }) => {
      sent.push({ payload: payload as Payload, delayMs: options?.delayMs });
      return Promise.resolve();
    },
  };
  const failures: unknown[] = [];
  const ports = { queues, pieceFailed: (error: unknown) => failures.push(error) };
  return { run: unbundle(memoryChunkJob, handler, ports), sent, worked, failures };
}

describe('a job with several pieces', () => {
  const [bundle] = payloadsOf(memoryChunkJob, [piece(1), piece(2), piece(3)]) as [Payload];

  it('works every piece', async () => {
    const { run, sent, worked } = world(() => done());
    expect(await run(bundle, context())).toEqual(done());
    expect(worked).toEqual([1, 2, 3]);
    expect(sent).toEqual([]);
  });

  it('law 4: a piece that fails or waits leaves alone, and costs the others nothing', async () => {
    const { run, sent, failures } = world((n) => {
      if (n === 1) throw new SalienceError('llm.malformed', 'no', { kind: 'retryable' });
      return n === 2 ? snooze(700) : done();
    });
    expect(await run(bundle, context())).toEqual(done());
    expect(sent).toEqual([
      { payload: piece(1), delayMs: memoryChunkJob.retry.backoffMs },
      { payload: piece(2), delayMs: 700 },
    ]);
    expect(failures).toMatchObject([{ code: 'llm.malformed' }]);
  });

  it('goes back whole when a drain cuts in', async () => {
    const stop = new AbortController();
    const drained = new SalienceError('queues.drained', 'stopping', { kind: 'retryable' });
    const { run, sent } = world(() => {
      stop.abort(drained);
      throw new Error('cut short');
    });
    await expect(run(bundle, context(stop.signal))).rejects.toBe(drained);
    expect(sent).toEqual([]);
  });

  it('a piece that came alone keeps its own tries', async () => {
    const { run, sent } = world(() => {
      throw new SalienceError('llm.malformed', 'no', { kind: 'retryable' });
    });
    await expect(run(piece(1), context())).rejects.toMatchObject({ code: 'llm.malformed' });
    expect(sent).toEqual([]);
  });

  it('is nothing to a job that knows no bundles', () => {
    const handler = () => Promise.resolve(done());
    const ports = { queues: { enqueue: () => Promise.resolve() }, pieceFailed: () => {} };
    expect(unbundle(conceptExtractJob, handler, ports)).toBe(handler);
  });
});
