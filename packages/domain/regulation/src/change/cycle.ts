import type { Policy, WeightName } from '@salience/router';
import type { Evidence } from '../evidence/evidence.ts';
import { standUnder } from '../evidence/evidence.ts';
import type { Pressure } from '../pressures/pressure.ts';
import { paceRules } from './bounds.ts';
import { type Candidate, type NoChange, propose, reach, weightsAfter } from './propose.ts';
import { type Settlement, settleUnder } from './settle.ts';
import type { LiveChange, RegulatorState } from './state.ts';
import { turnedChange, watchedAt } from './watch.ts';

/** Below this nothing is learned. */
export const sampleRules = {
  labelled: 50,
  /** Or all people, where there are fewer. */
  people: 10,
  /** Hours between two versions. */
  cycleHours: 24,
} as const;

/** What a cycle did. A cycle publishes one version at most. */
export type CycleAction =
  | {
      readonly kind: 'wait';
      readonly why: NoChange | 'pinned' | 'too_few_labels' | 'change_open' | 'too_soon';
    }
  | { readonly kind: 'confirm'; readonly change: LiveChange; readonly settlement: Settlement }
  | {
      readonly kind: 'publish';
      readonly policy: Policy;
      readonly parent: number;
      readonly candidate: Candidate;
    }
  | {
      readonly kind: 'revert';
      readonly policy: Policy;
      readonly parent: number;
      readonly change: LiveChange;
      readonly settlement: Settlement;
    };

/** One cycle's view of the world. */
export interface CycleInput {
  readonly state: RegulatorState;
  /** Gathered with a gauge for the state's policy. */
  readonly evidence: Evidence;
  /** The worst first. */
  readonly pressures: readonly Pressure[];
  /** The policy that bounds are measured from. */
  readonly shipped: Policy;
  /** How far a weight may lie from that policy's; left out: as far as the bounds of the fleet. */
  readonly spread?: number | undefined;
  /** Labelled decisions below which nothing new is changed, where that is more than the fleet needs. What is live or watched is settled all the same. */
  readonly labelledMin?: number | undefined;
  /** Business time in milliseconds. */
  readonly now: number;
  /** The number of the version that this cycle may publish. */
  readonly nextVersion: number;
}

/** What a cycle did, in order, and the state after it. */
export interface CycleResult {
  readonly actions: readonly CycleAction[];
  readonly state: RegulatorState;
}

const hourMs = 3_600_000;

/**
 * One cycle of the regulator: settles the live change, then those that are watched, then makes at most one new one. A revert restores
 * the recorded weight and ends the cycle; while a change is open, nothing else is changed, and while somebody holds the policy nothing is published. Same
 * input, same result.
 */
export function regulate(input: CycleInput): CycleResult {
  const { evidence, now, state } = input;
  const wait = (why: Extract<CycleAction, { kind: 'wait' }>['why'], held = state): CycleResult => ({
    actions: [{ kind: 'wait', why }],
    state: held,
  });
  if (state.pinned) return wait('pinned');
  const actions: CycleAction[] = [];
  let current = state;
  if (state.live !== null) {
    const settlement = settleUnder(evidence, state.policy, state.live, now);
    if (settlement.verdict === 'worse' || settlement.verdict === 'neutral')
      return takenBack(input, state.live, settlement);
    if (settlement.verdict !== 'open') {
      actions.push({ kind: 'confirm', change: state.live, settlement });
      current = confirmed(state, state.live, settlement);
    }
  }
  const turned = turnedChange(evidence, current, now);
  current = { ...current, watched: watchedAt(current.watched, now) };
  const next =
    turned !== null
      ? takenBack({ ...input, state: current }, turned.change, turned.settlement)
      : current.live !== null
        ? wait('change_open', current)
        : changed({ ...input, state: current });
  return { actions: [...actions, ...next.actions], state: next.state };
}

function changed(input: CycleInput): CycleResult {
  const { evidence, labelledMin = 0, nextVersion, now, pressures, shipped, spread, state } = input;
  const wait = (why: Extract<CycleAction, { kind: 'wait' }>['why']): CycleResult => ({
    actions: [{ kind: 'wait', why }],
    state,
  });
  const isFew =
    evidence.labelled < Math.max(sampleRules.labelled, labelledMin) ||
    evidence.labelledPeople < Math.min(sampleRules.people, evidence.people);
  if (isFew) return wait('too_few_labels');
  if (state.publishedAt !== null && now - state.publishedAt < sampleRules.cycleHours * hourMs)
    return wait('too_soon');
  const standing = standUnder(evidence, state.policy, reach);
  const candidate = propose({ standing, state, pressures, shipped, spread, now });
  if (typeof candidate === 'string') return wait(candidate);
  const policy: Policy = {
    ...state.policy,
    version: nextVersion,
    weights: weightsAfter(state.policy, candidate),
  };
  const { after, before, parameter, pressure, step } = candidate;
  const live: LiveChange = {
    parameter,
    before,
    after,
    publishedAt: now,
    version: nextVersion,
    parent: state.policy,
    pressure,
    expected: step,
  };
  return {
    actions: [{ kind: 'publish', policy, parent: state.policy.version, candidate }],
    state: { ...state, policy, live, publishedAt: now, cooldowns: cooled(state, parameter, now) },
  };
}

function cooled(state: RegulatorState, parameter: WeightName, now: number): RegulatorState['cooldowns'] {
  return { ...state.cooldowns, [parameter]: now + paceRules.cooldownHours * hourMs };
}

/** A change that proved itself gives its weight the full step back; one that only stays does not, and is watched. */
function confirmed(state: RegulatorState, change: LiveChange, settlement: Settlement): RegulatorState {
  const { [change.parameter]: _halved, ...others } = state.steps;
  return settlement.verdict === 'better'
    ? { ...state, live: null, steps: others }
    : { ...state, live: null, watched: [...state.watched, change] };
}

/** Of two changes at once the older is taken back from under the newer one, which goes on being judged as the step that it is. */
function withoutChange(state: RegulatorState, { before, parameter, version }: LiveChange) {
  const { live, watched } = state;
  const left = watched.filter((each) => each.version !== version);
  if (live === null || live.version === version) return { live: null, watched: left };
  const parent = { ...live.parent, weights: { ...live.parent.weights, [parameter]: before } };
  return { live: { ...live, parent }, watched: left };
}

function takenBack(input: CycleInput, change: LiveChange, settlement: Settlement): CycleResult {
  const { nextVersion, now, state } = input;
  const { before, parameter } = change;
  const weights = { ...state.policy.weights, [parameter]: before };
  const policy: Policy = { ...state.policy, version: nextVersion, weights };
  const half = (state.steps[parameter] ?? paceRules.step) / 2;
  return {
    actions: [{ kind: 'revert', policy, parent: state.policy.version, change, settlement }],
    state: {
      ...state,
      ...withoutChange(state, change),
      policy,
      publishedAt: now,
      steps: { ...state.steps, [parameter]: half },
      cooldowns: cooled(state, parameter, now),
    },
  };
}
