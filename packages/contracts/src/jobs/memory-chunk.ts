import { z } from 'zod';
import { agentIdSchema, threadIdSchema } from '../ids.ts';
import { defineJob } from './define-job.ts';

/** Threads that one hint names at most. */
export const hintThreadsMax = 64;

/**
 * "This agent said or heard something new." A hint, sent by digest after the commit and by the sweep; worked by memory-chunker. What lies
 * behind the watermarks of the agent's threads is the truth. `threadIds`: threads that have something new; the sweep names none, what it
 * found it has written down.
 */
export const memoryChunkJob = defineJob({
  name: 'memory.chunk',
  queue: 'memory-chunk',
  schema: z.strictObject({ agentId: agentIdSchema, threadIds: z.array(threadIdSchema).max(hintThreadsMax) }),
  retry: { attemptsMax: 3, backoffMs: 1_000 },
  timeoutMs: 120_000,
  jobId: () => undefined,
});
