import type { Policy, WeightName } from '@salience/router';
import type { Estimate } from '../evidence/estimate.ts';

/** A change whose effect is not settled yet. */
export interface LiveChange {
  readonly parameter: WeightName;
  /** Recorded as they were published; a revert goes back to `before`. */
  readonly before: number;
  readonly after: number;
  /** Business time in milliseconds. */
  readonly publishedAt: number;
  readonly version: number;
  readonly parent: Policy;
  /** Name of the pressure it answers. */
  readonly pressure: string;
  /** What was expected of it. */
  readonly expected: Estimate;
}

/** What the regulator knows between two cycles. Plain JSON; one per line of policies: the fleet's, or the offsets of one agent. */
export interface RegulatorState {
  /** The policy that counts. */
  readonly policy: Policy;
  readonly live: LiveChange | null;
  /** Changes that stay without proof, the oldest first: they go when the decisions no longer speak for them. */
  readonly watched: readonly LiveChange[];
  /** Until when a weight stays, in milliseconds of business time. */
  readonly cooldowns: Readonly<Partial<Record<WeightName, number>>>;
  /** Steps that were halved by a revert; any other weight has the full one. */
  readonly steps: Readonly<Partial<Record<WeightName, number>>>;
  /** When a version was last published, changes and reverts alike; null: never. */
  readonly publishedAt: number | null;
  /** True: somebody holds the policy as it is, and nothing moves. */
  readonly pinned: boolean;
}

/** The state of a line that was never regulated. */
export function freshRegulatorState(policy: Policy): RegulatorState {
  return { policy, live: null, watched: [], cooldowns: {}, steps: {}, publishedAt: null, pinned: false };
}
