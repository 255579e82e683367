import type { Answer } from './ask-once.ts';

/** What a person should know of a turn that brought no text; undefined when there is nothing to add. */
export function outcomeLine({ done, error }: Answer): string | undefined {
  if (error !== undefined) return `${error.message} (${error.code})${error.recoverable ? ' Try again.' : ''}`;
  if (done?.state === 'ignored') return '(heard, and left without an answer)';
  if (done?.state === 'merged') return '(taken together with a later message)';
  if (done?.state === 'cancelled') return '(cancelled)';
  return undefined;
}
