import { z } from 'zod';
import { agentIdSchema } from '../ids.ts';
import { defineJob } from './define-job.ts';

/**
 * "Exchanges of this agent are ready to be told as episodes." A hint, sent by memory-chunker after its commit, by the scheduler when a
 * silence or a thread is over, and by the sweep; worked by episodic. What lies behind the watermarks of the agent's threads is the truth.
 */
export const episodeBuildJob = defineJob({
  name: 'episode.build',
  queue: 'episode-build',
  schema: z.strictObject({ agentId: agentIdSchema }),
  retry: { attemptsMax: 3, backoffMs: 2_000 },
  timeoutMs: 120_000,
  jobId: () => undefined,
});
