// What many agents cost a process that searches their memories: agents of 200 exchanges each on a private Postgres, as many as are planted in
// `--seconds` up to `--agents`, asked by a Zipf law under a cap in megabytes. With the limits that digest runs under:
// `node --max-semi-space-size=16 --max-old-space-size=384 bench/agents.ts --agents 10000 --seconds 60 --cap 256`. It
// prints one line of JSON: resident memory beside the cap, times of questions by the Zipf law, of agents that are held (hot) and of agents that
// must be read first (cold), and what an agent with 10,000 memories costs more when it is read first, without and with an image of it (the
// medians of five agents and `--rounds` processes). Exit 1 above the cap and a tenth, or above 150 ms more.
import { rmSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { startPrivatePostgres } from '@salience/embedded';
import { createEmbedder } from '@salience/embeddings';
import { createRecall, heldBytesOf, renewMemoryImage } from '@salience/recall';
import { databaseHandle, prepareDatabase, preparedModelCache, scratchFolder } from '@salience/testing';
import {
  percentile,
  pick,
  postgresSettings,
  residentMb,
  seededRandom,
  summary,
} from '@salience/testing/load';
import { agentIdOf, plantAgents } from './src/agents/plant-agents.ts';
import { syntheticTalk } from './src/memory-search/synthetic-talk.ts';

const { values } = parseArgs({
  options: {
    agents: { type: 'string', default: '10000' },
    exchanges: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '120' },
    cap: { type: 'string', default: '256' },
    n: { type: 'string', default: '3000' },
    rounds: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
  },
});
const exchanges = Number(values.exchanges);
const random = seededRandom(Number(values.seed));
const talk = syntheticTalk(random);
const at = new Date('2026-01-01T08:00:00Z');
const later = new Date('2026-06-01T08:00:00Z');
const embedder = createEmbedder({ cacheDir: await preparedModelCache() });
const { dimensions, modelId } = embedder;
const said = Array.from({ length: 5_000 }, () => ({
  message: talk.message(),
  code: Array.from({ length: dimensions / 8 }, () =>
    Math.floor(random() * 256)
      .toString(16)
      .padStart(2, '0'),
  ).join(''),
}));
/** Questions are not embedded here: each gets some vector. */
const vectors = Array.from({ length: 64 }, () =>
  Float32Array.from({ length: dimensions }, () => random() - 0.5),
);

const folder = scratchFolder('agents');
const postgres = await startPrivatePostgres({
  dataDir: join(folder, 'postgres'),
  settings: postgresSettings,
  endWithCaller: true,
});
try {
  await prepareDatabase(postgres.url(), 'salience');
  const database = databaseHandle(postgres.url(), 'salience');
  const planted = await plant(database);
  const big = { small: planted, large: planted + 5 };
  for (let n = big.small; n < big.large; n += 1)
    await plantAgents(database, { from: n, agents: 1, exchanges: 10_000, modelId, at, said });
  await database.admin('vacuum analyze');
  const db = database.connect('salience_digest');
  const capMb = Number(values.cap);
  const onTrouble = (error: unknown): void => {
    throw error;
  };
  const newProcess = () => createRecall({ db, embedder, bytesMax: heldBytesOf(capMb), onTrouble });
  const asker =
    (recall = newProcess()) =>
    async (agent: number) => {
      const text = talk.question(pick(random, said).message);
      const from = performance.now();
      await recall.recall({
        agentId: agentIdOf(agent),
        text,
        vector: pick(random, vectors),
        limit: 12,
        at: later,
      });
      return performance.now() - from;
    };
  /** What each agent with 10,000 memories costs when a process reads it first, and when it holds it. */
  const readLarge = async () => {
    const cold: number[] = [];
    const hot: number[] = [];
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const other = asker();
      for (let n = big.small; n < big.large; n += 1) {
        cold.push(await other(n));
        for (let again = 0; again < 10; again += 1) hot.push(await other(n));
      }
    }
    const moreMs = Math.round(percentile(cold, 0.5) - percentile(hot, 0.5));
    return { coldMs: summary(cold), hotMs: summary(hot), moreMs };
  };
  // Rank by rank half as often at twice the rank: the share of the first r ranks is about ln(r) / ln(all).
  const zipf = (): number => Math.floor(planted ** random()) - 1;
  await asker()(0);
  const residentBeforeMb = residentMb(process.pid);
  const ask = asker();
  const byZipf: number[] = [];
  const residents: number[] = [];
  const questions = Number(values.n);
  const begun = performance.now();
  for (let n = 0; n < questions; n += 1) {
    byZipf.push(await ask(zipf()));
    if (n % 100 === 0) residents.push(residentMb(process.pid));
  }
  const perS = (times: readonly number[], ms: number) => Math.round((1_000 * times.length) / ms);
  const zipfMs = performance.now() - begun;
  // Before another is made beside it.
  const residentMostMb = Math.max(...residents, residentMb(process.pid));
  const zipfPerS = perS(byZipf, zipfMs);
  const sum = (times: readonly number[]) => times.reduce((all, one) => all + one, 0);
  // A process of its own, so that none of them is held; each is asked once, then some again and again.
  const other = asker();
  const cold: number[] = [];
  for (let n = 0; n < Math.min(planted, 400); n += 1) cold.push(await other(n));
  const hot: number[] = [];
  for (let n = 0; n < 1_000; n += 1) hot.push(await other(Math.min(planted, 400) - 1 - (n % 100)));
  const large = await readLarge();
  const renewMs: number[] = [];
  for (let n = big.small; n < big.large; n += 1) {
    const from = performance.now();
    await renewMemoryImage(database.connect('salience_episodic'), {
      agentId: agentIdOf(n),
      model: { dimensions, modelId },
    });
    renewMs.push(performance.now() - from);
  }
  const [image] = await database.admin<{ kb: number }>(
    'select round(sum(length(bytes)) / 1024.0 / count(distinct agent_id))::integer as kb from salience.memory_images',
  );
  const withImage = { ...(await readLarge()), imageKb: image?.kb, renewMs: summary(renewMs) };
  const holds = {
    cap: residentMostMb - residentBeforeMb <= 1.1 * capMb,
    large: large.moreMs <= 150 && withImage.moreMs <= 150,
  };
  process.stdout.write(
    `${JSON.stringify({
      bench: 'agents',
      synthetic: true,
      agents: planted,
      exchanges,
      cores: cpus().length,
      load: loadavg().map((value) => Math.round(value * 10) / 10),
      capMb,
      residentBeforeMb,
      residentMostMb,
      zipf: { questions, perS: zipfPerS, ms: summary(byZipf) },
      cold: { perS: perS(cold, sum(cold)), ms: summary(cold) },
      hot: { perS: perS(hot, sum(hot)), ms: summary(hot) },
      tenThousand: { ...large, withImage, limitMoreMs: 150 },
      holds,
    })}\n`,
  );
  process.exitCode = holds.cap && holds.large ? 0 : 1;
  await database.close();
  await embedder.close();
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Plants agents until they are as many as wanted or the time is over; resolves with how many they are. */
async function plant(database: Parameters<typeof plantAgents>[0]): Promise<number> {
  const until = performance.now() + 1_000 * Number(values.seconds);
  const wanted = Number(values.agents);
  const some = 50;
  let planted = 0;
  while (planted < wanted && performance.now() < until) {
    const agents = Math.min(some, wanted - planted);
    await plantAgents(database, { from: planted, agents, exchanges, modelId, at, said });
    planted += agents;
  }
  return planted;
}
