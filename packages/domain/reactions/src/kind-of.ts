import type { LabelKind, Mode } from '@salience/contracts';

/** How much each mode does for a person. A question does less than what it delays. */
const doing: Readonly<Record<Mode, number>> = { IGNORE: 0, ACKNOWLEDGE: 1, CLARIFY: 2, RESPOND: 3, ACT: 4 };

/**
 * What a decision was, given the mode that it took and the one that was wanted. Words where a deed was wanted are `missed_act`; an answer or a deed
 * where a question was wanted is `missed_clarify`; else it did too little (`under_engagement`) or too much (`over_engagement`).
 */
export function kindOf(taken: Mode, wanted: Mode): LabelKind {
  if (taken === wanted) return 'correct';
  if (taken === 'RESPOND' && wanted === 'ACT') return 'missed_act';
  if (wanted === 'CLARIFY' && doing[taken] > doing.CLARIFY) return 'missed_clarify';
  return doing[taken] < doing[wanted] ? 'under_engagement' : 'over_engagement';
}
