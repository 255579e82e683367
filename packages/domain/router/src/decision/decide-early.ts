import { type Mode, modes, type Scores } from '@salience/contracts';
import { featuresOf } from '../policy/features.ts';
import { type Policy, weightOf } from '../policy/policy.ts';
import { type Term, termNames, terms, type UnaskedInput } from '../policy/terms.ts';
import { signalDefinitions, type SignalName, type Signals } from '../signals/signals.ts';
import type { LikenessBounds, Range } from '../likeness/bound-likeness.ts';
import {
  decide,
  type DecideOptions,
  effectiveMarginOf,
  type RoutingResult,
  unsureConfidence,
} from './decide.ts';

/** Signals that memory and the message's topic tell. */
const fromMemory = [
  'context_warmth',
  'fact_count',
  'topic_confidence',
  'is_new_topic',
  'evidence_score',
  'evidence_count',
  'memory_confidence',
  'readings',
] as const satisfies readonly SignalName[];

/** Signals that the message's vector tells. */
const fromVector = {
  act_likeness: 'act',
  respond_likeness: 'respond',
  acknowledge_likeness: 'acknowledge',
} as const;
const vectorSignals = Object.keys(fromVector) as readonly (keyof typeof fromVector)[];

/** A decision that no value of the signals which were not measured could change. */
export interface EarlyResult {
  readonly result: RoutingResult;
  /** Their names. */
  readonly unmeasured: readonly SignalName[];
}

/** Two scores that the bounds bring nearer than this to each other may be in any order: sums differ in their last bits. */
const slack = 1e-6;
/** How much the state of the world, the one part of warmth that memory tells, can add to it. */
const worldShare = 1 / 3;
/** Just above and below a place. */
const step = 1e-9;
/** Where rules about the confidence of memory jump. What rules ask of any other input holds at one of its ends, if it holds at all. */
const memoryJumps = [0.15, 0.3] as const;

type Known = (name: SignalName) => Range;

/** The values that a signal may have: its own, or all that it could have had. */
function rangesOf(signals: Signals, likeness: LikenessBounds): Known {
  const unasked = new Set<string>(fromMemory);
  return (name) => {
    const value = signals[name];
    if (name in fromVector) return likeness[fromVector[name as keyof typeof fromVector]];
    if (!unasked.has(name)) return { lowest: value, highest: value };
    if (name === 'context_warmth') return { lowest: value, highest: Math.min(value + worldShare, 1) };
    const { max, min } = signalDefinitions[name];
    return { lowest: min, highest: max };
  };
}

/** A rule of a policy, with its weight. */
interface Rule extends Term {
  readonly weight: number;
}

interface Rules {
  /** Those that the text and the thread decide. */
  readonly known: readonly Rule[];
  /** Those that read one thing which no other kind of rule reads. Each is bounded by itself. */
  readonly apart: readonly Rule[];
  /** Those that read evidence, topic or likeness. They are weighed together, as these pull several modes at once. */
  readonly together: readonly Rule[];
}

const kept = new WeakMap<Policy, Rules>();

function rulesOf(policy: Policy): Rules {
  const before = kept.get(policy);
  if (before !== undefined) return before;
  const all = termNames
    .map((name): Rule => ({ ...terms[name], weight: weightOf(policy, name) }))
    .filter(({ weight }) => weight !== 0);
  const isTogether = (input: UnaskedInput): boolean =>
    input === 'evidence' || input === 'topic' || input === 'likeness';
  const rules = {
    known: all.filter(({ reads }) => reads === undefined),
    apart: all.filter(({ reads }) => reads !== undefined && !reads.some(isTogether)),
    together: all.filter(({ reads }) => reads?.some(isTogether)),
  };
  kept.set(policy, rules);
  return rules;
}

/** Every value of an input at which a rule can be at its least or its most. */
function pointsOf({ highest, lowest }: Range, bends: readonly number[]): number[] {
  if (lowest === highest) return [lowest];
  const near = bends.flatMap((bend) => [bend - step, bend, bend + step]);
  return [lowest, ...near.filter((point) => point > lowest && point < highest), highest];
}

/** Every choice of one point each. */
function choices<T>(points: readonly (readonly T[])[]): T[][] {
  return points.reduce<T[][]>(
    (all, next) => all.flatMap((one) => next.map((point) => [...one, point])),
    [[]],
  );
}

const apartSignals = {
  warmth: 'context_warmth',
  facts: 'fact_count',
  memory: 'memory_confidence',
  new: 'is_new_topic',
  readings: 'readings',
} as const satisfies Partial<Record<UnaskedInput, SignalName>>;

type ApartInput = keyof typeof apartSignals;

/** Between which values a rule lies that reads no evidence, topic or likeness. */
function boundsOf({ reads = [], value }: Rule, signals: Signals, known: Known): Range {
  const inputs = reads as readonly ApartInput[];
  const here: { -readonly [name in SignalName]: number } = { ...signals };
  const values = choices(
    inputs.map((input) => pointsOf(known(apartSignals[input]), input === 'memory' ? memoryJumps : [])),
  ).map((choice) => {
    for (const [at, input] of inputs.entries()) here[apartSignals[input]] = choice[at] as number;
    return value(here, featuresOf(here));
  });
  return { lowest: Math.min(...values), highest: Math.max(...values) };
}

/**
 * Visits every corner of what evidence, topic and likeness may be, until one answers no. For one likeness the scores are linear in the
 * topic's confidence, and in evidence on both sides of 0.5 (where a message that says half of what it means becomes clear); for one of
 * these they are linear in likeness wherever the same mode is the most likely. So two scores are nearest to each other in a corner.
 */
function everyCorner(signals: Signals, known: Known, holds: (corner: Signals) => boolean): boolean {
  const here: { -readonly [name in SignalName]: number } = { ...signals };
  const likeness = choices(vectorSignals.map((name) => pointsOf(known(name), [])));
  const found = choices([pointsOf(known('topic_confidence'), []), pointsOf(known('evidence_score'), [0.5])]);
  return likeness.every((shares) => {
    for (const [at, name] of vectorSignals.entries()) here[name] = shares[at] as number;
    return found.every(([topic = 0, evidence = 0]) => {
      here.topic_confidence = topic;
      here.evidence_score = evidence;
      here.evidence_count = evidence === 0 ? 0 : 1;
      return holds(here);
    });
  });
}

type Sums = { -readonly [mode in keyof Scores]: number };

const noScores = (): Sums => ({ RESPOND: 0, CLARIFY: 0, ACT: 0, ACKNOWLEDGE: 0, IGNORE: 0 });

/** True if the mode is ahead of every other by `margin` of its own score, whatever was not measured. */
function leads(mode: Mode, margin: number, signals: Signals, known: Known, policy: Policy): boolean {
  const rules = rulesOf(policy);
  const [least, most] = [noScores(), noScores()];
  const features = featuresOf(signals);
  for (const rule of rules.known) {
    const value = rule.weight * rule.value(signals, features);
    least[rule.mode] += value;
    most[rule.mode] += value;
  }
  for (const rule of rules.apart) {
    const { highest, lowest } = boundsOf(rule, signals, known);
    least[rule.mode] += rule.weight * lowest;
    most[rule.mode] += rule.weight * highest;
  }
  const others = modes.filter((other) => other !== mode);
  return everyCorner(signals, known, (corner) => {
    const here = featuresOf(corner);
    const scores = noScores();
    for (const rule of rules.together) scores[rule.mode] += rule.weight * rule.value(corner, here);
    const lowest = least[mode] + scores[mode];
    const size = Math.max(Math.abs(lowest), Math.abs(most[mode] + scores[mode]));
    return others.every((other) => lowest - most[other] - scores[other] > margin * size + slack);
  });
}

/**
 * Decides what the text and the thread's state alone decide; null where what was not measured could matter. `signals` are as
 * if memory had found nothing and the message had no vector. The decision is the one that `decide` makes whatever the
 * embedder and memory would have said: the same mode, no tie-breaker, and a confidence on the same side of `unsureConfidence`, which is all that
 * later decisions look at. Only silence is decided so, and the nod to a courtesy without content: anything else
 * needs what memory holds.
 */
export function decideEarly(
  signals: Signals,
  likeness: LikenessBounds,
  policy: Policy,
  options: DecideOptions,
): EarlyResult | null {
  const result = decide(signals, policy, options);
  const { confidence, decidedBy, mode, needsTiebreak } = result;
  const ranged = vectorSignals.filter((name) => likeness[fromVector[name]].highest > 0);
  const early = { result, unmeasured: [...fromMemory, ...ranged] };
  if (decidedBy !== 'scores') return early;
  const isCourtesy = mode === 'ACKNOWLEDGE' && signals.content_count === 0 && signals.greeting === 0;
  if ((mode !== 'IGNORE' && !isCourtesy) || needsTiebreak || confidence < unsureConfidence) return null;
  if (result.signals.excluded_modes !== 0) return null;
  const known = rangesOf(result.signals, likeness);
  const asking = mode === 'IGNORE' ? 0 : marginMost(result.signals, policy, known('context_warmth'));
  return leads(mode, Math.max(asking, unsureConfidence), result.signals, known, policy) ? early : null;
}

/** The largest margin below which a tie-breaker would be asked. It is linear in warmth. */
function marginMost(signals: Signals, policy: Policy, { highest, lowest }: Range): number {
  const margins = [lowest, highest].map((warmth) =>
    effectiveMarginOf({ ...signals, context_warmth: warmth }, policy, 'ACKNOWLEDGE', 'ACT'),
  );
  return Math.max(...margins);
}
