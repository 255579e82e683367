import { randomBytes } from 'node:crypto';
import { defineJob, formatId, type TurnId } from '@salience/contracts';
import { z } from 'zod';

/** A job with a deterministic id. */
export const noteJob = defineJob({
  name: 'note.keep',
  queue: 'test-notes',
  schema: z.strictObject({ key: z.string().min(1), label: z.string().optional() }),
  retry: { attemptsMax: 3, backoffMs: 40 },
  timeoutMs: 30_000,
  jobId: (payload) => payload.key,
});

/** A job that is only ever woken. */
export const wakeJob = defineJob({
  name: 'lane.wake',
  queue: 'test-lanes',
  schema: z.strictObject({ lane: z.string() }),
  retry: { attemptsMax: 3, backoffMs: 40 },
  timeoutMs: 30_000,
  jobId: () => undefined,
});

/** A job that may not take long. */
export const hastyJob = defineJob({
  name: 'hasty.run',
  queue: 'test-hasty',
  schema: z.strictObject({ key: z.string() }),
  retry: { attemptsMax: 2, backoffMs: 20 },
  timeoutMs: 100,
  jobId: (payload) => payload.key,
});

export const testQueues = [noteJob.queue, wakeJob.queue, hastyJob.queue];

/** The same job without a schema: what a careless or older sender would send. */
export const rawNoteJob = defineJob<unknown>({ ...noteJob, schema: z.unknown(), jobId: () => 'raw-1' });

/** A turn that nobody else has. */
export function freshTurn(): TurnId {
  return formatId('turn', randomBytes(16));
}
