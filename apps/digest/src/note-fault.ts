import type { ContextSnapshot } from '@salience/contracts';
import type { SalienceError } from '@salience/errors';

/**
 * Stores the provider's message, if any, with the last call: for people who debug the turn, not for those who
 * chat.
 */
export function noteFault(contexts: ContextSnapshot[], { code, data }: SalienceError): void {
  const last = contexts.at(-1);
  if (last === undefined || typeof data['said'] !== 'string') return;
  contexts[contexts.length - 1] = { ...last, fault: `${code}: ${data['said']}` };
}
