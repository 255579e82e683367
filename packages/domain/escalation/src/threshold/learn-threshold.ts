import {
  type ScoredLabel,
  thresholdForAlerts,
  thresholdForPrecision,
  type ThresholdTarget,
} from './wanted-threshold.ts';

/** Pairs without which nothing is learned, and the bounds, pace and inertia of a learned threshold. */
const thresholdRules = {
  samplesMin: 20,
  low: 0.4,
  high: 0.95,
  stepPerDay: 0.05,
  hysteresis: 0.01,
} as const;

/** What a threshold is learned from. */
export interface LearnInput {
  /** For a precision the labelled pairs count; for alerts a day all of them. What is no number within 0 to 1 is left out. */
  readonly pairs: readonly ScoredLabel[];
  /** The threshold that counts now, 0 to 1. */
  readonly current: number;
  readonly target: ThresholdTarget;
  /** True: somebody set it by hand, and it stays. */
  readonly pinned?: boolean;
  /** How far it was moved today already, up or down: of the step of .05. */
  readonly movedToday?: number;
}

/** What was learned. */
export interface LearnedThreshold {
  readonly threshold: number;
  /** The share of useful ones among the labelled pairs that pass it; null if none does. */
  readonly expectedPrecision: number | null;
  readonly reason: 'pinned' | 'too_few' | 'kept' | 'raised' | 'lowered';
}

/**
 * The next threshold of a module: towards what its target asks for, within .4 and .95, at most .05 a day, and not for less than .01. One that stands
 * outside of the bounds comes back into them at that pace.
 */
export function learnThreshold(input: LearnInput): LearnedThreshold {
  const { current, movedToday = 0, pinned = false, target } = input;
  const pairs = input.pairs.filter(({ score }) => score >= 0 && score <= 1);
  const labelled = pairs.flatMap(({ label, score }) => (label === null ? [] : [{ label, score }]));
  const answer = (threshold: number, reason: LearnedThreshold['reason']): LearnedThreshold => ({
    threshold,
    expectedPrecision: precisionFrom(labelled, threshold),
    reason,
  });
  if (pinned) return answer(current, 'pinned');
  const counted = 'precision' in target ? labelled : pairs;
  if (counted.length < thresholdRules.samplesMin) return answer(current, 'too_few');
  const wanted =
    'precision' in target
      ? thresholdForPrecision(labelled, target.precision)
      : thresholdForAlerts(
          pairs.map(({ score }) => score),
          target.alertsPerDay,
          target.days,
        );
  const goal = Math.min(thresholdRules.high, Math.max(thresholdRules.low, wanted));
  const step = Math.max(0, thresholdRules.stepPerDay - Math.abs(movedToday));
  const change = Math.min(step, Math.max(-step, goal - current));
  if (Math.abs(change) < thresholdRules.hysteresis) return answer(current, 'kept');
  return answer(current + change, change > 0 ? 'raised' : 'lowered');
}

function precisionFrom(
  labelled: readonly { score: number; label: 0 | 1 }[],
  threshold: number,
): number | null {
  const passing = labelled.filter(({ score }) => score >= threshold);
  return passing.length === 0 ? null : passing.filter(({ label }) => label === 1).length / passing.length;
}
