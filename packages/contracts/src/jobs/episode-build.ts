import { z } from 'zod';
import { agentIdSchema, rangeIdSchema } from '../ids.ts';
import { type BundledJob, bundleMax } from './bundled-job.ts';
import { defineJob } from './define-job.ts';

const schema = z.strictObject({
  agentId: agentIdSchema,
  rangeId: rangeIdSchema,
  /** Other ranges of the agent that came at the same time. */
  more: z
    .array(rangeIdSchema)
    .min(1)
    .max(bundleMax - 1)
    .optional(),
});

/**
 * "Make this closed range of exchanges an episode." Sent by digest and scheduler after the commit that closed the
 * range and by the sweeper; worked by episodic, which waits for missing chunks by rescheduling the job.
 */
export const episodeBuildJob: BundledJob<z.infer<typeof schema>> = {
  ...defineJob({
    name: 'episode.build',
    queue: 'episode-build',
    schema,
    retry: { attemptsMax: 3, backoffMs: 2_000 },
    timeoutMs: 120_000,
    jobId: ({ rangeId, more = [] }) => (more.length === 0 ? rangeId : `${rangeId}.${more.length}`),
  }),
  bundle(pieces) {
    const [first, ...rest] = pieces;
    if (first === undefined) throw new RangeError('a job carries at least one range');
    return rest.length === 0 ? first : { ...first, more: rest.map(({ rangeId }) => rangeId) };
  },
  pieces: ({ agentId, rangeId, more = [] }) => [rangeId, ...more].map((id) => ({ agentId, rangeId: id })),
};
