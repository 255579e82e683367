import { rounded, type Spread, spreadOf } from '@salience/testing/load';
import type { Figures } from './peer-rounds.ts';

/** One scenario over all rounds. */
export type Scenario = Readonly<Record<string, Spread>>;

/** All scenarios, ours against the best of the frameworks, and what the figures hide. */
export interface Comparison {
  readonly scenarios: Readonly<Record<string, Scenario>>;
  /** Ours divided by the best of LangGraph.js and Mastra; absent where either side was left out. */
  readonly ratios: Readonly<Record<string, Ratio>>;
  readonly notes: readonly string[];
  readonly faultCount: number;
  readonly faults: readonly string[];
}

/** Turns per second of ours as a multiple of a peer's, from medians. */
export interface Ratio {
  /** Against the better of LangGraph.js and Mastra as their documentation sets them up. */
  readonly toBestDefault: number;
  /** Against the best of all their variants, durability "exit" included. */
  readonly toBest: number;
  readonly best: string;
  /** Processor time of a turn of the cheapest variant as a multiple of ours: below 1 ours is the dearer one. */
  readonly cpuOfCheapest: number;
  readonly floor: number;
}

const defaults = ['langgraph', 'mastra'];
const frameworks = [...defaults, 'langgraph-exit'];
/** What ours has to reach, by scenario. */
const floors: Readonly<Record<string, number>> = { salience: 2, 'salience-no-embedder': 5 };

const notes = [
  'Ours is a whole service: HTTP in, a durable queue, order within a thread on any number of replicas, one terminal event, an event stream out, routing, and memory built in the background. Its processor time is that of all its processes, Redis and Postgres, while the load generator competes for the same processors.',
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
  const names = ['turnsPerS', 'p50Ms', 'p95Ms', 'p99Ms', 'cpuMsPerTurn', 'queriesPerTurn', 'rssMb'] as const;
  return Object.fromEntries(
    names.flatMap((name) => {
      const values = figures.flatMap((one) => one[name] ?? []);
      return values.length === 0 ? [] : [[name, spreadOf(values)]];
    }),
  );
}

function ratioOf(scenarios: Readonly<Record<string, Scenario>>, ours: string): Ratio | undefined {
  const speed = (name: string): number => scenarios[name]?.turnsPerS?.median ?? 0;
  const cpu = (name: string): number => scenarios[name]?.cpuMsPerTurn?.median ?? Infinity;
  const fastest = (names: readonly string[]): string =>
    names.reduce((best, name) => (speed(name) > speed(best) ? name : best));
  const [best, bestDefault] = [fastest(frameworks), fastest(defaults)];
  if (speed(ours) === 0 || speed(best) === 0 || speed(bestDefault) === 0) return undefined;
  return {
    toBestDefault: rounded(speed(ours) / speed(bestDefault)),
    toBest: rounded(speed(ours) / speed(best)),
    best,
    cpuOfCheapest: rounded(Math.min(...frameworks.map(cpu)) / cpu(ours)),
    floor: floors[ours] ?? 0,
  };
}
