import type { JobContract } from '@salience/contracts';
import type { JobContext, JobHandler, Outcome } from '@salience/queues';

/**
 * Runs a handler on a payload as a worker would see it: through JSON and the contract's schema, so that what cannot
 * travel does not arrive. Resolves with the outcome; rejects as the handler does, or with the schema's error.
 */
export async function runJob<P>(
  handler: JobHandler<P>,
  contract: JobContract<P>,
  payload: P,
  context: Partial<JobContext> = {},
): Promise<Outcome> {
  const travelled = contract.schema.parse(JSON.parse(JSON.stringify(payload)));
  return handler(travelled, {
    jobId: contract.jobId(travelled) ?? 'job-of-a-test',
    attempt: 1,
    attemptsMax: contract.retry.attemptsMax,
    signal: new AbortController().signal,
    waitMs: 0,
    ...context,
  });
}
