import { withheldText } from '@salience/context';

const isQuestion = (reply: string): boolean => reply.trimEnd().endsWith('?');

/**
 * True for a reply that asks something, and for one that is withheld from the planner because words from outside may be in it: what was ordered
 * tells whether it asked.
 */
export function mayAsk(reply: string | undefined, asks: (reply: string) => boolean = isQuestion): boolean {
  return reply !== undefined && (reply === withheldText || asks(reply));
}
