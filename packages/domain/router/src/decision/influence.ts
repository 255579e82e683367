import type { Decision, Mode, Routing, Scores } from '@salience/contracts';
import { type Policy, weightOf } from '../policy/policy.ts';
import { featuresOf } from '../policy/features.ts';
import { type TermName, termNames, terms } from '../policy/terms.ts';
import {
  neutralSignals,
  type SignalDefinition,
  signalDefinitions,
  type SignalName,
  signalNames,
  type Signals,
} from '../signals/signals.ts';
import { decideFromStored, type RoutingResult } from './decide.ts';

/** What one signal did to a decision: how everything would be had it been neutral, and nothing else different. */
export interface Influence {
  readonly signal: SignalName;
  readonly value: number;
  /** What it would be if it said nothing. */
  readonly neutral: number;
  /** With it neutral. */
  readonly scores: Scores;
  readonly mode: Mode;
  readonly margin: number;
  readonly effectiveMargin: number;
  /** With it neutral the two best would have been too close to call. */
  readonly needsTiebreak: boolean;
  /** How far it moved the lead of the mode that won over the one that came second: above 0 for the winner, below 0 against it. */
  readonly moved: number;
}

/** What one rule of the policy added to a mode's score. */
export interface RuleShare {
  readonly rule: TermName;
  readonly mode: Mode;
  readonly weight: number;
  /** From −1 to 1; times the weight it is what was added. */
  readonly value: number;
}

/** A stored routing with what moved it. */
export interface ExplainedRouting {
  readonly result: RoutingResult;
  /** What moved most first; signals that moved nothing are left out. */
  readonly influences: readonly Influence[];
  /** In the order of the policy; rules that added nothing are left out. */
  readonly rules: readonly RuleShare[];
}

/** Not weighed but what a decision stands on: a message without characters is none, and modes are excluded from outside. */
const unvaried: ReadonlySet<SignalName> = new Set(['char_count', 'excluded_modes']);

/** Where saying nothing is not 0. */
const otherwise: Readonly<Partial<Record<SignalName, number>>> = {
  minutes_since_activity: -1,
  addressed: -1,
  recent_confidence_max: 1,
};

/** The value of a signal that says nothing. */
export function neutralOf(name: SignalName): number {
  const { neutral }: SignalDefinition = signalDefinitions[name];
  return neutral ?? otherwise[name] ?? 0;
}

/**
 * What moved a stored routing: each signal that said something is set to neutral, alone, and everything is computed again with the same policy. Pure; the same
 * bits as the replay of a decision with that signal changed. Throws `router.signals_invalid` when the stored signals are not complete.
 */
function explainRouting(stored: Routing, policy: Policy): ExplainedRouting {
  const signals = { ...neutralSignals, ...stored.signals } as Signals;
  const result = decideFromStored(signals, policy);
  const lead = (scores: Scores) => scores[result.mode] - scores[result.runnerUp];
  const influences = signalNames.flatMap((signal): Influence[] => {
    const value = signals[signal];
    const neutral = neutralOf(signal);
    if (unvaried.has(signal) || value === neutral) return [];
    const other = decideFromStored({ ...signals, [signal]: neutral }, policy);
    if (isSame(result, other)) return [];
    const { effectiveMargin, margin, mode, needsTiebreak, scores } = other;
    const moved = lead(result.scores) - lead(scores);
    return [{ signal, value, neutral, scores, mode, margin, effectiveMargin, needsTiebreak, moved }];
  });
  return {
    result,
    influences: influences.toSorted((a, b) => Math.abs(b.moved) - Math.abs(a.moved)),
    rules: rulesOf(signals, policy),
  };
}

/** The routings of a stored decision with what moved them: the first, and the one after the turn's actions. */
export function explainDecision(
  stored: Decision,
  policy: Policy,
): { readonly decision: ExplainedRouting; readonly reroute: ExplainedRouting | null } {
  const { reroute } = stored;
  return {
    decision: explainRouting(stored, policy),
    reroute: reroute === null || reroute === undefined ? null : explainRouting(reroute, policy),
  };
}

function isSame(a: RoutingResult, b: RoutingResult): boolean {
  const scores = Object.entries(a.scores) as [Mode, number][];
  return (
    a.mode === b.mode &&
    a.effectiveMargin === b.effectiveMargin &&
    scores.every(([mode, score]) => score === b.scores[mode])
  );
}

function rulesOf(signals: Signals, policy: Policy): RuleShare[] {
  const features = featuresOf(signals);
  return termNames.flatMap((rule): RuleShare[] => {
    const { mode, value: valueOf } = terms[rule];
    const weight = weightOf(policy, rule);
    const value = weight === 0 ? 0 : valueOf(signals, features);
    return value === 0 ? [] : [{ rule, mode, weight, value }];
  });
}
