import { spokenSources } from '@salience/contracts';
import { statesNothing } from './states-nothing.ts';

/** The message of an exchange with its source. */
export interface SaidExchange {
  readonly message: string;
  /**
   * The source of the turn; what the agent began by itself states nothing: a reminder repeats what was said when it was set, a thought
   * nobody said.
   */
  readonly source: string;
}

/** The `model` of a chunk that code made without a model call. */
export const nothingToKeep = 'nothing-to-keep';

/**
 * True if code is sure that an exchange states nothing that memory could keep: its message only asks, requests, greets, thanks or
 * agrees. `replyBefore`: the agent's last reply before it, because a yes to a question of the agent states something. Deterministic.
 */
export function tellsNothing({ message, source }: SaidExchange, replyBefore: string | null): boolean {
  if (spokenSources.includes(source)) return true;
  const unstated = statesNothing(message);
  if (unstated === undefined) return false;
  return !unstated.nods || !/[?？؟]/u.test(replyBefore ?? '');
}
