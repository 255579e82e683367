import type { Answer } from './ask-once.ts';

/** What a person should know of a turn that brought no text; undefined when there is nothing to add. */
export function outcomeLine({ done, error }: Answer): string | undefined {
  if (error !== undefined) return failureLine(error);
  if (done?.state === 'ignored') return '(read, not answered)';
  if (done?.state === 'merged') return '(answered together with a later message)';
  if (done?.interrupted_by !== undefined) return '(interrupted by a later message)';
  if (done?.state === 'cancelled') return '(cancelled)';
  return undefined;
}

/** The message, with the code and the advice to try again only where it does not give them itself. */
function failureLine({ message, code, recoverable }: NonNullable<Answer['error']>): string {
  const named = message.includes(code) ? message : `${message} (${code})`;
  return !recoverable || /try again/i.test(message) ? named : `${named} Try again.`;
}
