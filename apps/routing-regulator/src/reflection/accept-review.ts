import type { LabelKind, LabelVia, Mode, RoutingReview } from '@salience/contracts';
import { kindOf } from '@salience/reactions';
import { reviewConfidenceMin } from '@salience/regulation';

/** A decision as far as a review of it is judged. */
export interface ReviewedDecision {
  readonly message: string;
  readonly mode: Mode;
  /** `way:kind` of the labels that it has. */
  readonly labels: readonly `${LabelVia}:${LabelKind}`[];
}

/** What is taken of a review. */
export interface AcceptedReview {
  readonly agrees: boolean;
  readonly wanted: Mode | null;
  /** 0 where the review contradicts itself: it is kept, so that it is not asked for again, and counts for nothing. */
  readonly confidence: number;
  readonly ambiguity: number;
  readonly dimensions: Readonly<Record<string, number>>;
  /** What it says of the decision; null where it is not sure enough, or where a person has said something of it. */
  readonly label: { readonly kind: LabelKind; readonly wanted: Mode; readonly confidence: number } | null;
}

/**
 * Decides what counts of a model's review of a decision (law 6). One that agrees and wants another mode, that disagrees and wants none or the
 * same, or that wants silence for words, contradicts itself. What a person showed or said of the decision overrides it.
 */
export function acceptReview(proposed: RoutingReview, decision: ReviewedDecision): AcceptedReview {
  const { agrees, ambiguity, confidence, dimensions, wanted } = proposed;
  if (!isConsistent(proposed, decision))
    return { agrees, wanted: null, confidence: 0, ambiguity, dimensions, label: null };
  const right = agrees ? decision.mode : (wanted as Mode);
  const isToldByPerson = decision.labels.some((one) => /^(?:reaction|feedback):/u.test(one));
  const counts = confidence > reviewConfidenceMin && !isToldByPerson && !isSilenceForWords(right, decision);
  return {
    agrees,
    wanted: agrees ? null : wanted,
    confidence,
    ambiguity,
    dimensions,
    label: counts ? { kind: kindOf(decision.mode, right), wanted: right, confidence } : null,
  };
}

function isConsistent({ agrees, wanted }: RoutingReview, decision: ReviewedDecision): boolean {
  if (agrees) return wanted === null || wanted === decision.mode;
  return wanted !== null && wanted !== decision.mode && !isSilenceForWords(wanted, decision);
}

function isSilenceForWords(mode: Mode, { message }: ReviewedDecision): boolean {
  return mode === 'IGNORE' && message.trim() !== '';
}
