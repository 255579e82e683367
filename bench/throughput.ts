// How many turns a fleet answers: 64 clients, each waits for its answer, texts unique, offline responder, everything on:
// two consumers' worth of HTTP, routing, memory search, topics, chunks, episodes, metrics, logs and traces. In the same
// run, before and after, the naive floor does on the same stores what a straightforward build would. Prints one line of JSON.
// `node bench/throughput.ts --backend redis|postgres --embedder on|off --load random|talk`
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { AppName } from '@salience/contracts';
import { type SpawnedApp, spawnApp } from '@salience/testing';
import { driveLoad, type LoadFigures, startStores } from '@salience/testing/load';
import { untilRemembered } from './src/throughput/background.ts';
import { startNaive } from './src/throughput/naive/start-naive.ts';
import { readStrain, watchTables } from './src/throughput/tables.ts';

const { values } = parseArgs({
  options: {
    backend: { type: 'string', default: 'redis' },
    embedder: { type: 'string', default: 'on' },
    clients: { type: 'string', default: '64' },
    warm: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '20' },
    concurrency: { type: 'string', default: '16' },
    /** random: every text unlike all others. talk: conversations, with subjects that last, courtesies, rooms and pauses. */
    load: { type: 'string', default: 'random' },
    'turns-per-thread': { type: 'string', default: '20' },
    /** Share of traces that are sent to a collector, 0 to 1; metrics and logs are always on. */
    'trace-ratio': { type: 'string', default: '0.1' },
    'no-naive': { type: 'boolean', default: false },
    /** Ends without waiting until memory has caught up. */
    'no-backlog': { type: 'boolean', default: false },
    /** SALIENCE_DB_POOL of every app; its default when absent. */
    pool: { type: 'string' },
    /** Adds what the load did to the tables: updates in place, dead rows, runs of vacuum. */
    tables: { type: 'boolean', default: false },
    /** Writes a CPU profile of these apps, separated by commas, to --profile-dir. */
    profile: { type: 'string', default: '' },
    'profile-dir': { type: 'string', default: '' },
  },
});
const backend = values.backend === 'postgres' ? 'postgres' : 'redis';
const load = {
  clients: Number(values.clients),
  warmMs: 1_000 * Number(values.warm),
  measureMs: 1_000 * Number(values.seconds),
};
const apps: readonly AppName[] = ['consumer', 'digest', 'memory-chunker', 'episodic', 'scheduler'];

/** A collector that only receives: what a fleet spends on sending spans counts, what a collector does with them does not. */
const collector = createServer((request, response) => {
  request.resume().once('end', () => response.end('{}'));
}).listen(0, '127.0.0.1');
const stores = await startStores(backend, process.env.SALIENCE_TEST_REDIS_SERVER);
try {
  const naiveFirst = await naive('before');
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    SALIENCE_TRACE_RATIO: values['trace-ratio'],
    SALIENCE_EMBEDDER: values.embedder === 'off' ? 'off' : 'on',
    ...(values.pool === undefined ? {} : { SALIENCE_DB_POOL: values.pool }),
  };
  const fleet = await Promise.all(apps.map((app) => start(app, env)));
  const pids = () => ({ ...Object.fromEntries(fleet.map(({ app, pid }) => [app, pid])), ...stores.pids() });
  const consumer = fleet[0] as SpawnedApp;
  const watched = values.tables ? watchTables(stores.database) : undefined;
  const ours = await driveLoad(
    {
      ...load,
      urls: [consumer.httpUrl()],
      turnsPerThread: Number(values['turns-per-thread']),
      kind: values.load === 'talk' ? 'talk' : 'random',
      seed: 11,
      threadPrefix: 'salience',
    },
    pids,
  );
  const strain = await readStrain(stores.database);
  const backlogS = values['no-backlog'] ? undefined : await untilRemembered(stores.database);
  const tables = await watched?.stop();
  await Promise.all(fleet.map((app) => app.stop()));
  const naiveLast = await naive('after');
  const floor = mean(naiveFirst, naiveLast);
  const report = {
    bench: 'throughput',
    backend,
    embedder: values.embedder,
    load: values.load,
    telemetry: `metrics, one wide event per job, ${100 * Number(values['trace-ratio'])} % of traces sent`,
    ...ours,
    ...strain,
    backlogS,
    ...(tables === undefined ? {} : { tables }),
    naive: floor,
    ratioToNaive: floor && rounded(ours.turnsPerS / floor.turnsPerS),
    cpuRatioToNaive: floor && rounded(ours.cpuMsPerTurn / floor.cpuMsPerTurn),
  };
  process.stdout.write(`${JSON.stringify(report)}\n`);
  process.exitCode = ours.faultCount === 0 ? 0 : 1;
} finally {
  await stores.database.close();
  await stores.stop();
  collector.closeAllConnections();
  collector.close();
}

function start(app: AppName, env: Readonly<Record<string, string>>): Promise<SpawnedApp> {
  const profile = values.profile.split(',').includes(app)
    ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${values['profile-dir']}` }
    : {};
  const concurrency = app === 'digest' ? { SALIENCE_CONCURRENCY: values.concurrency } : {};
  return spawnApp(app, {
    database: stores.database,
    queues: { env: stores.env },
    env: { ...env, ...concurrency, ...profile },
  });
}

/** The floor on the same stores; nothing on the Postgres backend and on a cluster, which no straightforward build has. */
async function naive(when: string): Promise<LoadFigures | undefined> {
  if (values['no-naive'] || stores.env.REDIS_URL?.startsWith('redis:') !== true) return undefined;
  const floor = await startNaive({ adminUrl: stores.database.adminUrl, redisUrl: stores.env.REDIS_URL });
  try {
    return await driveLoad(
      {
        ...load,
        measureMs: load.measureMs / 2,
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
}

/** The machine's speed changes from minute to minute, so the floor is the mean of what came before and after. */
function mean(...floors: readonly (LoadFigures | undefined)[]) {
  const measured = floors.flatMap((floor) => floor ?? []);
  if (measured.length === 0) return undefined;
  const of = (name: 'cpuMsPerTurn' | 'p50Ms' | 'turnsPerS'): number =>
    rounded(measured.reduce((sum, floor) => sum + floor[name], 0) / measured.length);
  return { turnsPerS: of('turnsPerS'), p50Ms: of('p50Ms'), cpuMsPerTurn: of('cpuMsPerTurn') };
}

function rounded(value: number): number {
  return Math.round(1_000 * value) / 1_000;
}
