// What an overheard message costs, all in: HTTP, its turn without embedder and recall, and what comes after it, its vector, its chunk and
// its share of an episode. Processor time is read from before the first of them to when all are remembered. In the same run, before and after,
// the naive floor answers as many messages on the same stores. Prints one line of JSON. `node bench/overheard.ts --backend redis|postgres`
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { AppName } from '@salience/contracts';
import { spawnApp } from '@salience/testing';
import {
  cpuBetween,
  cpuPerTurn,
  driveLoad,
  type LoadFigures,
  printReport,
  readCpu,
  rounded,
  type Stores,
  startStores,
} from '@salience/testing/load';
import { untilRemembered } from './src/throughput/background.ts';
import { startNaive } from './src/throughput/naive/start-naive.ts';

const { values } = parseArgs({
  options: {
    backend: { type: 'string', default: 'redis' },
    clients: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '20' },
    /** Exit 1 above. */
    'limit-ms': { type: 'string', default: '5' },
  },
});
const apps: readonly AppName[] = ['consumer', 'digest', 'memory-chunker', 'episodic', 'scheduler'];
const load = { clients: Number(values.clients), warmMs: 3_000, measureMs: 1_000 * Number(values.seconds) };
const limitMs = Number(values['limit-ms']);

await printReport(
  async () => {
    const stores = await startStores(
      values.backend === 'postgres' ? 'postgres' : 'redis',
      process.env.SALIENCE_TEST_REDIS_SERVER,
    );
    try {
      const first = await naive(stores, 'before');
      const measured = await overheard(stores);
      const floors = [first, await naive(stores, 'after')].flatMap((floor) => floor ?? []);
      const naiveMs = floors.reduce((sum, { cpuMsPerTurn }) => sum + cpuMsPerTurn, 0) / floors.length;
      return {
        bench: 'overheard',
        backend: values.backend,
        ...measured,
        naiveCpuMs: floors.length === 0 ? null : rounded(naiveMs),
        limitMs,
      };
    } finally {
      await stores.database.close();
      await stores.stop();
    }
  },
  ({ cpuMs, faultCount, uncoded }) => cpuMs <= limitMs && faultCount === 0 && uncoded === 0,
);

/** Lets a fleet overhear rooms until everything that was said is remembered. */
async function overheard(stores: Stores) {
  const { database, env } = stores;
  const fleet = await Promise.all(
    apps.map((app) =>
      spawnApp(app, {
        database,
        queues: { env },
        env: { SALIENCE_EMBEDDER: 'on', ...(app === 'digest' ? { SALIENCE_CONCURRENCY: '16' } : {}) },
      }),
    ),
  );
  const pids = () => ({ ...Object.fromEntries(fleet.map(({ app, pid }) => [app, pid])), ...stores.pids() });
  const talk = { ...load, kind: 'overheard', urls: [fleet[0]?.httpUrl() ?? ''], turnsPerThread: 0 } as const;
  await driveLoad({ ...talk, measureMs: 5_000, seed: 7, threadPrefix: 'warm' }, pids);
  await untilAtRest(stores);
  const before = await exchanges(stores);
  const started = readCpu(pids());
  // Everything that it says is counted, its warm-up too.
  const said = await driveLoad({ ...talk, seed: 11, threadPrefix: 'room' }, pids);
  const backlogS = await untilAtRest(stores);
  const used = cpuBetween(started, readCpu(pids()));
  const after = await exchanges(stores);
  const count = after.count - before.count;
  const { total, ...by } = cpuPerTurn(used, count);
  await Promise.all(fleet.map((app) => app.stop()));
  return {
    messages: count,
    ignored: rounded((after.ignored - before.ignored) / Math.max(count, 1)),
    uncoded: after.uncoded,
    perS: said.turnsPerS,
    p50Ms: said.p50Ms,
    p95Ms: said.p95Ms,
    cpuMs: total,
    cpuMsBy: by,
    backlogS,
    faultCount: said.faultCount,
    faults: said.faults.slice(0, 3),
  };
}

async function exchanges({ database }: Stores) {
  const [row] = await database.admin<{ count: number; uncoded: number; ignored: number }>(
    `select count(*)::int as count, count(*) filter (where c.item_id is null and e.code is null)::int as uncoded,
       count(*) filter (where e.mode = 'IGNORE')::int as ignored
     from salience.turn_ends e left join salience.memory_codes c on c.item_id = e.exchange_id where e.exchange_id is not null`,
  );
  return row as NonNullable<typeof row>;
}

/** Resolves with the seconds until everything that was said has its vector and its memory; at most two minutes. */
async function untilAtRest(stores: Stores): Promise<number> {
  const from = performance.now();
  while ((await exchanges(stores)).uncoded > 0 && performance.now() - from < 60_000) await pause(100);
  await untilRemembered(stores.database);
  return Math.round((performance.now() - from) / 10) / 100;
}

/** The floor on the same stores; nothing on the Postgres backend, which no straightforward build has. */
async function naive(stores: Stores, when: string): Promise<LoadFigures | undefined> {
  const { database, env } = stores;
  if (env.REDIS_URL === undefined) return undefined;
  const floor = await startNaive({ adminUrl: database.adminUrl, redisUrl: env.REDIS_URL });
  try {
    return await driveLoad(
      { ...load, measureMs: 5_000, urls: [floor.url], seed: 3, threadPrefix: `naive-${when}`, echo: true },
      () => ({ ...floor.pids, ...stores.pids() }),
    );
  } finally {
    await floor.stop();
  }
}
