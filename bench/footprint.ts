// What the whole stack costs a machine: resident memory of every process, idle and under load, and its processor time while
// nothing happens. All eight apps and both stores, as `salience up` runs them. `node bench/footprint.ts` prints one line of JSON.
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { appNames } from '@salience/contracts';
import { type SpawnedApp, spawnApp } from '@salience/testing';
import {
  cpuBetween,
  descendants,
  driveLoad,
  proportionalMb,
  readCpu,
  residentMb,
  startStores,
} from '@salience/testing/load';

const { values } = parseArgs({
  options: {
    backend: { type: 'string', default: 'redis' },
    'idle-seconds': { type: 'string', default: '30' },
    seconds: { type: 'string', default: '30' },
    clients: { type: 'string', default: '16' },
  },
});
const limits = { workerMb: 150, embedderMb: 280, idleCpuPercent: 5 };
const idleMs = 1_000 * Number(values['idle-seconds']);

const backend = values.backend === 'postgres' ? 'postgres' : 'redis';
const stores = await startStores(backend, process.env.SALIENCE_TEST_REDIS_SERVER);
try {
  const fleet = await Promise.all(
    appNames.map((app) => spawnApp(app, { database: stores.database, queues: { env: stores.env } })),
  );
  const most: Record<string, number> = {};
  const look = (): void => {
    for (const { app, pid } of fleet) most[app] = Math.max(most[app] ?? 0, residentMb(pid));
  };
  const watch = setInterval(look, 250);

  // Starting is not idling: what was loaded first settles.
  await pause(10_000);
  const idleMb = now(fleet);
  const idleCpu = await cpuPercent(fleet);
  const load = await driveLoad(
    {
      urls: [(fleet.find(({ app }) => app === 'consumer') as SpawnedApp).httpUrl()],
      clients: Number(values.clients),
      measureMs: 1_000 * Number(values.seconds),
      turnsPerThread: 20,
      seed: 21,
      threadPrefix: 'footprint',
    },
    () => ({}),
  );
  const postgres = postgresNow();
  const [held] = await stores.database.admin<{ count: number }>(
    "select count(*) as count from pg_stat_activity where backend_type = 'client backend'",
  );
  await pause(10_000);
  clearInterval(watch);
  look();
  const others = Object.entries(most).filter(([app]) => app !== 'digest');
  const report = {
    bench: 'footprint',
    backend,
    largestWorkerMb: Math.max(...others.map(([, mb]) => mb)),
    largestEmbedderMb: most.digest,
    idleCpuPercent: total(idleCpu),
    idleCpuPercentBy: idleCpu,
    idleMb,
    mostMb: most,
    afterMb: now(fleet),
    postgresMb: postgres.mb,
    postgresConnections: Number(held?.count),
    redisMb: stores.pids().redis === undefined ? null : residentMb(stores.pids().redis ?? 0),
    turnsPerS: load.turnsPerS,
    faultCount: load.faultCount,
    limits,
  };
  process.stdout.write(`${JSON.stringify(report)}\n`);
  const isHeld =
    report.largestWorkerMb <= limits.workerMb &&
    (most.digest ?? 0) <= limits.embedderMb &&
    report.idleCpuPercent <= limits.idleCpuPercent;
  process.exitCode = isHeld ? 0 : 1;
  await Promise.all(fleet.map((app) => app.stop()));
} finally {
  await stores.database.close();
  await stores.stop();
}

function now(fleet: readonly SpawnedApp[]): Record<string, number> {
  return Object.fromEntries(fleet.map(({ app, pid }) => [app, residentMb(pid)]));
}

/** Per cent of one core by process, over the idle time. */
async function cpuPercent(fleet: readonly SpawnedApp[]): Promise<Record<string, number>> {
  const named = { ...Object.fromEntries(fleet.map(({ app, pid }) => [app, pid])), ...stores.pids() };
  const before = readCpu(named);
  const startedAt = performance.now();
  await pause(idleMs);
  const used = cpuBetween(before, readCpu(named));
  const passedMs = performance.now() - startedAt;
  return Object.fromEntries(
    Object.entries(used).map(([name, ms]) => [name, Math.round((10_000 * ms) / passedMs) / 100]),
  );
}

/** The Postgres server with all its processes; shared memory is counted once. */
function postgresNow(): { mb: number } {
  const server = stores.pids().postgres;
  const all = [server, ...descendants(server)];
  const mb = all.reduce((sum, pid) => sum + proportionalMb(pid), 0);
  return { mb: Math.round(mb) };
}

function total(by: Readonly<Record<string, number>>): number {
  return Math.round(100 * Object.values(by).reduce((sum, value) => sum + value, 0)) / 100;
}
