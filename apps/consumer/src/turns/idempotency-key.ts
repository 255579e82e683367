import type { Request } from 'express';
import { httpProblem } from '../http/problems.ts';

/** The header, as the document says it. */
export const idempotencyHeader = {
  'Idempotency-Key': 'The same key and message give the same turn; up to 255 printable characters.',
};

/** How the keys of what comes in by other ways begin: reminders, messages of Bridges and of rooms. Who guesses one must not take its place. */
const reserved = ['reminder:', 'heard:', 'heard-unverified:', 'room:'];

/** The Idempotency-Key of a request; undefined without one. Throws 422 for an unusable one. */
export function idempotencyKeyOf(request: Request): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw httpProblem(
      422,
      'idempotency.key-invalid',
      'Expected an Idempotency-Key of 1 to 255 printable ASCII characters.',
    );
  }
  const prefix = reserved.find((one) => key.startsWith(one));
  if (prefix !== undefined) {
    throw httpProblem(
      422,
      'idempotency.key-invalid',
      `Keys that start with "${prefix}" are reserved. Choose another.`,
    );
  }
  return key;
}
