import { type ReviewDimension, reviewDimensions } from '@salience/contracts';
import type { SignalName } from '@salience/router';
import { normalBound, pointBiserial } from '../evidence/statistics.ts';
import { reviewConfidenceMin } from '../labels/label.ts';
import type { Move, Pressure } from './pressure.ts';

/** A review of one decision by a model. */
export interface Review {
  /** Business time of the decision in milliseconds. */
  readonly at: number;
  readonly signals: Readonly<Record<string, number>>;
  /** 0 to 1. */
  readonly confidence: number;
  /** What the routing was wrong in; empty when the review agrees with it. */
  readonly disagrees: readonly ReviewDimension[];
  /** True when the person's own reaction says otherwise. */
  readonly overridden: boolean;
}

const reviewRules = {
  /** The share of reviews that disagree above which a dimension presses, and for how many days. */
  share: 0.25,
  days: 7,
  /** Days that must have reviews, and reviews a day that make it one. */
  daysMin: 4,
  reviewsADay: 3,
  /** Probability that a dimension seems to go along with one of its signals by chance. */
  tail: 0.05,
} as const;

/** The signals that a dimension must go along with, and the weights that may answer it. */
const dimensions: Readonly<
  Record<
    ReviewDimension,
    { readonly signals: readonly SignalName[]; readonly weights: readonly Move['name'][] }
  >
> = {
  memory_availability: {
    signals: ['memory_confidence', 'evidence_score', 'evidence_count', 'fact_count'],
    weights: ['act.implicit_gap', 'act.memory_confidence_low', 'respond.evidence', 'respond.answerable'],
  },
  intent_clarity: {
    signals: ['content_count', 'anaphoric', 'information_density', 'act_request', 'need'],
    weights: ['clarify.unclear', 'clarify.stale_reference', 'act.unclear_penalty', 'act.need'],
  },
  tone_ambiguity: {
    signals: ['positive_feedback', 'negative_feedback', 'interrogative', 'has_question_mark'],
    weights: ['tiebreaker_base_margin', 'respond.feedback_penalty', 'acknowledge.question_penalty'],
  },
  context_sufficiency: {
    signals: ['context_warmth', 'working_memory_turns', 'topic_confidence', 'session_exchange_count'],
    weights: ['respond.warmth_boost', 'respond.cold_penalty', 'clarify.warm_penalty', 'clarify.cold_boost'],
  },
  social_vs_substantive: {
    signals: ['greeting', 'farewell', 'positive_feedback', 'declarative', 'char_count'],
    weights: ['acknowledge.statement', 'acknowledge.positive_feedback', 'respond.statement_penalty'],
  },
};

const dayMs = 86_400_000;

/** True when the share stands above its threshold in all, and on each day that has enough reviews. */
function isSustained(reviews: readonly { readonly day: number; readonly yes: boolean }[]): boolean {
  const byDay = Map.groupBy(reviews, ({ day }) => day);
  const days = [...byDay.values()].filter((those) => those.length >= reviewRules.reviewsADay);
  const shareOf = (those: readonly { readonly yes: boolean }[]) =>
    those.filter(({ yes }) => yes).length / those.length;
  return days.length >= reviewRules.daysMin && days.every((those) => shareOf(those) > reviewRules.share);
}

/** True when what reviews fault goes along with a signal of the dimension beyond chance (Bonferroni over its signals, both signs). */
function isExplained(
  reviews: readonly { readonly review: Review; readonly yes: boolean }[],
  signals: readonly SignalName[],
): boolean {
  const bound =
    normalBound(reviewRules.tail / (2 * signals.length)) / Math.sqrt(Math.max(reviews.length - 1, 1));
  return signals.some((name) => {
    const pairs = reviews.map(({ review, yes }) => ({ value: review.signals[name] ?? 0, yes }));
    return Math.abs(pointBiserial(pairs)) > bound;
  });
}

/**
 * One pressure per dimension in which confident reviews disagree, seven days long, where it goes along with a signal; a review that the
 * person's reaction overrides agrees. Signals that no rule can see cannot be answered by a weight.
 */
export function reviewPressures(
  reviews: readonly Review[],
  now: number,
  isNamed: (name: Move['name']) => boolean,
): Pressure[] {
  const recent = reviews.filter(
    ({ at, confidence }) =>
      at > now - reviewRules.days * dayMs && at <= now && confidence > reviewConfidenceMin,
  );
  return reviewDimensions.flatMap((dimension) => {
    const { signals, weights } = dimensions[dimension];
    const told = recent.map((review) => ({
      review,
      day: Math.floor((now - review.at) / dayMs),
      yes: !review.overridden && review.disagrees.includes(dimension),
    }));
    const moves = weights.filter(isNamed).flatMap((name): Move[] => [
      { name, direction: 1 },
      { name, direction: -1 },
    ]);
    if (moves.length === 0 || !isSustained(told) || !isExplained(told, signals)) return [];
    const value = told.filter(({ yes }) => yes).length / told.length;
    const threshold = reviewRules.share;
    return [{ name: `review_${dimension}`, value, threshold, excess: value / threshold, moves }];
  });
}
