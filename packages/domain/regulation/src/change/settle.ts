import { type Estimate, estimatePolicy } from '../evidence/estimate.ts';
import { type Evidence, gatherEvidence, standUnder } from '../evidence/evidence.ts';
import { type Effect, measureEffect } from './effect.ts';
import { reach } from './propose.ts';
import type { LiveChange } from './state.ts';
import type { Policy } from '@salience/router';

/** When a live change is settled. */
const settleRules = {
  /** Probability with which each bound may be wrong. */
  tail: 0.05,
  /** After so many hours a change that shows neither way is kept or taken back. */
  undecidedHours: 48,
  /** A sample below this settles nothing but what shows harm. */
  freshMin: 20,
} as const;

/** What is known of a live change. */
export interface Settlement {
  readonly verdict: 'open' | 'better' | 'unproven' | 'worse' | 'neutral';
  /** Of the decisions since it was published, and of all. */
  readonly fresh: Estimate;
  readonly pooled: Estimate;
  readonly effect: Effect;
}

const hourMs = 3_600_000;

/**
 * Judges a change, which leads from its parent to `child`, by what came since: by the estimate on newer decisions and by the labels where the two policies differ. Better or
 * worse beyond noise settles it at once; what shows neither way within 48 hours stays as long as all decisions together still speak
 * for it (`unproven`), otherwise it goes (`neutral`).
 */
export function settleUnder(evidence: Evidence, child: Policy, live: LiveChange, now: number): Settlement {
  const newer = evidence.rows.filter(({ decision }) => decision.at >= live.publishedAt);
  const { tail } = settleRules;
  const fresh = estimatePolicy(
    standUnder(gatherEvidence(evidence.gauge, newer, evidence.recall), live.parent, reach),
    child,
    tail,
  );
  const pooled = estimatePolicy(standUnder(evidence, live.parent, reach), child, tail);
  const effect = measureEffect(evidence, { parent: live.parent, child, publishedAt: live.publishedAt }, tail);
  const verdict = (): Settlement['verdict'] => {
    if (fresh.lower > 0 || effect.lower > 0) return 'worse';
    if (newer.length >= settleRules.freshMin && (fresh.upper < 0 || effect.upper < 0)) return 'better';
    if (now - live.publishedAt < settleRules.undecidedHours * hourMs) return 'open';
    return pooled.mean < 0 ? 'unproven' : 'neutral';
  };
  return { verdict: verdict(), fresh, pooled, effect };
}
