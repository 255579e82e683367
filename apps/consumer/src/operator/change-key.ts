import type { ShownOperatorKey } from '@salience/database/operators';
import { isSalienceError } from '@salience/errors';
import { httpProblem } from '../http/problems.ts';
import { type Operator, wrongKey } from './operator-door.ts';

/** The problems of every change of a key. */
export const keyProblems = { 403: ['operator.session-refused'] } as const;

/**
 * Runs a change of keys with what the operator showed, which the database checks once more: a key that was revoked within the last
 * seconds changes nothing. A browser's session changes no key, or it would outlive itself.
 */
export async function changeKey<T>(
  { shown }: Operator,
  change: (by: ShownOperatorKey) => Promise<T>,
): Promise<T> {
  if (shown === undefined) {
    const detail =
      'The session of a browser changes no keys. Send the operator key itself, or while there is none the token of the person of this machine: use "salience agent key" or "salience operator key".';
    throw httpProblem(403, 'operator.session-refused', detail);
  }
  try {
    return await change(shown);
  } catch (error) {
    throw isSalienceError(error) ? problemOf(error) : error;
  }
}

/** The instant that a request says; undefined when it says none. */
export function dateOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}

/** The problem of a key that is not there to be changed. */
export function keyUnknown() {
  const detail = 'No key with this id is still good. GET the list of keys to see which there are.';
  return httpProblem(404, 'key.unknown', detail);
}

function problemOf(error: Error & { readonly code: string }): Error {
  if (error.code === 'operator.required') return wrongKey();
  if (error.code === 'operator-key.first') {
    const detail =
      'There is no operator key yet. The first one is made in the database: "salience operator key create <name>" on a machine that reaches it.';
    return httpProblem(409, 'operator.first-key', detail);
  }
  if (error.code === 'key.expires-before-now')
    return httpProblem(422, 'key.expires-before-now', 'Expected expires_at as a time to come.');
  return error;
}
