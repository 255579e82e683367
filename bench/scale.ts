// Does a second digest double what is answered when the model, not the machine, is what one waits for? One and then two digest
// processes, eight lanes each, behind one consumer, with a model that takes 200 ms. `node bench/scale.ts` prints one line of JSON.
// `--digests 1,2,4` takes other sizes, the smallest first. Beside each stands what the model of docs/sizing.md forecasts from what a turn
// cost with the first, so its error shows.
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { createFakeModelServer, type SpawnedApp, spawnApp } from '@salience/testing';
import { driveLoad, type LoadFigures, rounded, startStores } from '@salience/testing/load';
import { forecast } from './src/sizing/fleet-model.ts';
import { untilRemembered } from './src/throughput/background.ts';

const { values } = parseArgs({
  options: {
    'model-ms': { type: 'string', default: '200' },
    concurrency: { type: 'string', default: '8' },
    digests: { type: 'string', default: '1,2' },
    clients: { type: 'string', default: '64' },
    /** How many agents the clients talk to. */
    agents: { type: 'string', default: '1' },
    warm: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '20' },
  },
});
const limit = 1.8;

let calls = 0;
const model = await createFakeModelServer(() => {
  calls += 1;
  return {
    pieces: ['That is noted, and nothing more is to be said of it.'],
    latencyMs: Number(values['model-ms']),
  };
});
const stores = await startStores('redis', process.env.SALIENCE_TEST_REDIS_SERVER);
const agents = Array.from({ length: Number(values.agents) }, (_, n) => `scale-${n}`);
try {
  for (const name of agents)
    await stores.database.admin(
      `insert into salience.agents (id, name, persona, settings)
       select 'agt_' || md5($1), $1, persona, settings from salience.agents where name = 'default'`,
      [name],
    );
  const sizes = values.digests.split(',').map(Number);
  const measured: { digests: number; figures: LoadFigures; callsPerTurn: number }[] = [];
  for (const digests of sizes) {
    const [callsBefore, endedBefore] = [calls, await ended()];
    const figures = await run(digests);
    measured.push({
      digests,
      figures,
      callsPerTurn: (calls - callsBefore) / ((await ended()) - endedBefore),
    });
  }
  const [one, two] = measured;
  if (one === undefined || two === undefined)
    throw new Error('--digests: expected two sizes or more, such as 1,2,4');
  const report = {
    bench: 'scale',
    modelMs: Number(values['model-ms']),
    concurrency: Number(values.concurrency),
    agents: agents.length,
    /** What the lanes of one digest and the model alone allow. */
    boundTurnsPerS: (1_000 * Number(values.concurrency)) / Number(values['model-ms']),
    fleets: measured.map(({ digests, figures, callsPerTurn }) => {
      const expected = expectedOf(one, digests);
      return {
        digests,
        ...pick(figures),
        callsPerTurn: rounded(callsPerTurn),
        forecastTurnsPerS: rounded(expected),
        /** By how much of what was measured the forecast is too high; negative: too low. */
        error: rounded((expected - figures.turnsPerS) / figures.turnsPerS),
      };
    }),
    ratio: rounded(two.figures.turnsPerS / one.figures.turnsPerS),
    faultCount: measured.reduce((sum, { figures }) => sum + figures.faultCount, 0),
    limit,
  };
  process.stdout.write(`${JSON.stringify(report)}\n`);
  process.exitCode = report.ratio >= limit && report.faultCount === 0 ? 0 : 1;
} finally {
  await stores.database.close();
  await stores.stop();
  await model.close();
}

async function ended(): Promise<number> {
  const [row] = await stores.database.admin<{ count: number }>(
    'select count(*)::int as count from salience.turn_ends',
  );
  return row?.count ?? 0;
}

/** A load on a fleet with so many digests. Only answers come from the slow model; what is remembered is read offline. */
async function run(digests: number): Promise<LoadFigures> {
  const { OPENAI_BASE_URL = '', OPENAI_API_KEY = '', SALIENCE_MODEL = '' } = model.env;
  const env = {
    OPENAI_BASE_URL,
    OPENAI_API_KEY,
    SALIENCE_MODEL_RESPOND: SALIENCE_MODEL,
    SALIENCE_MODEL: 'offline',
    SALIENCE_CONCURRENCY: values.concurrency,
  };
  const start = (app: 'consumer' | 'digest' | 'episodic' | 'memory-chunker' | 'scheduler') =>
    spawnApp(app, { database: stores.database, queues: { env: stores.env }, env });
  const [consumer, ...others] = await Promise.all([
    start('consumer'),
    ...Array.from({ length: digests }, () => start('digest')),
    start('memory-chunker'),
    start('episodic'),
    start('scheduler'),
  ]);
  const pidsOf = (app: string) => others.filter((one) => one.app === app).map(({ pid }) => pid);
  const figures = await driveLoad(
    {
      urls: [(consumer as SpawnedApp).httpUrl()],
      clients: Number(values.clients),
      warmMs: 1_000 * Number(values.warm),
      measureMs: 1_000 * Number(values.seconds),
      turnsPerThread: 20,
      agents,
      seed: 30 + digests,
      threadPrefix: `scale-${digests}`,
    },
    () => ({
      consumer: (consumer as SpawnedApp).pid,
      ...Object.fromEntries(
        ['digest', 'memory-chunker', 'episodic', 'scheduler'].map((app) => [app, pidsOf(app)]),
      ),
      ...stores.pids(),
    }),
  );
  await untilRemembered(stores.database);
  await Promise.all([consumer as SpawnedApp, ...others].map((app) => app.stop()));
  return figures;
}

/** Turns per second that the model of large fleets expects of so many digests on this machine. */
function expectedOf(
  { figures, callsPerTurn }: { readonly figures: LoadFigures; readonly callsPerTurn: number },
  digests: number,
): number {
  const { cpuMsPerTurnBy: by, clientCpuMsPerTurn } = figures;
  const part = (name: string): number => by[name] ?? 0;
  const costs = {
    consumer: part('consumer'),
    digest: part('digest'),
    chunker: part('memory-chunker'),
    episodic: part('episodic'),
    postgres: part('postgres'),
    redis: part('redis'),
  };
  return forecast(costs, {
    digests,
    consumers: 1,
    chunkers: 1,
    episodics: 1,
    concurrency: Number(values.concurrency),
    // A nod or a question back is written without the model.
    modelMs: callsPerTurn * Number(values['model-ms']),
    modelSlots: Number(values.clients),
    postgresCores: 1,
    commitsPerTurn: 3,
    flushMs: 1,
    poolSize: 1,
    maxConnections: Infinity,
    machine: { cores: availableParallelism(), besideMs: clientCpuMsPerTurn },
  }).turnsPerS;
}

function pick({ turnsPerS, p50Ms, p95Ms, cpuMsPerTurn, cpuMsPerTurnBy, states, faults }: LoadFigures) {
  return { turnsPerS, p50Ms, p95Ms, cpuMsPerTurn, cpuMsPerTurnBy, states, faults };
}
