import { z } from 'zod';
import { agentIdSchema, experienceIdSchema } from '../ids.ts';
import { defineJob } from './define-job.ts';

/**
 * "Look at what this tool answered." Sent by the scheduler's sweeper when the experience is due and its turn has ended; worked
 * by episodic. The row with state pending is the truth and says when; a job that comes too early changes nothing.
 */
export const experienceAssimilateJob = defineJob({
  name: 'experience.assimilate',
  queue: 'experience-assimilate',
  schema: z.strictObject({ agentId: agentIdSchema, experienceId: experienceIdSchema }),
  retry: { attemptsMax: 3, backoffMs: 2_000 },
  timeoutMs: 120_000,
  jobId: ({ experienceId }) => experienceId,
});
