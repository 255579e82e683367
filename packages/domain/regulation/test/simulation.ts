import { type Mode, modes } from '@salience/contracts';
import {
  coldSnapshot,
  buildSignals,
  extractCues,
  type Policy,
  shippedPolicy,
  type Signals,
  type WeightName,
} from '@salience/router';
import {
  createGauge,
  type CycleAction,
  freshRegulatorState,
  gatherEvidence,
  type Gauge,
  type Label,
  type LabelledDecision,
  type MeasuredDecision,
  misrouteCost,
  modesUnder,
  pressuresOf,
  regulate,
} from '../src/index.ts';
import { numbersFrom } from './numbers.ts';

/** What people are like. */
export interface People {
  readonly count: number;
  /** Share of wrong decisions that the person makes known, and of right ones that they thank for. */
  readonly complains: number;
  readonly thanks: number;
  /** Share of right decisions that are labelled wrong by mistake. */
  readonly misread: number;
  /** Share of wrong labels that name the wanted mode. */
  readonly names: number;
  /** Share of people who always complain, and what they say they wanted. */
  readonly complainers: number;
  readonly complainersWant: Mode;
}

export const usualPeople: People = {
  count: 40,
  complains: 0.45,
  thanks: 0.15,
  misread: 0.008,
  names: 0.7,
  complainers: 0,
  complainersWant: 'ACT',
};

export interface Simulation {
  readonly seed: number;
  readonly days: number;
  readonly decisionsADay: number;
  readonly people: People;
  readonly start: Policy;
  /** The policy whose cost is the yardstick. */
  readonly optimum: Policy;
  /** `cut`: nobody reacts. `shuffled`: every reaction lands on another decision of the day. */
  readonly labels: 'kept' | 'cut' | 'shuffled';
}

/** A change that was published, and what became of it. */
export interface Published {
  readonly day: number;
  readonly parameter: WeightName;
  readonly before: number;
  readonly after: number;
  /** True cost of the version minus that of its parent. */
  readonly harm: number;
  /** Day on which it was taken back; null: it stayed. */
  revertedOn: number | null;
}

const dayMs = 86_400_000;
const startsAt = 1_700_000_000_000 - (1_700_000_000_000 % dayMs);

const texts: readonly string[] = [
  'How tall is the tower in Paris?',
  'Book a table for two on Friday',
  'Remind me to call Ana tomorrow',
  'I think we should move the date',
  'Thanks, that was great',
  'The report is done and sent',
  'Could you send it to Bo?',
  'What about the other one?',
  'Do it',
  'I need a new passport',
  'Hello there',
  'Explain why the build fails',
  'That is not what I meant',
  'We ship it on friday and then we look at the numbers again with everybody',
  'Please check whether the invoice came in',
  'Good night',
];
const cues = texts.map((text) => extractCues(text));

/** A message in a conversation: its text is one of a few, what memory and its vector say of it is drawn. */
function drawSignals(next: () => number): Signals {
  const text = cues[Math.floor(next() * cues.length)] as (typeof cues)[number];
  const near = () =>
    Math.max(0, Math.min(1, 0.05 + 0.5 * next() * next() + (next() < 0.25 ? 0.25 * next() : 0)));
  return buildSignals(text, {
    ...coldSnapshot,
    workingMemoryTurns: Math.floor(next() * 5),
    gistCount: Math.floor(next() * 6),
    worldItems: Math.floor(next() * 4),
    factCount: Math.floor(next() * 12),
    topicConfidence: 0.4 + 0.6 * next(),
    isNewTopic: next() < 0.2,
    sessionExchangeCount: Math.floor(next() * 8),
    minutesSinceActivity: next() < 0.1 ? null : next() * 90,
    evidenceScore: next(),
    evidenceCount: Math.floor(next() * 3),
    likeness: { act: near(), respond: near(), acknowledge: near() },
  });
}

/** A message and the mode that the person really wants. */
interface Wish {
  readonly measured: MeasuredDecision;
  readonly wanted: number;
}

/** How much people differ from the true policy, in points of a score. */
const taste = 0.04;
/** Share of wishes that no rule could know of. */
const odd = 0.06;

const blank: Omit<LabelledDecision, 'signals'> = {
  id: 'd',
  agent: 'a',
  person: 'p',
  at: 0,
  policyVersion: 1,
  taken: 'RESPOND',
  tiebreak: null,
  label: null,
};

/** Draws messages; the true policy is the shipped one, and each person's wish is it with some taste of their own. */
export function drawWishes(gauge: Gauge, count: number, next: () => number): Wish[] {
  const weights = gauge.names.map((name) => shippedPolicy.weights[name] ?? 0);
  return Array.from({ length: count }, () => {
    const measured = gauge.measure({ ...blank, signals: drawSignals(next) });
    const scores = modes.map(() => (next() + next() + next() - 1.5) * 2 * taste);
    gauge.modeOf.forEach((mode, place) => {
      if (mode !== -1)
        scores[mode] = (scores[mode] ?? 0) + (weights[place] ?? 0) * (measured.values[place] ?? 0);
    });
    const ruled = scores.reduce((best, score, mode) => (score > (scores[best] ?? 0) ? mode : best), 0);
    const [isOdd, drawn] = [next() < odd, Math.floor(next() * 4)];
    return { measured, wanted: isOdd ? drawn : ruled };
  });
}

/** Mean true cost of a policy on these messages. */
function trueCost(gauge: Gauge, wishes: readonly Wish[], policy: Policy): number {
  const taken = modesUnder(
    gauge,
    wishes.map(({ measured }) => measured),
    policy,
  );
  const sum = wishes.reduce(
    (all, { wanted }, at) => all + misrouteCost(modes[taken[at] as number] as Mode, modes[wanted] as Mode),
    0,
  );
  return sum / wishes.length;
}

const engagement: readonly Mode[] = ['IGNORE', 'ACKNOWLEDGE', 'CLARIFY', 'RESPOND', 'ACT'];

/** What somebody would say of it. */
function kindOf(taken: Mode, wanted: Mode): Exclude<Label['kind'], 'correct'> {
  if (wanted === 'ACT') return 'missed_act';
  if (wanted === 'CLARIFY') return 'missed_clarify';
  return engagement.indexOf(wanted) > engagement.indexOf(taken) ? 'under_engagement' : 'over_engagement';
}

function react(
  people: People,
  person: number,
  taken: number,
  wanted: number,
  next: () => number,
): Label | null {
  const label = (kind: Label['kind'], named: Mode | null): Label => ({
    kind,
    wanted: named,
    confidence: 0.9,
    by: 'reaction',
    reason: 'simulated',
  });
  if (person < people.complainers * people.count) {
    const named = people.complainersWant;
    return modes[taken] === named ? null : label(kindOf(modes[taken] as Mode, named), named);
  }
  const [heard, named] = [next(), next()];
  if (taken === wanted) {
    if (heard < people.thanks) return label('correct', null);
    if (heard > 1 - people.misread) {
      const other = modes[Math.floor(named * 4)] as Mode;
      return modes[taken] === other ? null : label(kindOf(modes[taken] as Mode, other), other);
    }
    return null;
  }
  if (heard >= people.complains) return null;
  const mode = modes[wanted] as Mode;
  return label(kindOf(modes[taken] as Mode, mode), named < people.names ? mode : null);
}

function shuffle<T>(values: T[], next: () => number): T[] {
  for (let at = values.length - 1; at > 0; at -= 1) {
    const other = Math.floor(next() * (at + 1));
    [values[at], values[other]] = [values[other] as T, values[at] as T];
  }
  return values;
}

function oneDay(
  simulation: Simulation,
  gauge: Gauge,
  policy: Policy,
  day: number,
  next: () => number,
): MeasuredDecision[] {
  const { decisionsADay, labels, people } = simulation;
  const wishes = drawWishes(gauge, decisionsADay, next);
  const taken = modesUnder(
    gauge,
    wishes.map(({ measured }) => measured),
    policy,
  );
  const persons = wishes.map(() => Math.floor(next() * people.count));
  let said = wishes.map(({ wanted }, at) =>
    labels === 'cut' ? null : react(people, persons[at] as number, taken[at] as number, wanted, next),
  );
  if (labels === 'shuffled') said = shuffle(said, next);
  return wishes.map(({ measured }, at) => ({
    ...measured,
    decision: {
      ...measured.decision,
      id: `${day}.${at}`,
      person: `p${persons[at] as number}`,
      at: startsAt + (day + (at + 0.5) / decisionsADay) * dayMs,
      policyVersion: policy.version,
      taken: modes[taken[at] as number] as Mode,
      label: said[at] ?? null,
    },
  }));
}

export interface Outcome {
  readonly published: readonly Published[];
  readonly actions: readonly { readonly day: number; readonly action: CycleAction }[];
  readonly policy: Policy;
  /** True costs: at the start, at the end, of the true policy. */
  readonly start: number;
  readonly end: number;
  readonly best: number;
  /** The largest number of changes of direction of any weight; reverts count. */
  readonly signChanges: number;
}

function signChangesOf(moves: readonly { readonly parameter: string; readonly delta: number }[]): number {
  const last = new Map<string, number>();
  const changes = new Map<string, number>();
  for (const { delta, parameter } of moves) {
    const sign = Math.sign(delta);
    if ((last.get(parameter) ?? sign) !== sign) changes.set(parameter, (changes.get(parameter) ?? 0) + 1);
    last.set(parameter, sign);
  }
  return Math.max(0, ...changes.values());
}

/** Days of traffic, one cycle of the regulator after each. */
export function simulate(simulation: Simulation): Outcome {
  const { seed, start } = simulation;
  const next = numbersFrom(seed);
  const gauge = createGauge(start);
  const judge = drawWishes(gauge, 8_000, numbersFrom(seed + 1_000));
  const costs = new Map<number, number>();
  const costOf = (policy: Policy) => {
    const known = costs.get(policy.version) ?? trueCost(gauge, judge, policy);
    costs.set(policy.version, known);
    return known;
  };
  let state = freshRegulatorState(start);
  let rows: MeasuredDecision[] = [];
  let nextVersion = start.version + 1;
  const published: Published[] = [];
  const actions: Outcome['actions'][number][] = [];
  const moves: { parameter: string; delta: number }[] = [];
  for (let day = 0; day < simulation.days; day += 1) {
    rows = [...rows, ...oneDay(simulation, gauge, state.policy, day, next)];
    const now = startsAt + (day + 1) * dayMs;
    const evidence = gatherEvidence(gauge, rows);
    const pressures = pressuresOf({
      evidence,
      now,
      policy: state.policy,
      reviews: [],
      calibrationError: null,
    });
    const parent = state.policy;
    const result = regulate({ state, evidence, pressures, shipped: shippedPolicy, now, nextVersion });
    state = result.state;
    if (state.policy.version === nextVersion) nextVersion += 1;
    for (const action of result.actions) {
      actions.push({ day, action });
      if (action.kind === 'publish') {
        const { after, before, parameter } = action.candidate;
        const harm = costOf(action.policy) - costOf(parent);
        published.push({ day, parameter, before, after, harm, revertedOn: null });
        moves.push({ parameter, delta: after - before });
      }
      if (action.kind === 'revert') {
        const last = published.findLast(
          ({ parameter, revertedOn }) => parameter === action.change.parameter && revertedOn === null,
        );
        if (last !== undefined) last.revertedOn = day;
        moves.push({ parameter: action.change.parameter, delta: action.change.before - action.change.after });
      }
    }
  }
  return {
    published,
    actions,
    policy: state.policy,
    start: costOf(start),
    end: costOf(state.policy),
    best: trueCost(gauge, judge, simulation.optimum),
    signChanges: signChangesOf(moves),
  };
}

/** Weights that matter in this traffic. */
const movable: readonly WeightName[] = [
  'respond.base',
  'clarify.base',
  'act.base',
  'acknowledge.base',
  'respond.likeness',
  'act.likeness',
  'acknowledge.likeness',
  'acknowledge.statement',
  'respond.answerable',
  'act.request',
  'respond.statement_penalty',
  'clarify.unclear',
];

/** The best policy of this traffic that a search by single weights finds from the shipped one: people have tastes, and errors have prices. */
export function searchOptimum(gauge: Gauge, wishes: readonly Wish[]): Policy {
  let best: Policy = { ...shippedPolicy, name: 'learned', version: 1 };
  let cost = trueCost(gauge, wishes, best);
  for (const size of [0.1, 0.04]) {
    for (const name of [...movable, ...movable]) {
      for (const delta of [size, -size]) {
        const weights = { ...best.weights, [name]: (best.weights[name] ?? 0) + delta };
        const other = trueCost(gauge, wishes, { ...best, weights });
        if (other >= cost) continue;
        best = { ...best, weights };
        cost = other;
      }
    }
  }
  return best;
}

/** A policy with some weights off by `size` in all (an L1 distance), drawn from the seed. */
export function perturbed(from: Policy, seed: number, size = 0.4, weights = 4): Policy {
  const next = numbersFrom(seed + 77);
  const names = shuffle([...movable], next).slice(0, weights);
  const moved = names.map((name) => [
    name,
    (from.weights[name] ?? 0) + ((next() < 0.5 ? -1 : 1) * size) / weights,
  ]);
  return { ...from, weights: { ...from.weights, ...Object.fromEntries(moved) } };
}
