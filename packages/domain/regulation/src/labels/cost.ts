import type { Mode } from '@salience/contracts';

/**
 * What it costs to take the mode of the row where the mode of the column was wanted: 0 nothing, 1 the worst. Missing an action, or
 * staying silent towards somebody who waits for words, is the costly error; a question too many costs the person a turn; an answer
 * or an action too many costs them a moment.
 */
const costs: Readonly<Record<Mode, Readonly<Record<Mode, number>>>> = {
  RESPOND: { RESPOND: 0, CLARIFY: 0.5, ACT: 1, ACKNOWLEDGE: 0.3, IGNORE: 0.5 },
  CLARIFY: { RESPOND: 0.5, CLARIFY: 0, ACT: 0.7, ACKNOWLEDGE: 0.5, IGNORE: 0.6 },
  ACT: { RESPOND: 0.4, CLARIFY: 0.6, ACT: 0, ACKNOWLEDGE: 0.5, IGNORE: 0.7 },
  ACKNOWLEDGE: { RESPOND: 0.7, CLARIFY: 0.6, ACT: 1, ACKNOWLEDGE: 0, IGNORE: 0.2 },
  IGNORE: { RESPOND: 1, CLARIFY: 0.8, ACT: 1, ACKNOWLEDGE: 0.3, IGNORE: 0 },
};

/** The cost of a decision, 0 to 1: `taken` was taken where `wanted` was wanted. 0 exactly when the two are the same. */
export function misrouteCost(taken: Mode, wanted: Mode): number {
  return costs[taken][wanted];
}
