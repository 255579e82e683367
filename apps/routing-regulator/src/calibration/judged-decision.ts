import type { DecidedTurn } from '@salience/database/learning';
import type { JudgedDecision } from '@salience/regulation';
import { labelledDecision } from '../regulate/labelled-decision.ts';

/**
 * A decision as calibration reads it: the mode that the first routing took, how sure it was, and whether it was right by the one label
 * that counts. Silence counts where nothing else does: people who are content say nothing, and without it hardly anything would be right. Null
 * without a label.
 */
export function judgedDecision(row: DecidedTurn): JudgedDecision | null {
  const { label, taken } = labelledDecision(row);
  const counting = label ?? row.labels.find(({ givenVia }) => givenVia === 'silence');
  if (counting === undefined) return null;
  return { mode: taken, confidence: row.confidence, correct: counting.kind === 'correct' };
}
