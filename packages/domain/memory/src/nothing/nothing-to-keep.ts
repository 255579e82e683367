import { statesNothing } from './states-nothing.ts';

/** An exchange as far as its message goes. */
export interface SaidExchange {
  readonly message: string;
  /** What began the turn: `reminder` says again what was said when it was set. */
  readonly source: string;
}

/** The name under which an exchange is kept that no model was asked about. */
export const nothingToKeep = 'nothing-to-keep';

/**
 * True where code is sure that an exchange tells nothing that memory could keep beside the exchange itself: its message only asks,
 * wants something done, greets, thanks or nods. `replyBefore`: what the agent answered last before it; a yes to a question of
 * the agent's states something. Same input, same answer.
 */
export function tellsNothing({ message, source }: SaidExchange, replyBefore: string | null): boolean {
  if (source === 'reminder') return true;
  const unstated = statesNothing(message);
  if (unstated === undefined) return false;
  return !unstated.nods || !/[?？؟]/u.test(replyBefore ?? '');
}
