import type { JobContract } from '@salience/contracts';
import { SalienceError } from '@salience/errors';

/** One thing wrong with a payload. */
export interface PayloadIssue {
  readonly path: string;
  readonly message: string;
}

/** What reading a payload gave. */
export type PayloadReading<P> =
  | { readonly ok: true; readonly payload: P }
  | { readonly ok: false; readonly issues: readonly PayloadIssue[] };

/** Reads a payload by its contract, on both sides of the queue. */
export function readPayload<P>(job: JobContract<P>, raw: unknown): PayloadReading<P> {
  const result = job.schema.safeParse(raw);
  if (result.success) return { ok: true, payload: result.data };
  const issues = result.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
  return { ok: false, issues };
}

/** Throws `queues.invalid-payload` unless the payload fits the contract. */
export function assertPayload<P>(job: JobContract<P>, payload: P): void {
  const reading = readPayload(job, payload);
  if (reading.ok) return;
  const details = reading.issues.map((issue) => `${issue.path || 'payload'}: ${issue.message}`).join('; ');
  throw new SalienceError('queues.invalid-payload', `Job ${job.name} was not sent. ${details}`, {
    kind: 'bug',
    data: { job: job.name, issues: reading.issues },
  });
}
