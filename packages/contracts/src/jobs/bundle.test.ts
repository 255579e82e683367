import { describe, expect, it } from 'vitest';
import { bundleMax, payloadsOf } from './bundle.ts';
import { conceptExtractJob } from './concept-extract.ts';
import type { PayloadOf } from './define-job.ts';
import { memoryChunkJob } from './memory-chunk.ts';

type Payload = PayloadOf<typeof memoryChunkJob>;

const agentId = `agt_${'0'.repeat(32)}` as Payload['agentId'];
const exchangeId = (n: number) => `ex_${String(n).padStart(32, '0')}` as Payload['exchangeId'];
const pieces = (count: number): Payload[] =>
  Array.from({ length: count }, (_, n) => ({ agentId, exchangeId: exchangeId(n) }));

describe('a job that may be bundled', () => {
  it('carries its pieces as one payload that its schema accepts, and gives them back', () => {
    const [payload, ...others] = payloadsOf(memoryChunkJob, pieces(3)) as [Payload];
    expect(others).toEqual([]);
    expect(memoryChunkJob.schema.parse(payload)).toEqual(payload);
    expect(memoryChunkJob.bundle?.split(payload)).toEqual(pieces(3));
  });

  it('with one piece has the shape and the id of that piece', () => {
    expect(payloadsOf(memoryChunkJob, pieces(1))).toEqual(pieces(1));
    expect(memoryChunkJob.jobId(pieces(1)[0] as Payload)).toBe(exchangeId(0));
  });

  it('has an id that tells it from the job of its first piece', () => {
    const [payload] = payloadsOf(memoryChunkJob, pieces(3)) as [Payload];
    expect(memoryChunkJob.jobId(payload)).toBe(`${exchangeId(0)}.2`);
  });

  it('becomes several where it is too much for one', () => {
    const payloads = payloadsOf(memoryChunkJob, pieces(bundleMax + 2));
    expect(payloads.map((payload) => memoryChunkJob.bundle?.split(payload).length)).toEqual([bundleMax, 2]);
    expect(payloads.flatMap((payload) => memoryChunkJob.bundle?.split(payload))).toEqual(
      pieces(bundleMax + 2),
    );
    expect(payloadsOf(memoryChunkJob, [])).toEqual([]);
  });

  it('refuses to join nothing, or more than one job may carry', () => {
    expect(() => memoryChunkJob.bundle?.join([])).toThrow('Expected 1 to 32 pieces, got 0.');
    expect(() => memoryChunkJob.bundle?.join(pieces(33))).toThrow('Expected 1 to 32 pieces, got 33.');
  });
});

it('a job without bundles has a payload for each piece', () => {
  const episodeId = (n: number) =>
    `ep_${String(n).padStart(32, '0')}` as PayloadOf<typeof conceptExtractJob>['episodeId'];
  const two = [1, 2].map((n) => ({ agentId, episodeId: episodeId(n) }));
  expect(conceptExtractJob.bundle).toBeUndefined();
  expect(payloadsOf(conceptExtractJob, two)).toEqual(two);
});
