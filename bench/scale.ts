// Does a second digest double what is answered when the model, not the machine, is what one waits for? One and then two digest
// processes, eight lanes each, behind one consumer, with a model that takes 200 ms. `node bench/scale.ts` prints one line of JSON.
// `--digests 1,2,4 --rounds 3 --bound 0.15` holds the model of docs/sizing.md to fleets that really run: sizes take turns, the smallest first; what
// a turn costs is measured at the first two sizes, what others took of the machine is left out, and the medians are compared with the forecast.
// With --bound it exits with 1 when a forecast misses by more, and with 2, saying nothing of the model, when others took more than --others cores.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { createFakeModelServer, type SpawnedApp, spawnApp } from '@salience/testing';
import { driveLoad, type LoadFigures, rounded, startStores } from '@salience/testing/load';
import { costsAt } from './src/sizing/costs-at.ts';
import { forecast, type TurnCosts } from './src/sizing/fleet-model.ts';
import { type MachineReading, type MachineShare, readMachine, shareBetween } from './src/sizing/machine.ts';
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
    /** How often each size is measured; sizes take turns. */
    rounds: { type: 'string', default: '1' },
    /** By which share a forecast may miss. Without it the ratio of the first two sizes decides. */
    bound: { type: 'string' },
    /** Cores that others on this machine may take before the run says nothing of the model. */
    others: { type: 'string', default: '0.2' },
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
  if (sizes.length < 2) throw new Error('--digests: expected two sizes or more, such as 1,2,4');
  const measured: Measured[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1)
    for (const digests of sizes) {
      const one = await run(digests, round);
      measured.push(one);
      process.stderr.write(
        `round ${round + 1}, ${digests} digests: ${one.figures.turnsPerS} turns/s at ${one.figures.cpuMsPerTurn} ms, others ${rounded(one.share.others)} cores\n`,
      );
    }
  const of = (digests: number): Measured[] => measured.filter((one) => one.digests === digests);
  const [first = 1, second = 2] = sizes;
  const fleets = sizes.map((digests) => {
    const rounds = of(digests);
    const turnsPerS = median(rounds, ({ figures }) => figures.turnsPerS);
    const expected = expectedOf(digests, of(first), of(second), rounds);
    return {
      digests,
      turnsPerS,
      forecastTurnsPerS: rounded(expected),
      /** By how much of what was measured the forecast is too high; negative: too low. */
      error: rounded((expected - turnsPerS) / turnsPerS),
      /** Nothing of what a turn costs at this size was known to the forecast. */
      heldOut: digests !== first && digests !== second,
      p50Ms: median(rounds, ({ figures }) => figures.p50Ms),
      p95Ms: median(rounds, ({ figures }) => figures.p95Ms),
      cpuMsPerTurn: median(rounds, ({ figures }) => figures.cpuMsPerTurn),
      cpuMsPerTurnBy: rounds[0]?.figures.cpuMsPerTurnBy,
      callsPerTurn: median(rounds, ({ callsPerTurn }) => callsPerTurn),
      coresLeft: median(rounds, ({ share }) => share.cores),
      rounds: rounds.map(({ figures, share }) => ({
        turnsPerS: figures.turnsPerS,
        others: rounded(share.others),
      })),
      faults: rounds.flatMap(({ figures }) => figures.faults),
    };
  });
  const worst = Math.max(...fleets.map(({ error }) => Math.abs(error)));
  const others = Math.max(...measured.map(({ share }) => share.others + share.stolen));
  const rateOf = (digests: number) => median(of(digests), ({ figures }) => figures.turnsPerS);
  const report = {
    bench: 'scale',
    modelMs: Number(values['model-ms']),
    concurrency: Number(values.concurrency),
    agents: agents.length,
    /** What the lanes of one digest and the model alone allow. */
    boundTurnsPerS: (1_000 * Number(values.concurrency)) / Number(values['model-ms']),
    fleets,
    ratio: rounded(rateOf(second) / rateOf(first)),
    worstError: worst,
    errorBound: values.bound === undefined ? null : Number(values.bound),
    /** Whether the machine was left to the run. */
    quiet: others <= Number(values.others),
    othersCores: rounded(others),
    faultCount: measured.reduce((sum, { figures }) => sum + figures.faultCount, 0),
    limit,
  };
  process.stdout.write(`${JSON.stringify(report)}\n`);
  process.exitCode = exitCodeOf(report);
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

function exitCodeOf(report: {
  readonly faultCount: number;
  readonly ratio: number;
  readonly worstError: number;
  readonly errorBound: number | null;
  readonly quiet: boolean;
}): number {
  if (report.faultCount > 0) return 1;
  if (report.errorBound === null) return report.ratio >= limit ? 0 : 1;
  if (!report.quiet) return 2;
  return report.worstError <= report.errorBound ? 0 : 1;
}

function median<T>(of: readonly T[], what: (one: T) => number): number {
  const sorted = of.map(what).toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? upper;
  return rounded((lower + upper) / 2);
}

/** A load on a fleet with so many digests. Only answers come from the slow model; what is remembered is read offline. */
async function run(digests: number, round: number): Promise<Measured> {
  const [callsBefore, endedBefore] = [calls, await ended()];
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
  const readings: MachineReading[] = [];
  const figures = await driveLoad(
    {
      urls: [(consumer as SpawnedApp).httpUrl()],
      clients: Number(values.clients),
      warmMs: 1_000 * Number(values.warm),
      measureMs: 1_000 * Number(values.seconds),
      turnsPerThread: 20,
      agents,
      seed: 30 + digests + 100 * round,
      threadPrefix: `scale-${digests}-${round}`,
    },
    () => {
      // Asked when the window opens and when it closes.
      readings.push(readMachine());
      return {
        consumer: (consumer as SpawnedApp).pid,
        ...Object.fromEntries(
          ['digest', 'memory-chunker', 'episodic', 'scheduler'].map((app) => [app, pidsOf(app)]),
        ),
        ...stores.pids(),
      };
    },
  );
  await untilRemembered(stores.database);
  await Promise.all([consumer as SpawnedApp, ...others].map((app) => app.stop()));
  const [opened, closed] = readings;
  if (opened === undefined || closed === undefined) throw new Error('The window of the load was not seen');
  const knownMs = figures.turns * (figures.cpuMsPerTurn + figures.clientCpuMsPerTurn);
  return {
    digests,
    figures,
    callsPerTurn: (calls - callsBefore) / ((await ended()) - endedBefore),
    share: shareBetween(opened, closed, knownMs),
  };
}

/**
 * Turns per second that the model of large fleets expects of so many digests on what was left of this machine. What a turn costs it knows
 * from the first two sizes; of this size it takes what the model server and others took, and how often a turn called the model.
 */
function expectedOf(
  digests: number,
  first: readonly Measured[],
  second: readonly Measured[],
  here: readonly Measured[],
): number {
  const costs = costsAt(costsOf(first), costsOf(second), digests);
  return forecast(costs, {
    digests,
    consumers: 1,
    chunkers: 1,
    episodics: 1,
    concurrency: Number(values.concurrency),
    // A nod or a question back is written without the model.
    modelMs: median(here, ({ callsPerTurn }) => callsPerTurn) * Number(values['model-ms']),
    modelSlots: Number(values.clients),
    postgresCores: 1,
    commitsPerTurn: 3,
    flushMs: 1,
    poolSize: 1,
    maxConnections: Infinity,
    machine: {
      cores: median(here, ({ share }) => share.cores),
      // The load generator, the model server (this process), and the scheduler.
      besideMs: median(
        first,
        ({ figures, share }) =>
          figures.clientCpuMsPerTurn +
          share.ownMs / figures.turns +
          (figures.cpuMsPerTurnBy['scheduler'] ?? 0),
      ),
    },
  }).turnsPerS;
}

function costsOf(rounds: readonly Measured[]): { digests: number; costs: TurnCosts } {
  const part = (name: string): number => median(rounds, ({ figures }) => figures.cpuMsPerTurnBy[name] ?? 0);
  return {
    digests: rounds[0]?.digests ?? 1,
    costs: {
      consumer: part('consumer'),
      digest: part('digest'),
      chunker: part('memory-chunker'),
      episodic: part('episodic'),
      postgres: part('postgres'),
      redis: part('redis'),
    },
  };
}

interface Measured {
  readonly digests: number;
  readonly figures: LoadFigures;
  readonly callsPerTurn: number;
  readonly share: MachineShare;
}
