/** What a turn costs, as measured. All in milliseconds of processor time per turn, background work included. */
export interface TurnCosts {
  readonly consumer: number;
  readonly digest: number;
  readonly chunker: number;
  readonly episodic: number;
  readonly postgres: number;
  readonly redis: number;
}

/** A fleet and what it stands on. */
export interface Fleet {
  readonly digests: number;
  readonly consumers: number;
  readonly chunkers: number;
  readonly episodics: number;
  /** Turns that one digest runs at once. */
  readonly concurrency: number;
  /** How long the model takes for a turn, in milliseconds. */
  readonly modelMs: number;
  /** Turns that the model's provider answers at once; Infinity where it sets no limit. */
  readonly modelSlots: number;
  /** Processor cores that Postgres has to itself. */
  readonly postgresCores: number;
  /** Commits that a turn waits for, and how long its disk takes to make one safe, in milliseconds. */
  readonly commitsPerTurn: number;
  readonly flushMs: number;
  /** Connections that one process shares among its work, beside the one for leases and heartbeats, and those that Postgres admits. */
  readonly poolSize: number;
  readonly maxConnections: number;
  /** One machine that all processes and both stores share; absent where each has cores of its own. */
  readonly machine?: SharedMachine;
}

/** A machine on which everything runs, as where bench/scale.ts is run. */
export interface SharedMachine {
  readonly cores: number;
  /** What else a turn costs on it, in milliseconds: the load generator's share. */
  readonly besideMs: number;
}

/** Why a fleet goes no faster. */
export interface Limit {
  readonly what: string;
  readonly turnsPerS: number;
}

/** What a fleet does when there is always another message waiting. */
export interface FleetForecast {
  readonly turnsPerS: number;
  /** From the claim of a turn to its end, in milliseconds. */
  readonly turnMs: number;
  /** The share of its time that each resource is busy, 0 to 1. */
  readonly busy: Readonly<Record<string, number>>;
  /** All limits of the fleet, the lowest first. */
  readonly limits: readonly Limit[];
  /** Connections that the processes may open, and that are in use at a time on average. */
  readonly connections: { readonly opened: number; readonly inUse: number };
  /** Replicas that keep up with so many turns. */
  readonly needed: { readonly consumers: number; readonly chunkers: number; readonly episodics: number };
}

/** No process is planned busier than this: above it waiting grows faster than work. */
const planned = 0.7;

interface Station {
  readonly name: string;
  /** Milliseconds of work a turn brings. */
  readonly demand: number;
  /** Milliseconds of it that the turn itself waits for. */
  readonly inPath: number;
  /** How many can work on it at once; each does a like share. */
  readonly servers: number;
}

/**
 * What a fleet reaches, by mean value analysis of a closed network: as many turns as the digests run at once go round,
 * each through the stations where it may wait and the delays where it does not. Stations with several servers are taken
 * for one that is as many times faster, and the rest of their time for a delay (Seidmann). Pure.
 */
export function forecast(costs: TurnCosts, fleet: Fleet): FleetForecast {
  const stations = stationsOf(costs, fleet);
  const inFlight = Math.min(fleet.digests * fleet.concurrency, fleet.modelSlots);
  // Commits that wait at the same time share one flush: a slow disk costs each turn time, but no throughput.
  const delay = fleet.modelMs + 1.5 * fleet.flushMs * fleet.commitsPerTurn;
  const { turnsPerMs, turnMs, postgresMs } = meanValues(stations, delay, inFlight);
  const perS = (servers: number, ms: number): number => (ms === 0 ? Infinity : (1_000 * servers) / ms);
  const processes = fleet.digests + fleet.consumers + fleet.chunkers + fleet.episodics;
  const needed = (ms: number): number => Math.max(1, Math.ceil((turnsPerMs * ms) / planned));
  return {
    turnsPerS: 1_000 * turnsPerMs,
    turnMs,
    busy: Object.fromEntries(
      stations.map(({ name, demand, servers }) => [name, (turnsPerMs * demand) / servers]),
    ),
    limits: [
      ...stations.map(({ name, demand, servers }) => ({ what: name, turnsPerS: perS(servers, demand) })),
      { what: 'chunker', turnsPerS: perS(fleet.chunkers, costs.chunker) },
      { what: 'episodic', turnsPerS: perS(fleet.episodics, costs.episodic) },
      { what: 'waiting for the model', turnsPerS: perS(inFlight, delay + sum(stations)) },
    ].toSorted((a, b) => a.turnsPerS - b.turnsPerS),
    connections: { opened: processes * (fleet.poolSize + 1), inUse: turnsPerMs * postgresMs },
    needed: {
      consumers: needed(costs.consumer),
      chunkers: needed(costs.chunker),
      episodics: needed(costs.episodic),
    },
  };
}

function stationsOf(costs: TurnCosts, fleet: Fleet): Station[] {
  const own = [
    { name: 'redis', demand: costs.redis, servers: 1 },
    { name: 'postgres', demand: costs.postgres, servers: fleet.postgresCores },
    { name: 'digest', demand: costs.digest, servers: fleet.digests },
    { name: 'consumer', demand: costs.consumer, servers: fleet.consumers },
  ].map((station) => ({ ...station, inPath: station.demand }));
  if (fleet.machine === undefined) return own;
  // Who shares cores waits for cores, whichever process needs them; what works in the background takes them too.
  const inPath = sum(own);
  const demand = inPath + costs.chunker + costs.episodic + fleet.machine.besideMs;
  return [{ name: 'machine', demand, inPath, servers: fleet.machine.cores }];
}

function sum(stations: readonly Station[]): number {
  return stations.reduce((total, { inPath }) => total + inPath, 0);
}

function meanValues(
  stations: readonly Station[],
  delay: number,
  inFlight: number,
): { turnsPerMs: number; turnMs: number; postgresMs: number } {
  const queue = stations.map(() => 0);
  let [turnsPerMs, turnMs, postgresMs] = [0, delay, 0];
  for (let turns = 1; turns <= inFlight; turns += 1) {
    const residence = stations.map(({ demand, inPath, servers }, index) => {
      const shared = demand / servers;
      return shared * (queue[index] ?? 0) + inPath;
    });
    turnMs = delay + residence.reduce((total, ms) => total + ms, 0);
    turnsPerMs = turns / turnMs;
    stations.forEach(({ name, demand, inPath, servers }, index) => {
      const ms = residence[index] ?? 0;
      // Only what waits for the shared server queues; the delay part is nobody's queue.
      queue[index] = turnsPerMs * (ms - inPath + demand / servers);
      if (name === 'postgres') postgresMs = ms;
    });
  }
  return { turnsPerMs, turnMs, postgresMs };
}
