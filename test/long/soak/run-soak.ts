import { checkTurns, type CheckStats, type ClientEntry } from '@salience/testing';
import { runClients } from '../chaos/clients.ts';
import { type Crash, Fleet } from '../chaos/fleet.ts';
import type { FleetSize } from '../chaos/options.ts';
import { comesToRest, pendingWork } from '../chaos/rest.ts';
import { takeoverLimitMs } from '../chaos/run-chaos.ts';
import { driveLoad, seededRandom, startStores, type Stores, uniqueText } from '@salience/testing/load';
import { killInRhythm } from './kills.ts';
import { type MemoryOverTime, watchMemory } from './memory-watch.ts';
import { startPace } from './pace.ts';
import { growthPerTurn, type TableGrowth, tableSizes } from './table-growth.ts';

/** What a soak is. */
export interface SoakOptions {
  readonly backend: 'redis' | 'postgres';
  readonly minutes: number;
  readonly killEveryS: number;
  /** Turns per second; undefined: half of what a calibration without kills reaches. */
  readonly rate: number | undefined;
  readonly calibrationS: number;
  readonly threads: number;
  readonly seed: number;
  readonly redisServer: string | undefined;
  readonly say: (line: string) => void;
}

/** What a soak found. No violations is the only good end. */
export interface SoakReport {
  readonly backend: string;
  readonly minutes: number;
  /** What the calibration reached, in turns per second; null when the rate was given. */
  readonly fullRate: number | null;
  readonly rate: number;
  readonly turns: number;
  readonly turnsPerS: number;
  /** Kills by what was killed. */
  readonly kills: Readonly<Record<string, number>>;
  readonly crashes: readonly Crash[];
  readonly violations: readonly string[];
  readonly takeoverMsP95: number;
  readonly retries: number;
  /** What was pending when the last message had been accepted, and how long it took to be done, in seconds. */
  readonly backlog: { readonly pending: Readonly<Record<string, number>>; readonly drainedAfterS: number };
  readonly memory: Readonly<Record<string, MemoryOverTime>>;
  readonly tables: Readonly<Record<string, TableGrowth>>;
  readonly bytesPerTurn: number;
  readonly stats: CheckStats;
}

/** Threads as long as people have them; each then stays behind, as in production. */
const turnsPerThread = 20;
/** Outages of the stores: every three minutes, in a short run twice. */
const outageEveryMs = (minutes: number): number => Math.min(180_000, (minutes * 60_000) / 3);
/** When a thread counts as silent: a minute, in a short run less. */
const silenceMs = (minutes: number): number => Math.round(Math.min(60_000, minutes * 5_000));

/** Runs a soak on stores of its own and judges it. Leaves nothing behind. */
export async function runSoak(options: SoakOptions): Promise<SoakReport> {
  const fullRate = options.rate === undefined ? await calibrate(options) : null;
  const rate = options.rate ?? Math.max(1, (fullRate ?? 0) / 2);
  options.say(`${rate.toFixed(1)} turns per second for ${options.minutes} minutes`);
  return withFleet(options, (run) => soak(options, run, { rate, fullRate }));
}

interface Run {
  readonly stores: Stores;
  readonly fleet: Fleet;
  readonly random: () => number;
}

/** The same fleet as chaos, on fresh stores. */
async function withFleet<T>(options: SoakOptions, work: (run: Run) => Promise<T>): Promise<T> {
  const random = seededRandom(options.seed);
  const stores = await startStores(options.backend, options.redisServer);
  const size: FleetSize = { turns: 1, consumers: 2, digests: 3, chunkers: 2, episodics: 2, schedulers: 2 };
  const fleet = new Fleet(
    size,
    {
      database: stores.database,
      queues: { env: stores.env },
      // Silence ends stretches within the run, as it does over a day in production.
      env: { SALIENCE_SILENCE_MS: String(silenceMs(options.minutes)), SALIENCE_EXPIRY_MS: '5000' },
    },
    { named: [], random, say: options.say },
  );
  try {
    await fleet.start();
    return await work({ stores, fleet, random });
  } finally {
    await fleet.stop();
    await stores.database.close().catch((error: unknown) => options.say(String(error)));
    await stores.stop();
  }
}

/** Turns per second of the same fleet at 64 clients without kills. */
function calibrate(options: SoakOptions): Promise<number> {
  return withFleet(options, async ({ stores, fleet }) => {
    const figures = await driveLoad(
      {
        urls: fleet.consumerUrls(),
        seed: options.seed,
        threadPrefix: 'calibration',
        turnsPerThread,
        warmMs: (options.calibrationS * 1_000) / 2,
        measureMs: options.calibrationS * 1_000,
      },
      () => stores.pids(),
    );
    if (figures.faultCount > 0) throw new Error(`The calibration saw faults: ${figures.faults.join('; ')}`);
    return figures.turnsPerS;
  });
}

async function soak(
  options: SoakOptions,
  { stores, fleet, random }: Run,
  { rate, fullRate }: { readonly rate: number; readonly fullRate: number | null },
): Promise<SoakReport> {
  const forMs = options.minutes * 60_000;
  const sizesBefore = await tableSizes(stores);
  const memory = watchMemory(() => watched(stores, fleet));
  const startedAt = performance.now();
  const pace = startPace(rate, forMs);
  let number = 0;
  const [load] = await Promise.all([
    runClients({
      turns: Number.POSITIVE_INFINITY,
      threads: options.threads,
      seed: options.seed,
      random,
      turnsPerThread,
      urls: () => fleet.consumerUrls(),
      accepted: () => {},
      next: () => pace.next(),
      say: (source) => uniqueText(source, (number += 1)),
    }),
    killInRhythm({
      fleet,
      stores,
      backend: options.backend,
      random,
      forMs,
      everyMs: options.killEveryS * 1_000,
      outageEveryMs: outageEveryMs(options.minutes),
    }),
  ]);
  const loadedS = (performance.now() - startedAt) / 1_000;
  const pending = await pendingWork(stores);
  const restless = await comesToRest(stores, options.say);
  // The wait for rest looks twice, four seconds apart.
  const drainedAfterS = Math.max(0, (performance.now() - startedAt) / 1_000 - loadedS - 4);
  const used = memory.stop();
  const { violations, stats } = await judge(stores, load.log);
  const tables = growthPerTurn(sizesBefore, await tableSizes(stores), stats.turns);
  return {
    backend: options.backend,
    minutes: options.minutes,
    fullRate,
    rate: Math.round(10 * rate) / 10,
    turns: stats.turns,
    turnsPerS: Math.round((10 * stats.turns) / loadedS) / 10,
    kills: killsByKind(fleet),
    crashes: fleet.crashes,
    violations: [...restless, ...violations],
    takeoverMsP95: stats.takeovers.p95Ms,
    retries: load.retries,
    backlog: { pending, drainedAfterS: Math.round(10 * drainedAfterS) / 10 },
    memory: used,
    tables,
    bytesPerTurn: Object.values(tables).reduce((sum, table) => sum + table.bytesPerTurn, 0),
    stats,
  };
}

/** The independent checker, and two counts of our own that only the harness can make. */
async function judge(
  stores: Stores,
  log: readonly ClientEntry[],
): Promise<{ violations: string[]; stats: CheckStats }> {
  const checked = await checkTurns({ ownerUrl: stores.database.ownerUrl, clientLog: log });
  const { stats, violations } = checked;
  const accepted = new Set(log.map((entry) => entry.key)).size;
  if (stats.turns !== accepted)
    violations.push(`every message is one turn: ${accepted} were accepted, ${stats.turns} are stored`);
  const { p95Ms } = stats.takeovers;
  if (p95Ms > takeoverLimitMs)
    violations.push(`lanes are taken over in time: p95 ${p95Ms} ms, at most ${takeoverLimitMs} ms`);
  return { violations, stats };
}

function watched(stores: Stores, fleet: Fleet): { name: string; pid: number }[] {
  const apps = fleet.processes();
  const named = apps.map(({ app, slot, pid }) => {
    const first = apps.every((other) => other.app !== app || other.slot >= slot);
    return { name: `${app} ${slot}${first ? ' (spared)' : ''}`, pid };
  });
  return [...named, ...Object.entries(stores.pids()).map(([name, pid]) => ({ name, pid }))];
}

function killsByKind(fleet: Fleet): Record<string, number> {
  const kinds = Map.groupBy(fleet.kills, ({ what }) => what.replace(/ \d+$/, ''));
  return Object.fromEntries([...kinds].map(([kind, kills]) => [kind, kills.length]));
}
