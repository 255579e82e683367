import { rounded, type Spread, spreadOf } from '@salience/testing/load';
import type { Figures } from './peer-rounds.ts';

/** One scenario over all rounds; `cpuMs.<process>` are the parts of `cpuMsPerTurn`. */
export type Scenario = Readonly<Record<string, Spread>>;

/** All scenarios, ours against each of the others, and what the figures hide. */
export interface Comparison {
  readonly scenarios: Readonly<Record<string, Scenario>>;
  /** Of each scenario of ours; absent where it or all frameworks were left out. */
  readonly ratios: Readonly<Record<string, Ratio>>;
  readonly notes: readonly string[];
  readonly faultCount: number;
  readonly faults: readonly string[];
}

/** Ours as a multiple of a peer's or floor's, from medians. */
export interface Share {
  readonly turnsPerS: number;
  readonly cpuMsPerTurn: number;
}

/** One scenario of ours beside all that ran in the same rounds. */
export interface Ratio {
  readonly to: Readonly<Record<string, Share>>;
  /** Turns per second as a multiple of the fastest framework's, durability "exit" included. */
  readonly toBest: number;
  readonly best: string;
  /** What `toBest` has to reach. */
  readonly floor: number;
}

const frameworks = ['langgraph', 'mastra', 'langgraph-exit'];
/** What ours has to reach, by scenario. */
const floors: Readonly<Record<string, number>> = { salience: 2, 'salience-no-embedder': 5 };

const notes = [
  'Ours is a whole service: HTTP in, a durable queue, order within a thread on any number of replicas, one terminal event, an event stream out, routing, and memory built in the background. Its processor time is that of all its processes, Redis and Postgres, while the load generator competes for the same processors.',
  'The floors: bare-pg is the turn of the peers with two statements and no framework; naive-floor is a service with HTTP, a queue, a stream and four statements a turn, without order, cognition or memory.',
  'The peers run inside of the measuring process: no HTTP, no queue, no stream, no second process. They would need all of that to be a service.',
  'A peer is one process, so one core of JavaScript beside Postgres; ours is five processes beside two stores. More processes of a peer would answer more on more cores: compare processor time of a turn as well.',
  'LangGraph.js can resume a graph between two nodes and go back to any earlier state; ours repeats a turn from its start. Its state grows with the conversation, since it stores the whole list of messages.',
  'LangGraph.js with durability "exit" stores a turn once at its end: a crash before that loses the message. Its default stores in the background while the graph runs.',
  'Mastra can suspend a run and go on with it later; the leaner setup measured here keeps no snapshots for that.',
  'The AI SDK with two statements keeps no message until the reply is there, keeps no order between two processes, and calls the model again after a crash.',
  'Ours commits a message before it answers the first byte, and a reply together with the decision that led to it; no peer as set up here does either.',
] as const;

/** Puts rounds together. */
export function compareRounds(rounds: ReadonlyMap<string, readonly Figures[]>): Comparison {
  const scenarios = Object.fromEntries([...rounds].map(([name, figures]) => [name, overRounds(figures)]));
  const all = [...rounds].flatMap(([name, figures]) => figures.map((one) => ({ name, one })));
  return {
    scenarios,
    ratios: Object.fromEntries(
      Object.keys(floors).flatMap((ours) => {
        const ratio = ratioOf(scenarios, ours);
        return ratio === undefined ? [] : [[ours, ratio]];
      }),
    ),
    notes,
    faultCount: all.reduce((sum, { one }) => sum + one.faultCount, 0),
    faults: all.flatMap(({ name, one }) => one.faults.map((fault) => `${name}: ${fault}`)).slice(0, 20),
  };
}

function overRounds(figures: readonly Figures[]): Scenario {
  const rows = figures.map(({ cpuMsPerTurnBy, ...figure }): Record<string, number> => {
    const own = Object.entries(figure).flatMap(([name, value]) =>
      typeof value === 'number' ? [[name, value] as const] : [],
    );
    const parts = Object.entries(cpuMsPerTurnBy).map(([name, ms]) => [`cpuMs.${name}`, ms] as const);
    return Object.fromEntries([...own, ...parts]);
  });
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  return Object.fromEntries(
    [...names].map((name) => [name, spreadOf(rows.flatMap((row) => row[name] ?? []))]),
  );
}

function ratioOf(scenarios: Readonly<Record<string, Scenario>>, ours: string): Ratio | undefined {
  const median = (name: string, figure: keyof Share): number => scenarios[name]?.[figure]?.median ?? 0;
  const share = (name: string, figure: keyof Share): number =>
    rounded(median(ours, figure) / median(name, figure));
  const best = frameworks.reduce((one, other) =>
    median(other, 'turnsPerS') > median(one, 'turnsPerS') ? other : one,
  );
  if (median(ours, 'turnsPerS') === 0 || median(best, 'turnsPerS') === 0) return undefined;
  const others = Object.keys(scenarios).filter((name) => !(name in floors) && median(name, 'turnsPerS') > 0);
  return {
    to: Object.fromEntries(
      others.map((name) => [
        name,
        { turnsPerS: share(name, 'turnsPerS'), cpuMsPerTurn: share(name, 'cpuMsPerTurn') },
      ]),
    ),
    toBest: share(best, 'turnsPerS'),
    best,
    floor: floors[ours] ?? 0,
  };
}
