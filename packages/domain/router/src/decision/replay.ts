import { type Decision, modes, type Routing } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import type { Policy } from '../policy/policy.ts';
import { neutralSignals, type Signals } from '../signals/signals.ts';
import { decideFromStored, type RoutingResult } from './decide.ts';
import { applyTiebreak, type Settled } from './tiebreak.ts';

/** One stored routing computed again. */
export interface ReplayedRouting {
  readonly result: RoutingResult;
  readonly settled: Settled;
}

/** A stored decision computed again. */
export interface Replay extends ReplayedRouting {
  /** The routing after the turn's actions, where there was one. */
  readonly reroute: ReplayedRouting | null;
  /** True when every number and the mode came out as stored, bit for bit. */
  readonly identical: boolean;
  /** Names of what differs; empty when identical. Those of the second routing start with `reroute.`. */
  readonly differences: readonly string[];
}

/**
 * What any policy makes of the signals of a stored routing. A tie-breaker's stored answer counts where its two candidates are those of this
 * policy too; nobody is asked. Throws `router.signals_invalid` when the stored signals are not complete.
 */
export function decideUnder(stored: Routing, policy: Policy): ReplayedRouting {
  // A decision from before a signal existed was made as if that signal moved nothing.
  const result = decideFromStored({ ...neutralSignals, ...stored.signals } as Signals, policy);
  return { result, settled: applyTiebreak(result, stored.tiebreak) };
}

function replayRouting(stored: Routing, policy: Policy): ReplayedRouting & { differences: string[] } {
  if (stored.policyName !== policy.name || stored.policyVersion !== policy.version) {
    throw new SalienceError(
      'router.replay_policy',
      `Expected policy ${stored.policyName} version ${stored.policyVersion}, got ${policy.name} version ${policy.version}. Replay with the version the decision names.`,
      { data: { expected: stored.policyVersion, got: policy.version } },
    );
  }
  const { result, settled } = decideUnder(stored, policy);
  const differences = [
    ...modes
      .filter((mode) => !Object.is(result.scores[mode], stored.scores[mode]))
      .map((mode) => `scores.${mode}`),
    ...(['confidence', 'margin', 'effectiveMargin'] as const).filter(
      (key) => !Object.is(result[key], stored[key]),
    ),
    ...(settled.mode === stored.modeInitial ? [] : ['modeInitial']),
  ];
  return { result, settled, differences };
}

/**
 * Computes a stored decision again from its signals, its policy and the tie-breaker's stored answer; the routing after the
 * turn's actions too. No model is asked. Throws `router.replay_policy` when the policy is not the one the decision was made
 * with, and `router.signals_invalid` when the stored signals are not complete.
 */
export function replay(stored: Decision, policy: Policy): Replay {
  const { differences, ...first } = replayRouting(stored, policy);
  const { reroute } = stored;
  if (reroute === null || reroute === undefined) {
    return { ...first, reroute: null, identical: differences.length === 0, differences };
  }
  const { differences: later, ...second } = replayRouting(reroute, policy);
  const all = [
    ...differences,
    ...later.map((name) => `reroute.${name}`),
    // The mode of the second routing is that of the turn.
    ...(second.settled.mode === stored.modeTerminal ? [] : ['modeTerminal']),
  ];
  return { ...first, reroute: second, identical: all.length === 0, differences: all };
}
