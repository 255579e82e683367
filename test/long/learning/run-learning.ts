import { type Policy, shippedPolicy } from '@salience/router';
import {
  createPeople,
  crowdOf,
  liveDays,
  type LivedDay,
  type LivedTurn,
  type Message,
} from '@salience/testing/personas';
import {
  type ChangeFigures,
  costByDay,
  differences,
  distance,
  judgeChanges,
  judgeLabels,
  misroutedIn,
  signChanges,
} from './account.ts';
import { offIn, plantShipped } from './first-policy.ts';
import { type LearningFleet, type LearningStores, type Setup, startFleet } from './fleet.ts';
import { gathered } from './gathered.ts';
import { startWorld } from './lived-world.ts';
import { costUnder, searchOptimum, trafficOf } from './optimum.ts';
import type { LongOptions } from './options.ts';
import {
  changesOf,
  type KnownDecision,
  knownDecisions,
  type StoredChange,
  storedLabels,
  versionsOf,
} from './stored.ts';

/** What a run is, and where. */
export interface RunOptions
  extends Pick<LongOptions, 'aDay' | 'agents' | 'complainers' | 'days' | 'labels' | 'people' | 'seed'> {
  readonly stores: LearningStores;
  readonly setup: Setup;
  readonly messages: readonly Message[];
  /** What the fleet begins with. */
  readonly first: Policy['weights'];
  readonly say: (line: string) => void;
}

/** The weights that a run begins with: off from the best that are known, and set. */
export function firstWeights(
  around: Policy['weights'],
  { set, way }: Pick<LongOptions, 'set' | 'way'>,
): Policy['weights'] {
  const first = Object.entries(offIn(around, way)).map(([name, weight]) => [
    name,
    set.findLast((one) => name.startsWith(one.name))?.weight ?? weight,
  ]);
  return Object.fromEntries(first) as Policy['weights'];
}

/** What was lived. */
export interface Lived {
  readonly first: Policy;
  readonly days: readonly LivedDay[];
  readonly turns: readonly LivedTurn[];
  readonly decisions: readonly KnownDecision[];
  readonly changes: readonly StoredChange[];
  readonly versions: ReadonlyMap<number, Policy>;
  readonly labels: ReturnType<typeof judgeLabels>;
  /** How each cycle ended. */
  readonly outcomes: readonly string[];
  readonly troubles: readonly string[];
  readonly durationS: number;
}

/** Lives the days with real processes on these stores. */
export async function liveAndLearn(options: RunOptions): Promise<Lived> {
  const { agents, days, labels, say, stores } = options;
  const beganAt = performance.now();
  const first = await plantShipped(stores.database, options.first);
  const people = createPeople({
    seed: options.seed,
    crowd: crowdOf(options.people, options.complainers),
    messages: options.messages,
    sayingsADay: options.aDay,
    ...(labels === 'kept' ? {} : { control: labels }),
  });
  let fleet: LearningFleet | undefined;
  try {
    fleet = await startFleet(
      stores,
      agents,
      people.persons.map(({ name }) => name),
      options.setup,
    );
    const world = await startWorld(stores.database, fleet);
    const dayEnded = async (day: LivedDay): Promise<void> => {
      const changes = await changesOf(stores.database, 'fleet');
      const today = changes.filter((change) => change.day > day.day);
      say(`day ${day.day + 1}: ${JSON.stringify({ ...day, changes: today })}`);
    };
    const lived = await liveDays({
      people: gathered(people),
      days,
      world: { ...world, dayEnded },
      atOnce: 16,
      togetherMs: 120_000,
    });
    return {
      first,
      ...lived,
      decisions: await knownDecisions(stores.database, lived.turns),
      changes: await changesOf(stores.database, 'fleet'),
      versions: await versionsOf(stores.database, 'fleet'),
      labels: judgeLabels(await storedLabels(stores.database), lived.turns),
      outcomes: fleet.outcomes(),
      troubles: fleet.troubles(),
      durationS: Math.round((performance.now() - beganAt) / 1_000),
    };
  } finally {
    await fleet?.stop();
  }
}

/** What came of a run, in figures. Costs are means per planned message, by what was wanted. */
export interface LearningReport {
  readonly turns: number;
  readonly durationS: number;
  readonly start: { readonly l1: number; readonly weights: ReturnType<typeof differences> };
  /** Of the same stored decisions, replayed: at the start, at the end, as shipped, as the search found it, and how much of the way was gone. */
  readonly costs: {
    readonly start: number;
    readonly end: number;
    readonly around: number;
    readonly shipped: number;
    readonly optimum: number;
    /** (start − end) / (start − optimum). */
    readonly closed: number | null;
    /** (start − end) / (start − around). */
    readonly closedToAround: number | null;
  };
  readonly costByDay: readonly number[];
  readonly optimum: {
    readonly l1FromStart: number;
    readonly weights: Policy['weights'];
  };
  readonly end: { readonly l1FromStart: number; readonly weights: ReturnType<typeof differences> };
  readonly changes: readonly ChangeFigures[];
  readonly published: number;
  readonly reverted: number;
  readonly signChanges: Readonly<Record<string, number>>;
  readonly harmful: {
    readonly changes: number;
    /** The longest that one was live, in days. */
    readonly liveDaysMax: number;
    readonly worst: number;
  };
  readonly misrouted: { readonly first: Record<string, number>; readonly last: Record<string, number> };
  readonly labels: ReturnType<typeof judgeLabels>;
  /** How many cycles ended how. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Decisions of another version than the one that decided when their day began. */
  readonly stale: number;
  readonly troubles: readonly string[];
}

/** Days whose misroutes are told, at the start and at the end. */
const edgeDays = 5;

/** Judges what was lived by what people really wanted. */
export function judge(
  { changes, days, decisions, durationS, first, labels, outcomes, troubles, turns, versions }: Lived,
  around: Policy['weights'],
): LearningReport {
  const traffic = trafficOf(decisions, first);
  const end = versions.get(changes.at(-1)?.version ?? 0) ?? first;
  const optimum = searchOptimum(traffic, first, [first.weights, around, end.weights]);
  const costs = {
    start: costUnder(traffic, first.weights),
    end: costUnder(traffic, end.weights),
    around: costUnder(traffic, around),
    shipped: costUnder(traffic, shippedPolicy.weights),
    optimum: optimum.cost,
  };
  const wayTo = (cost: number): number | null =>
    costs.start <= cost
      ? null
      : Math.round((1_000 * (costs.start - costs.end)) / (costs.start - cost)) / 1_000;
  const judged = judgeChanges(changes, versions, first, traffic, days.length);
  const harmful = judged.filter(({ action, harm }) => action === 'publish' && (harm ?? 0) > 0);
  return {
    turns: turns.length,
    durationS,
    start: { l1: distance(around, first.weights), weights: differences(around, first.weights) },
    costs: { ...costs, closed: wayTo(optimum.cost), closedToAround: wayTo(costs.around) },
    costByDay: costByDay(decisions),
    optimum: { l1FromStart: distance(first.weights, optimum.weights), weights: optimum.weights },
    end: {
      l1FromStart: distance(first.weights, end.weights),
      weights: differences(first.weights, end.weights),
    },
    changes: judged,
    published: judged.filter(({ action }) => action === 'publish').length,
    reverted: judged.filter(({ action }) => action === 'revert').length,
    signChanges: signChanges(judged),
    harmful: {
      changes: harmful.length,
      liveDaysMax: Math.max(0, ...harmful.map(({ liveDays }) => liveDays ?? 0)),
      worst: Math.max(0, ...harmful.map(({ harm }) => harm ?? 0)),
    },
    misrouted: { first: misroutedIn(days.slice(0, edgeDays)), last: misroutedIn(days.slice(-edgeDays)) },
    labels,
    outcomes: countsOf(outcomes),
    stale: staleOf(decisions, changes),
    troubles,
  };
}

function countsOf(words: readonly string[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, own]) => [word, own.length]));
}

function staleOf(decisions: readonly KnownDecision[], changes: readonly StoredChange[]): number {
  return decisions.filter(({ day, decision, policyName }) => {
    // What ends a day is published at the first instant of the next.
    const live = changes.findLast((change) => change.day <= day && change.action !== 'confirm');
    if (live === undefined) return policyName !== 'shipped';
    return policyName !== 'fleet' || decision.policyVersion !== live.version;
  }).length;
}
