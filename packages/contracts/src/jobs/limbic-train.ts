import { z } from 'zod';
import { agentIdSchema } from '../ids.ts';
import { defineJob } from './define-job.ts';

/**
 * "This cluster has labels that its model has not seen." Sent and worked by pulse-sensor, which trains a model of all labels and has it score if it is no worse than
 * the one that does. What is lost is sent again: the number of labels stands in the cluster's row.
 */
export const limbicTrainJob = defineJob({
  name: 'limbic.train',
  queue: 'limbic-train',
  schema: z.strictObject({
    agentId: agentIdSchema,
    cluster: z.string().min(1).max(64),
    /** How many labels there were when it was sent. */
    labels: z.int().nonnegative(),
  }),
  retry: { attemptsMax: 3, backoffMs: 10_000 },
  timeoutMs: 300_000,
  jobId: ({ agentId, cluster, labels }) => `${agentId}.${Buffer.from(cluster).toString('hex')}.${labels}`,
});
