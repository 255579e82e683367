import type { DecidedTurn } from '@salience/database/learning';
import { type JudgedDecision, type Label, strongestLabel } from '@salience/regulation';

/** Ways of labels that say more than silence. */
const ways = { feedback: 'feedback', reaction: 'reaction', reflection: 'reflection' } as const;

/**
 * A decision as calibration reads it: the mode that the first routing took, how sure it was, and whether it was right by the one label
 * that counts. Silence counts where nothing else does: people who are content say nothing, and without it hardly anything would be right. Null
 * without a label.
 */
export function judgedDecision({ confidence, decision, labels }: DecidedTurn): JudgedDecision | null {
  const spoken = labels.flatMap(({ givenVia, ...label }): Label[] =>
    givenVia === 'silence' ? [] : [{ ...label, by: ways[givenVia] }],
  );
  const counting = strongestLabel(spoken) ?? labels.find(({ givenVia }) => givenVia === 'silence');
  if (counting === undefined) return null;
  return { mode: decision.modeTerminal, confidence, correct: counting.kind === 'correct' };
}
