import type { JobContract } from '@salience/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jobOptions } from './job-options.ts';

const job: JobContract<{ key: string }> = {
  name: 'note.keep',
  queue: 'notes',
  schema: z.strictObject({ key: z.string() }),
  retry: { attemptsMax: 3, backoffMs: 500 },
  timeoutMs: 1_000,
  jobId: (payload) => payload.key,
};

describe('jobOptions', () => {
  it('keeps nothing of an ended job, so that its id is free again', () => {
    const options = jobOptions(job, { key: 'a' }, { delayMs: 10.4 });
    expect(options).toMatchObject({
      jobId: 'a',
      delay: 10,
      attempts: 3,
      removeOnComplete: true,
      removeOnFail: true,
    });
    expect(options.deduplication).toBeUndefined();
  });

  it('puts what lost its worker ahead of what waits', () => {
    expect(jobOptions(job, { key: 'a' }, { ahead: true }).lifo).toBe(true);
    expect(jobOptions(job, { key: 'a' }, {}).lifo).toBeUndefined();
  });

  it('makes a wake-up without a job id', () => {
    const options = jobOptions(job, { key: 'a' }, { wake: { id: 'thr_1.7' } });
    expect(options.jobId).toBeUndefined();
    expect(options.deduplication).toEqual({ id: 'thr_1.7', keepLastIfActive: true });
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('refuses a delay of %s', (delayMs) => {
    expect(() => jobOptions(job, { key: 'a' }, { delayMs })).toThrow(
      expect.objectContaining({ code: 'queues.invalid-delay' }),
    );
  });
});
