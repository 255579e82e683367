import { z } from 'zod';
import { agentIdSchema, exchangeIdSchema } from '../ids.ts';
import { moreOf } from './bundle.ts';
import { defineJob } from './define-job.ts';

/**
 * "Enrich this exchange." Sent by digest after the commit and by the sweeper; worked by memory-chunker.
 * The exchange row with state pending is the truth, the job only delivers.
 */
export const memoryChunkJob = defineJob({
  name: 'memory.chunk',
  queue: 'memory-chunk',
  schema: z.strictObject({
    agentId: agentIdSchema,
    exchangeId: exchangeIdSchema,
    more: moreOf(exchangeIdSchema),
  }),
  bundleBy: 'exchangeId',
  retry: { attemptsMax: 3, backoffMs: 1_000 },
  timeoutMs: 120_000,
  jobId: ({ exchangeId }) => exchangeId,
});
