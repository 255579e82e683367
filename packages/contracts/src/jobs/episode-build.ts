import { z } from 'zod';
import { agentIdSchema, rangeIdSchema } from '../ids.ts';
import { moreOf } from './bundle.ts';
import { defineJob } from './define-job.ts';

/**
 * "Make this closed range of exchanges an episode." Sent by digest and scheduler after the commit that closed the
 * range and by the sweeper; worked by episodic, which waits for missing chunks by rescheduling the job.
 */
export const episodeBuildJob = defineJob({
  name: 'episode.build',
  queue: 'episode-build',
  schema: z.strictObject({
    agentId: agentIdSchema,
    rangeId: rangeIdSchema,
    more: moreOf(rangeIdSchema),
  }),
  bundleBy: 'rangeId',
  retry: { attemptsMax: 3, backoffMs: 2_000 },
  timeoutMs: 120_000,
  jobId: ({ rangeId }) => rangeId,
});
