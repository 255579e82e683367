import { z } from 'zod';
import { agentIdSchema, threadIdSchema } from '../ids.ts';
import { defineJob } from './define-job.ts';

/**
 * "This thread has work." Sent by consumer after it accepted a turn, by digest when a lane yields and by the
 * sweeper; worked by digest. It wakes a lane and says nothing about which turn: the mailbox in Postgres does.
 */
export const turnDigestJob = defineJob({
  name: 'turn.digest',
  queue: 'turn-digest',
  schema: z.strictObject({ agentId: agentIdSchema, threadId: threadIdSchema }),
  retry: { attemptsMax: 3, backoffMs: 500 },
  // A turn may take as long as its actions: one of ten minutes is worked once.
  timeoutMs: 1_800_000,
  jobId: () => undefined,
});
