import { z } from 'zod';
import { agentIdSchema, episodeIdSchema } from '../ids.ts';
import { defineJob } from './define-job.ts';

/**
 * "Read the concepts of this episode." Sent by episodic after the commit that stored the episode and by the sweeper; worked by
 * episodic. The episode row with concept_state pending is the truth, the job only delivers.
 */
export const conceptExtractJob = defineJob({
  name: 'concept.extract',
  queue: 'concept-extract',
  schema: z.strictObject({ agentId: agentIdSchema, episodeId: episodeIdSchema }),
  retry: { attemptsMax: 3, backoffMs: 2_000 },
  timeoutMs: 120_000,
  jobId: ({ episodeId }) => episodeId,
});
