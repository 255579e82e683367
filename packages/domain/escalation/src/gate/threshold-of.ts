import { defaultThreshold } from '@salience/contracts';

/** Where a threshold may be set, the nearest first. `declared`: by the module's author, `default_threshold`. */
const setScopes = ['module', 'cluster', 'agent', 'declared'] as const;
export type ThresholdScope = (typeof setScopes)[number] | 'default';

/** Thresholds by where they were set, 0 to 1; what is not set is null or left out. `module`: by hand or learned. */
export type SetThresholds = { readonly [scope in (typeof setScopes)[number]]?: number | null | undefined };

/**
 * The threshold that counts: what was set for the module, for its cluster, for the agent, what the module declares, .65. What is no number within
 * 0 to 1 is as if it were not set.
 */
export function thresholdOf(set: SetThresholds): {
  readonly threshold: number;
  readonly scope: ThresholdScope;
} {
  for (const scope of setScopes) {
    const threshold = set[scope];
    if (typeof threshold === 'number' && threshold >= 0 && threshold <= 1) return { threshold, scope };
  }
  return { threshold: defaultThreshold, scope: 'default' };
}
