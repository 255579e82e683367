import { type Decision, type Mode, modes } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import {
  type Policy,
  replay,
  type RoutingResult,
  scoreModes,
  signalDefinitions,
  type Signals,
  type WeightName,
} from '@salience/router';
import type { Label } from '../labels/label.ts';

/** A decision as the regulator reads it, with the label that counts (`strongestLabel`). */
export interface LabelledDecision {
  readonly id: string;
  readonly agent: string;
  /** Whoever spoke, known within the agent. */
  readonly person: string;
  /** Business time in milliseconds. */
  readonly at: number;
  /** As stored; a signal that is younger than the decision may be missing. */
  readonly signals: Readonly<Record<string, number>>;
  readonly policyVersion: number;
  /** The mode that the first routing ended in: what a policy decides. A turn that acted and then answered took ACT. */
  readonly taken: Mode;
  /** The tie-breaker's stored answer, if it was asked. */
  readonly tiebreak: { readonly candidates: readonly [Mode, Mode]; readonly choice: Mode | null } | null;
  readonly label: Label | null;
}

/** A decision with the value of every rule for it: a score is the sum of weights times these. Made once, used for every candidate. */
export interface MeasuredDecision {
  readonly decision: LabelledDecision;
  readonly signals: Signals;
  /** One value per weight of the gauge's names: what a rule gives its mode, or how much of a margin weight counts. */
  readonly values: Float64Array;
  /** Which modes may win. */
  readonly open: readonly number[];
  /** No weight decides it: the message is empty, or was only overheard. */
  readonly guarded: boolean;
}

/** Measures decisions for policies that name the same weights. */
export interface Gauge {
  readonly names: readonly WeightName[];
  /** For each name the place of its mode in the list of modes; -1 for a weight about margins. */
  readonly modeOf: readonly number[];
  /** Throws `router.signals_invalid` when a signal that has no neutral value is missing. */
  readonly measure: (decision: LabelledDecision) => MeasuredDecision;
}

/** A power of two: multiplying by it loses no bit, and nine decimals of the product hold all bits of a value. */
const lens = 2 ** 30;

const neutral: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(signalDefinitions).flatMap(([name, definition]) =>
    'neutral' in definition ? [[name, definition.neutral as number]] : [],
  ),
);

const probePolicy = (weights: Policy['weights']): Policy => ({ name: 'probe', version: 1, weights });

/** The four yes-or-no weights about margins, so that one margin tells them all: base 1 leaves 1 - warmth, below 2. */
const marginProbe = {
  tiebreaker_implicit_reference: 2,
  tiebreaker_low_density: 4,
  tiebreaker_unmarked_question: 8,
  tiebreaker_hysteresis: 16,
} as const;
const marginPolicy = probePolicy({ tiebreaker_base_margin: 1, ...marginProbe });

function marginValue(name: WeightName, signals: Signals, bits: number): number {
  if (name === 'tiebreaker_base_margin') return 1 - signals.context_warmth;
  if (name === 'tiebreaker_min_margin') return signals.context_warmth;
  if (name in marginProbe) {
    const bit = marginProbe[name as keyof typeof marginProbe];
    return Math.floor(bits / bit) % 2;
  }
  // What depends on the two best modes is put in when they are known.
  return 0;
}

/**
 * A gauge for the weights that a policy names. Reads the router's rules through its scores: a policy of one rule per mode, each with
 * a weight of 2^30, shows one value per mode.
 */
export function createGauge(policy: Policy): Gauge {
  const names = Object.keys(policy.weights) as WeightName[];
  const modeOf = names.map((name) => modes.findIndex((mode) => name.startsWith(`${mode.toLowerCase()}.`)));
  const ofMode = modes.map((_, mode) => names.flatMap((_name, at) => (modeOf[at] === mode ? [at] : [])));
  const rounds = Math.max(...ofMode.map((places) => places.length));
  const probes = Array.from({ length: rounds }, (_, round) => {
    const places = ofMode.map((of) => of[round]);
    const weights: Partial<Record<WeightName, number>> = {};
    for (const at of places) if (at !== undefined) weights[names[at] as WeightName] = lens;
    return { places, policy: probePolicy(weights) };
  });
  const margins = names.flatMap((name, at) => (modeOf[at] === -1 ? [{ name, at }] : []));
  return {
    names,
    modeOf,
    measure: (decision) => {
      const signals = { ...neutral, ...decision.signals } as Signals;
      const values = new Float64Array(names.length);
      for (const probe of probes) {
        const scores = scoreModes(signals, probe.policy);
        for (const [mode, at] of probe.places.entries())
          if (at !== undefined) values[at] = scores[modes[mode] as Mode] / lens;
      }
      const { effectiveMargin } = routedBy(signals, marginPolicy);
      for (const { at, name } of margins) values[at] = marginValue(name, signals, effectiveMargin);
      const open = modes.flatMap((_, at) => (excludes(signals, at) ? [] : [at]));
      return { decision, signals, values, open, guarded: isGuarded(signals) };
    },
  };
}

const isGuarded = (signals: Signals) => signals.char_count === 0 || signals.overheard === 1;

const excludes = (signals: Signals, mode: number) =>
  (Math.floor(signals.excluded_modes / 2 ** mode) & 1) === 1;

/** What the router makes of stored signals under a policy, the tie-breaker not counted: exact, and slower than measured values. */
export function routedBy(signals: Readonly<Record<string, number>>, policy: Policy): RoutingResult {
  const stub: Decision = {
    policyName: policy.name,
    policyVersion: policy.version,
    signals: { ...signals },
    scores: { RESPOND: 0, CLARIFY: 0, ACT: 0, ACKNOWLEDGE: 0, IGNORE: 0 },
    modeInitial: 'IGNORE',
    modeTerminal: 'IGNORE',
    confidence: 0,
    margin: 0,
    effectiveMargin: 0,
    tiebreak: null,
  };
  return replay(stub, policy).result;
}

/** The weights of a policy in the order of a gauge. Throws `regulation.weight_unknown` for a policy that names another set. */
export function weightsOf(gauge: Gauge, policy: Policy): Float64Array {
  const extra = Object.keys(policy.weights).find((name) => !gauge.names.includes(name as WeightName));
  if (extra !== undefined) {
    throw new SalienceError(
      'regulation.weight_unknown',
      `Expected the weights that the gauge was made for, got ${extra} in ${policy.name} version ${policy.version}. Make a gauge for this policy.`,
      { kind: 'bug', data: { weight: extra } },
    );
  }
  return Float64Array.from(gauge.names, (name) => policy.weights[name] ?? 0);
}
