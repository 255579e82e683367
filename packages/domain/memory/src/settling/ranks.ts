import type { Trust } from '@salience/contracts';
import { wordRank } from '../trust.ts';

/** From the lowest to the highest; an identified speaker ranks above an unknown one. */
const labels: readonly Trust[] = ['external', 'agent', 'unverified', 'user', 'owner'];

/** The rank of a label, 0 to 4. What several sources said gets the highest label of them. */
export function labelRank(trust: Trust): number {
  return labels.indexOf(trust);
}

/** The higher of two labels. */
export function higherLabel(a: Trust, b: Trust): Trust {
  return labelRank(a) >= labelRank(b) ? a : b;
}

/** The rank of a statement about a person, 0 to 2. One that rests on the agent's reply has at most the agent's rank. */
export function statementRank(trust: Trust, half: 'message' | 'reply'): number {
  return half === 'reply' ? Math.min(wordRank(trust), 1) : wordRank(trust);
}

/** The rank of a definition, 0 to 3: as `wordRank`, with the owner above other people. */
export function definitionRank(trust: Trust): number {
  return trust === 'owner' ? 3 : wordRank(trust);
}
