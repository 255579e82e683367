import { type Evidence } from '../evidence/evidence.ts';
import { type Settlement, settleUnder } from './settle.ts';
import type { LiveChange, RegulatorState } from './state.ts';

/** How a change that stayed without proof is looked after. */
const watchRules = {
  /** Days after its publication in which it may still go; a week is the longest that harm may last. */
  days: 7,
} as const;

const dayMs = 24 * 3_600_000;

/** Changes that are still watched at an instant (business time, milliseconds): none is older than a week. */
export function watchedAt(watched: readonly LiveChange[], now: number): readonly LiveChange[] {
  return watched.filter(({ publishedAt }) => now - publishedAt <= watchRules.days * dayMs);
}

/**
 * The watched change that has turned: that all decisions together no longer speak for, or that newer ones speak against beyond noise. The
 * one with the worst estimate, a draw goes to the older; null when none has. Each is judged as it stands in the policy of today, so a weight that was moved
 * on since waits until that later step is taken back.
 */
export function turnedChange(
  evidence: Evidence,
  state: RegulatorState,
  now: number,
): { readonly change: LiveChange; readonly settlement: Settlement } | null {
  const turned = watchedAt(state.watched, now).flatMap((change) => {
    const { after, before, parameter } = change;
    if (state.policy.weights[parameter] !== after) return [];
    const parent = { ...state.policy, weights: { ...state.policy.weights, [parameter]: before } };
    const settlement = settleUnder(evidence, state.policy, { ...change, parent }, now);
    return settlement.verdict === 'worse' || settlement.verdict === 'neutral' ? [{ change, settlement }] : [];
  });
  return turned.toSorted((a, b) => b.settlement.pooled.mean - a.settlement.pooled.mean)[0] ?? null;
}
