import type { JobContract } from '@salience/contracts';
import { SalienceError } from '@salience/errors';

/** One thing wrong with a payload. */
export interface PayloadIssue {
  readonly path: string;
  readonly message: string;
}

/** The result of reading a payload. */
export type PayloadReading<P> =
  | { readonly ok: true; readonly payload: P }
  | { readonly ok: false; readonly issues: readonly PayloadIssue[] };

/**
 * Reads a payload as a worker. During a deploy a newer sender may add fields; unknown fields are dropped and the rest must match.
 */
export function readPayload<P>(job: JobContract<P>, raw: unknown): PayloadReading<P> {
  const result = job.schema.safeParse(raw);
  if (result.success) return { ok: true, payload: result.data };
  const unknown = result.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [],
  );
  return readExactly(job, unknown.length === 0 ? raw : without(raw as object, unknown));
}

function without(payload: object, unknown: readonly string[]): object {
  return Object.fromEntries(Object.entries(payload).filter(([key]) => !unknown.includes(key)));
}

function readExactly<P>(job: JobContract<P>, raw: unknown): PayloadReading<P> {
  const result = job.schema.safeParse(raw);
  if (result.success) return { ok: true, payload: result.data };
  const issues = result.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
  return { ok: false, issues };
}

/** Throws `queues.invalid-payload` unless the payload matches its contract exactly. Senders are strict. */
export function assertPayload<P>(job: JobContract<P>, payload: P): void {
  const reading = readExactly(job, payload);
  if (reading.ok) return;
  const details = reading.issues.map((issue) => `${issue.path || 'payload'}: ${issue.message}`).join('; ');
  throw new SalienceError('queues.invalid-payload', `Job ${job.name} was not sent. ${details}`, {
    kind: 'bug',
    data: { job: job.name, issues: reading.issues },
  });
}
