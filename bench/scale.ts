// Does a second digest double what is answered when the model, not the machine, is what one waits for? One and then two digest
// processes, eight lanes each, behind one consumer, with a model that takes 200 ms. `node bench/scale.ts` prints one line of JSON.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { createFakeModelServer, type SpawnedApp, spawnApp } from '@salience/testing';
import { driveLoad, type LoadFigures, startStores } from '@salience/testing/load';
import { untilRemembered } from './src/throughput/background.ts';

const { values } = parseArgs({
  options: {
    'model-ms': { type: 'string', default: '200' },
    concurrency: { type: 'string', default: '8' },
    clients: { type: 'string', default: '64' },
    /** How many agents the clients talk to. */
    agents: { type: 'string', default: '1' },
    warm: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '20' },
  },
});
const limit = 1.8;

const model = await createFakeModelServer(() => ({
  pieces: ['That is noted, and nothing more is to be said of it.'],
  latencyMs: Number(values['model-ms']),
}));
const stores = await startStores('redis', process.env.SALIENCE_TEST_REDIS_SERVER);
const agents = Array.from({ length: Number(values.agents) }, (_, n) => `scale-${n}`);
try {
  for (const name of agents)
    await stores.database.admin(
      `insert into salience.agents (id, name, persona, settings)
       select 'agt_' || md5($1), $1, persona, settings from salience.agents where name = 'default'`,
      [name],
    );
  const one = await run(1);
  const two = await run(2);
  const report = {
    bench: 'scale',
    modelMs: Number(values['model-ms']),
    concurrency: Number(values.concurrency),
    agents: agents.length,
    /** What lanes and model alone allow. */
    boundTurnsPerS: (1_000 * Number(values.concurrency)) / Number(values['model-ms']),
    one: pick(one),
    two: pick(two),
    ratio: Math.round((1_000 * two.turnsPerS) / one.turnsPerS) / 1_000,
    faultCount: one.faultCount + two.faultCount,
    limit,
  };
  process.stdout.write(`${JSON.stringify(report)}\n`);
  process.exitCode = report.ratio >= limit && report.faultCount === 0 ? 0 : 1;
} finally {
  await stores.database.close();
  await stores.stop();
  await model.close();
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
  const digestPids = others.filter(({ app }) => app === 'digest').map(({ pid }) => pid);
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
    () => ({ consumer: (consumer as SpawnedApp).pid, digest: digestPids, ...stores.pids() }),
  );
  await untilRemembered(stores.database);
  await Promise.all([consumer as SpawnedApp, ...others].map((app) => app.stop()));
  return figures;
}

function pick({ turnsPerS, p50Ms, p95Ms, cpuMsPerTurn, cpuMsPerTurnBy, states, faults }: LoadFigures) {
  return { turnsPerS, p50Ms, p95Ms, cpuMsPerTurn, cpuMsPerTurnBy, states, faults };
}
