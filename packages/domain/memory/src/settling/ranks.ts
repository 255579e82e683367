import type { Trust } from '@salience/contracts';
import { wordRank } from '../trust.ts';

/** From the least believed to the most; of two of equal standing the one of whom it is known who they are comes later. */
const labels: readonly Trust[] = ['external', 'agent', 'unverified', 'user', 'owner'];

/** Where a label stands, 0 to 4. It chooses the label of what several said: that of the most believed of them. */
export function labelRank(trust: Trust): number {
  return labels.indexOf(trust);
}

/** The more believed of two labels. */
export function higherLabel(a: Trust, b: Trust): Trust {
  return labelRank(a) >= labelRank(b) ? a : b;
}

/** How far a statement about a person is believed, 0 to 2: what rests on an agent's reply is the agent's word, whomever it answered. */
export function statementRank(trust: Trust, half: 'message' | 'reply'): number {
  return half === 'reply' ? Math.min(wordRank(trust), 1) : wordRank(trust);
}

/** How far a definition is believed, 0 to 3: an owner's word stands above another person's. */
export function definitionRank(trust: Trust): number {
  return trust === 'owner' ? 3 : wordRank(trust);
}
