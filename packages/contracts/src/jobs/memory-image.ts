import { z } from 'zod';
import { agentIdSchema } from '../ids.ts';
import { defineJob } from './define-job.ts';

/**
 * "Much was read of this agent's memory that its image does not hold." A hint, sent by digest when it has read that; worked by episodic,
 * which makes the image anew if that is due. The image is derived: one that is lost costs reading.
 */
export const memoryImageJob = defineJob({
  name: 'memory.image',
  queue: 'memory-image',
  schema: z.strictObject({
    agentId: agentIdSchema,
    /** The model of the codes; null for none. */
    model: z
      .strictObject({ modelId: z.string().min(1).max(200), dimensions: z.int().positive().multipleOf(32) })
      .nullable(),
  }),
  retry: { attemptsMax: 3, backoffMs: 5_000 },
  timeoutMs: 120_000,
  jobId: () => undefined,
});
