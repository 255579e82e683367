import { type Decision, modes } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import type { Policy } from '../policy/policy.ts';
import type { Signals } from '../signals/signals.ts';
import { decideFromStored, type RoutingResult } from './decide.ts';
import { applyTiebreak, type Settled } from './tiebreak.ts';

/** A stored decision computed again. */
export interface Replay {
  readonly result: RoutingResult;
  readonly settled: Settled;
  /** True when every number and the mode came out as stored, bit for bit. */
  readonly identical: boolean;
  /** Names of what differs; empty when identical. */
  readonly differences: readonly string[];
}

/**
 * Computes a stored decision again from its signals, its policy and the tie-breaker's stored answer. No model
 * is asked. Throws `router.replay_policy` when the policy is not the one the decision was made with, and
 * `router.signals_invalid` when the stored signals are not complete.
 */
export function replay(stored: Decision, policy: Policy): Replay {
  if (stored.policyName !== policy.name || stored.policyVersion !== policy.version) {
    throw new SalienceError(
      'router.replay_policy',
      `Expected policy ${stored.policyName} version ${stored.policyVersion}, got ${policy.name} version ${policy.version}. Replay with the version the decision names.`,
      { data: { expected: stored.policyVersion, got: policy.version } },
    );
  }
  const result = decideFromStored(stored.signals as Signals, policy);
  const settled = applyTiebreak(result, stored.tiebreak);
  const differences = [
    ...modes
      .filter((mode) => !Object.is(result.scores[mode], stored.scores[mode]))
      .map((mode) => `scores.${mode}`),
    ...(['confidence', 'margin', 'effectiveMargin'] as const).filter(
      (key) => !Object.is(result[key], stored[key]),
    ),
    ...(settled.mode === stored.modeInitial ? [] : ['modeInitial']),
  ];
  return { result, settled, identical: differences.length === 0, differences };
}
