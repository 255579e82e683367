import { z } from 'zod';
import { agentIdSchema, exchangeIdSchema } from '../ids.ts';
import { type BundledJob, bundleMax } from './bundled-job.ts';
import { defineJob } from './define-job.ts';

const schema = z.strictObject({
  agentId: agentIdSchema,
  exchangeId: exchangeIdSchema,
  /** Other exchanges of the agent that came at the same time. */
  more: z
    .array(exchangeIdSchema)
    .min(1)
    .max(bundleMax - 1)
    .optional(),
});

/**
 * "Enrich this exchange." Sent by digest after the commit and by the sweeper; worked by memory-chunker.
 * The exchange row with state pending is the truth, the job only delivers.
 */
export const memoryChunkJob: BundledJob<z.infer<typeof schema>> = {
  ...defineJob({
    name: 'memory.chunk',
    queue: 'memory-chunk',
    schema,
    retry: { attemptsMax: 3, backoffMs: 1_000 },
    timeoutMs: 120_000,
    jobId: ({ exchangeId, more = [] }) => (more.length === 0 ? exchangeId : `${exchangeId}.${more.length}`),
  }),
  bundle(pieces) {
    const [first, ...rest] = pieces;
    if (first === undefined) throw new RangeError('a job carries at least one exchange');
    return rest.length === 0 ? first : { ...first, more: rest.map(({ exchangeId }) => exchangeId) };
  },
  pieces: ({ agentId, exchangeId, more = [] }) =>
    [exchangeId, ...more].map((id) => ({ agentId, exchangeId: id })),
};
