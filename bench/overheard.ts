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
    const { database, env } = stores;
    const naive = async (when: string): Promise<LoadFigures | undefined> => {
      if (env.REDIS_URL === undefined) return undefined;
      const floor = await startNaive({ adminUrl: database.adminUrl, redisUrl: env.REDIS_URL });
      try {
        return await driveLoad(
          {
            ...load,
            measureMs: 5_000,
            urls: [floor.url],
            seed: 3,
            threadPrefix: `naive-${when}`,
            echo: true,
          },
          () => ({ ...floor.pids, ...stores.pids() }),
        );
      } finally {
        await floor.stop();
      }
    };
    const exchanges = async (): Promise<{ count: number; uncoded: number; ignored: number }> => {
      const [row] = await database.admin<{ count: number; uncoded: number; ignored: number }>(
        `select count(*)::int as count, count(*) filter (where c.item_id is null)::int as uncoded,
           count(*) filter (where e.mode = 'IGNORE')::int as ignored
         from salience.exchanges e left join salience.memory_codes c on c.item_id = e.id`,
      );
      return row as NonNullable<typeof row>;
    };
    /** Everything that was said has its vector and its memory. */
    const atRest = async (): Promise<number> => {
      const from = performance.now();
      while ((await exchanges()).uncoded > 0 && performance.now() - from < 60_000) await pause(100);
      await untilRemembered(database);
      return Math.round((performance.now() - from) / 10) / 100;
    };
    try {
      const first = await naive('before');
      const fleet = await Promise.all(
        apps.map((app) =>
          spawnApp(app, {
            database,
            queues: { env },
            env: { SALIENCE_EMBEDDER: 'on', ...(app === 'digest' ? { SALIENCE_CONCURRENCY: '16' } : {}) },
          }),
        ),
      );
      const pids = () => ({
        ...Object.fromEntries(fleet.map(({ app, pid }) => [app, pid])),
        ...stores.pids(),
      });
      const url = fleet[0]?.httpUrl() ?? '';
      const talk = { ...load, kind: 'overheard', urls: [url], turnsPerThread: 0 } as const;
      await driveLoad({ ...talk, measureMs: 5_000, seed: 7, threadPrefix: 'warm' }, pids);
      await atRest();
      const before = await exchanges();
      const started = readCpu(pids());
      // Everything that it says is counted, its warm-up too.
      const said = await driveLoad({ ...talk, seed: 11, threadPrefix: 'room' }, pids);
      const backlogS = await atRest();
      const used = cpuBetween(started, readCpu(pids()));
      const after = await exchanges();
      const count = after.count - before.count;
      const { total, ...by } = cpuPerTurn(used, count);
      await Promise.all(fleet.map((app) => app.stop()));
      const floors = [first, await naive('after')].flatMap((floor) => floor ?? []);
      const naiveCpu = floors.map(({ cpuMsPerTurn }) => cpuMsPerTurn);
      return {
        bench: 'overheard',
        backend: values.backend,
        messages: count,
        ignored: rounded((after.ignored - before.ignored) / Math.max(count, 1)),
        uncoded: after.uncoded,
        perS: said.turnsPerS,
        p50Ms: said.p50Ms,
        p95Ms: said.p95Ms,
        cpuMs: total,
        cpuMsBy: by,
        windowCpuMs: said.cpuMsPerTurn,
        backlogS,
        naiveCpuMs:
          naiveCpu.length === 0 ? null : rounded(naiveCpu.reduce((sum, ms) => sum + ms, 0) / naiveCpu.length),
        faultCount: said.faultCount,
        faults: said.faults.slice(0, 3),
        limitMs,
      };
    } finally {
      await database.close();
      await stores.stop();
    }
  },
  ({ cpuMs, faultCount, uncoded }) => cpuMs <= limitMs && faultCount === 0 && uncoded === 0,
);
