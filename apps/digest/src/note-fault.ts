import type { ContextSnapshot } from '@salience/contracts';
import type { SalienceError } from '@salience/errors';

/**
 * Keeps with the last call what its provider said of the request, where it said something: for whoever looks at the turn, not for
 * whoever talks.
 */
export function noteFault(contexts: ContextSnapshot[], { code, data }: SalienceError): void {
  const last = contexts.at(-1);
  if (last === undefined || typeof data['said'] !== 'string') return;
  contexts[contexts.length - 1] = { ...last, fault: `${code}: ${data['said']}` };
}
