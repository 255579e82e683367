import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type CheckStats, checkTurns, until } from '@salience/testing';
import { seededRandom, startStores, type Stores } from '@salience/testing/load';
import { comesToRest } from './rest.ts';
import { type LoadResult, runClients } from './clients.ts';
import { type Crash, Fleet, type Kill } from './fleet.ts';
import { planKills, type RandomKill } from './kill-plan.ts';
import type { ChaosOptions } from './options.ts';

/** What one run found. `violations` and `late` empty is the only good end. */
export interface ChaosReport {
  readonly backend: string;
  readonly seed: number;
  readonly turns: number;
  readonly kills: readonly Kill[];
  readonly namedKills: number;
  readonly crashes: readonly Crash[];
  readonly violations: readonly string[];
  /** What held but took too long; depends on the machine, so tests do not judge it. */
  readonly late: readonly string[];
  readonly takeoverMsP95: number;
  readonly retries: number;
  /** From the first message to quiet, in seconds. */
  readonly durationS: number;
  /** Turns ended per second over that time, outages included. */
  readonly turnsPerS: number;
  readonly stats: CheckStats;
}

/** A lane that a killed worker left has to run on within this, for 95 of 100. */
export const takeoverLimitMs = 15_000;

/** Runs the load under kills and outages, waits for quiet, and judges. Leaves nothing behind. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const random = seededRandom(options.seed);
  const say = (line: string): void => void (options.verbose && process.stderr.write(`${line}\n`));
  const stores = await startStores(options.backend, options.redisServer);
  const plan = planKills(options, random);
  const fleet = new Fleet(
    options,
    {
      database: stores.database,
      queues: { env: stores.env },
      // Silence ends stretches while turns arrive, so that what is told and what is chunked meet.
      env: { SALIENCE_SILENCE_MS: '2000', SALIENCE_EXPIRY_MS: '1000', SALIENCE_LOG_LEVEL: 'info' },
    },
    { named: plan.named, random, say },
  );
  try {
    await fleet.start();
    const startedAt = performance.now();
    const load = await underFire(options, { stores, fleet, random, say, moments: plan.random });
    const restless = await comesToRest(stores, say, options.restMs);
    const durationS = (performance.now() - startedAt) / 1000;
    const { violations, stats } = await checkTurns({
      ownerUrl: stores.database.ownerUrl,
      clientLog: load.log,
    });
    const report = compose(options, {
      fleet,
      load,
      durationS,
      stats,
      violations: [...restless, ...violations],
    });
    if (options.keep !== undefined) keepLogs(options.keep, fleet);
    return report;
  } finally {
    await fleet.stop();
    await stores.database.close().catch((error: unknown) => say(String(error)));
    await stores.stop();
  }
}

interface Fire {
  readonly stores: Stores;
  readonly fleet: Fleet;
  readonly random: () => number;
  readonly say: (line: string) => void;
  readonly moments: readonly RandomKill[];
}

/** Runs the clients while what is planned happens at its share of ended turns. */
async function underFire(options: ChaosOptions, fire: Fire): Promise<LoadResult> {
  const { fleet, stores, say } = fire;
  const events = plannedEvents(options, fire);
  let over = false;
  const director = (async () => {
    for (const event of events) {
      await until(async () => over || (await endedShare(stores, options.turns)) >= event.progress, {
        what: `${event.progress} of the turns to end`,
        timeoutMs: 3_600_000,
        everyMs: 100,
      });
      say(`at ${event.progress.toFixed(2)}: ${event.what}`);
      await event.happen();
    }
  })();
  const load = await runClients({
    ...options,
    random: fire.random,
    urls: () => fleet.consumerUrls(),
    accepted: () => {},
  });
  over = await until(async () => (await endedShare(stores, options.turns)) >= 0.97, {
    what: 'most turns to end',
    timeoutMs: options.restMs,
    everyMs: 250,
  }).then(
    () => true,
    () => true,
  );
  await director;
  return load;
}

interface PlannedEvent {
  readonly progress: number;
  readonly what: string;
  happen(): Promise<void>;
}

function plannedEvents(options: ChaosOptions, { fleet, stores, moments }: Fire): PlannedEvent[] {
  const event = (progress: number, what: string, happen: () => Promise<void>): PlannedEvent => ({
    progress,
    what,
    happen,
  });
  const outage = (progress: number, what: string, happen: () => Promise<void>): PlannedEvent =>
    event(progress, what, async () => {
      fleet.note(what, null);
      await happen();
    });
  const redis = [
    outage(0.2, 'redis (SIGKILL)', () => stores.killRedis()),
    outage(0.4, 'redis (FLUSHALL)', () => stores.flushRedis()),
    outage(0.75, 'redis (SIGKILL)', () => stores.killRedis()),
  ];
  return [
    ...moments.map(({ app, progress }) => event(progress, `kill ${app}`, () => fleet.killOne(app))),
    ...(options.backend === 'redis'
      ? redis
      : [outage(0.3, 'postgres (immediate)', () => stores.restartPostgres())]),
    outage(0.6, 'postgres (immediate)', () => stores.restartPostgres()),
    ...(stores.pooled ? [outage(0.5, 'pgbouncer (SIGKILL)', () => stores.killPooler())] : []),
    // What no process reached by chance is owed as a kill at a random moment.
    event(0.9, 'kills still owed', async () => {
      const owed = fleet.namedLeft();
      fleet.disarm();
      for (const { app } of owed) {
        await fleet.killOne(app);
        await pause(300);
      }
    }),
  ].toSorted((a, b) => a.progress - b.progress);
}

async function endedShare(stores: Stores, turns: number): Promise<number> {
  try {
    const [row] = await stores.database.admin<{ n: number }>(
      'select count(*)::int as n from salience.terminal_events',
    );
    return (row?.n ?? 0) / turns;
  } catch {
    // Postgres is being restarted: nothing can be said now.
    return 0;
  }
}

interface Outcome {
  readonly fleet: Fleet;
  readonly load: LoadResult;
  readonly durationS: number;
  readonly stats: CheckStats;
  readonly violations: readonly string[];
}

function compose(options: ChaosOptions, { fleet, load, durationS, stats, violations }: Outcome): ChaosReport {
  const p95 = stats.takeovers.p95Ms;
  const late =
    p95 > takeoverLimitMs
      ? [`lanes are taken over in time: p95 ${p95} ms, at most ${takeoverLimitMs} ms`]
      : [];
  const short =
    stats.turns === options.turns
      ? []
      : [`every message is one turn: ${options.turns} were sent, ${stats.turns} are stored`];
  return {
    backend: options.backend,
    seed: options.seed,
    turns: stats.turns,
    kills: fleet.kills,
    namedKills: fleet.kills.filter((kill) => kill.point !== null).length,
    crashes: fleet.crashes,
    violations: [...violations, ...short],
    late,
    takeoverMsP95: p95,
    retries: load.retries,
    durationS: Math.round(durationS * 10) / 10,
    turnsPerS: Math.round((stats.turns / durationS) * 10) / 10,
    stats,
  };
}

function keepLogs(folder: string, fleet: Fleet): void {
  mkdirSync(folder, { recursive: true });
  for (const { name, text } of fleet.logs()) writeFileSync(join(folder, name), text);
}
