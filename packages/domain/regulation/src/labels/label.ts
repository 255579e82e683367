import { type LabelKind, type Mode, modes } from '@salience/contracts';

/** Whose word a label is, the stronger first: somebody said so, their next message shows it, a review found it. */
const strength = ['feedback', 'reaction', 'reflection'] as const;

/** What was said of one decision from outside of the router. */
export interface Label {
  readonly kind: LabelKind;
  /** The mode that was wanted, where the label knows it. */
  readonly wanted: Mode | null;
  /** 0 to 1. */
  readonly confidence: number;
  readonly by: (typeof strength)[number];
  /** Why, in a short code. */
  readonly reason: string;
}

/** How much a mode engages, for labels that say too little or too much. */
const engagement: Readonly<Record<Mode, number>> = {
  IGNORE: 0,
  ACKNOWLEDGE: 1,
  CLARIFY: 2,
  RESPOND: 3,
  ACT: 4,
};

/**
 * The modes that may have been wanted where `taken` was taken, as far as the label tells; the one itself when it names it. Never
 * empty: a label that contradicts what was taken (too little of ACT) only says that another mode was wanted.
 */
export function possiblyWanted(label: Label, taken: Mode): readonly Mode[] {
  if (label.kind === 'correct') return [taken];
  if (label.wanted !== null) return [label.wanted];
  if (label.kind === 'missed_act' && taken !== 'ACT') return ['ACT'];
  if (label.kind === 'missed_clarify' && taken !== 'CLARIFY') return ['CLARIFY'];
  const others = modes.filter((mode) => mode !== taken);
  const sign = label.kind === 'under_engagement' ? 1 : label.kind === 'over_engagement' ? -1 : 0;
  const fitting = others.filter((mode) => sign * (engagement[mode] - engagement[taken]) > 0);
  return fitting.length === 0 ? others : fitting;
}

/** A review below this confidence counts for nothing. */
export const reviewConfidenceMin = 0.7;

/**
 * The one label that counts of those a decision has: what somebody said before what their next message shows, and both before a
 * review, which counts above a confidence of .70; then the most confident, then the first. Null when none counts.
 */
export function strongestLabel(labels: readonly Label[]): Label | null {
  const counting = labels.filter(
    ({ by, confidence }) => by !== 'reflection' || confidence > reviewConfidenceMin,
  );
  const sorted = counting.toSorted(
    (a, b) => strength.indexOf(a.by) - strength.indexOf(b.by) || b.confidence - a.confidence,
  );
  return sorted[0] ?? null;
}
