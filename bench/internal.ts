// How many thoughts POST /internal takes: a consumer as it is deployed, against Express and one INSERT of one row with as many connections on the same server, in turns. Then the
// times at half of our rate, whatever is answered. Prints one line of JSON. `node bench/internal.ts`
import { parseArgs } from 'node:util';
import { asPerson, spawnApp } from '@salience/testing';
import { cpuPerTurn, percentile, printReport, rounded, spreadOf, startStores } from '@salience/testing/load';
import { postThoughts, type ThoughtLoad } from './src/internal/post-thoughts.ts';
import { startThoughtFloor } from './src/internal/start-floor.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    clients: { type: 'string', default: '32' },
    channels: { type: 'string', default: '50' },
    /** Connections of either side. */
    pool: { type: 'string', default: '10' },
    /** Exit 1 below, and above. */
    'share-min': { type: 'string', default: '0.6' },
    'p99-max': { type: 'string', default: '25' },
    /** Keeps a CPU profile of consumer there. */
    'profile-dir': { type: 'string' },
  },
});
const measureMs = 1_000 * Number(values.seconds);
const pool = Number(values.pool);
const shape = {
  clients: Number(values.clients),
  channels: Number(values.channels),
  warmMs: 1_000,
  measureMs,
};

await printReport(
  measure,
  ({ p99Ms, share, faults }) =>
    share >= Number(values['share-min']) && p99Ms <= Number(values['p99-max']) && faults === 0,
);

async function measure() {
  const stores = await startStores('postgres', undefined);
  try {
    const floor = await startThoughtFloor(stores.database.adminUrl, pool);
    const consumer = await spawnApp('consumer', {
      database: stores.database,
      queues: { env: stores.env },
      env: {
        SALIENCE_EMBEDDER: 'off',
        SALIENCE_DB_POOL: String(pool),
        ...(values['profile-dir'] === undefined
          ? {}
          : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${values['profile-dir']}` }),
      },
    });
    const ours = { ...shape, url: consumer.httpUrl(), headers: asPerson };
    const theirs = { ...shape, url: floor.url, headers: {} };
    const pids = () => ({ consumer: consumer.pid, floor: floor.pid, ...stores.pids() });
    const run = (load: Omit<ThoughtLoad, 'seed'>, seed: number) => postThoughts({ ...load, seed }, pids);
    const rounds = [];
    let faults = 0;
    for (let n = 0; n < Number(values.rounds); n += 1) {
      const least = await run(theirs, 10 * n + 1);
      const made = await run(ours, 10 * n + 2);
      faults += least.result.faults + made.result.faults;
      rounds.push({
        floor: perSecond(least.result),
        ours: perSecond(made.result),
        floorCpu: cpuPerTurn(least.used, least.result.counted),
        oursCpu: cpuPerTurn(made.used, made.result.counted),
      });
    }
    const rate = spreadOf(rounds.map((round) => round.ours));
    const half = await run({ ...ours, measureMs: 3 * measureMs, perSecond: rate.median / 2 }, 9_001);
    await consumer.stop();
    await floor.stop();
    return {
      bench: 'internal',
      pool,
      clients: shape.clients,
      perS: rate,
      floorPerS: spreadOf(rounds.map((round) => round.floor)),
      share: spreadOf(rounds.map((round) => round.ours / round.floor)).median,
      shareBy: rounds.map((round) => rounded(round.ours / round.floor)),
      cpuMs: rounds.at(-1)?.oursCpu,
      floorCpuMs: rounds.at(-1)?.floorCpu,
      halfPerS: rounded(perSecond(half.result)),
      p50Ms: percentile(half.result.latencies, 0.5),
      p99Ms: percentile(half.result.latencies, 0.99),
      faults: faults + half.result.faults,
    };
  } finally {
    await stores.database.close();
    await stores.stop();
  }
}

function perSecond({ counted, windowMs }: { readonly counted: number; readonly windowMs: number }): number {
  return (1_000 * counted) / windowMs;
}
