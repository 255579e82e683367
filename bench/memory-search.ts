// How long memory search takes: what an app calls for a message, from text to ranked memories, on a private Postgres with
// synthetic memories (invented words with the frequencies of a language; codes of sentences with a fifth of their bits turned over).
// `node bench/memory-search.ts --sizes 10000,100000 --n 300` prints one line of JSON: times and processor time with the question's
// vector given, with it made here, and by words alone, beside the floor of the same run, one trivial round trip; and the memory that
// holding the codes takes. With `--cap 8` also what an agent costs a process that may hold 8 MB of all agents: bytes held, times when questions are
// answered from what is held and from Postgres, and what share of the ten best hits is that of a process that holds everything. Exit 1 above 15 ms at p95 for 10,000 memories, 50 ms for 100,000 or 100 ms for more.
import { cpus, loadavg } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { createAgentMemories, createRecall, type Recall } from '@salience/recall';
import { type MemoryWorld, memoryWorld } from './src/memory-search/world.ts';
import { cpuBetween, percentile, readCpu, residentMb, seededRandom, summary } from '@salience/testing/load';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000' },
    n: { type: 'string', default: '300' },
    warm: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    cap: { type: 'string' },
  },
});
const [count, warm] = [Number(values.n), Number(values.warm)];

/** Times of one kind of work, and the processor time of each. The 10th percentile is what a calm moment of a busy machine showed. */
async function timed(world: MemoryWorld, work: () => Promise<unknown>) {
  for (let n = 0; n < warm; n += 1) await work();
  // Postgres is a child of this process and counts in both.
  const processes = { both: process.pid, postgres: world.postgresPid };
  const before = readCpu(processes);
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const from = performance.now();
    await work();
    times.push(performance.now() - from);
  }
  const { both = 0, postgres = 0 } = cpuBetween(before, readCpu(processes));
  const each = (ms: number): number => Math.round((100 * ms) / count) / 100;
  return {
    p10: percentile(times, 0.1),
    ...summary(times),
    cpuMs: { process: each(both - postgres), postgres: each(postgres) },
  };
}

async function measure(size: number) {
  const world = await memoryWorld(size, seededRandom(Number(values.seed)));
  try {
    const { agentId, at, embedder } = world;
    const db = world.database.connect('salience_digest');
    const onTrouble = (error: unknown): void => {
      throw error;
    };
    const ask = (recall: Recall, text: string, vector?: Float32Array) =>
      recall.recall({ agentId, text, vector, limit: 12, at });
    const meaning = createRecall({ db, embedder, onTrouble });
    const words = createRecall({ db, onTrouble });
    const asked: { text: string; vector: Float32Array }[] = [];
    for (let n = 0; n < warm + count; n += 1) {
      const text = world.question();
      asked.push({ text, vector: await embedder.embed(text) });
    }
    const next = cycle(asked);
    const residentBeforeMb = residentMb(process.pid);
    const from = performance.now();
    await ask(meaning, 'first');
    const loadMs = Math.round(performance.now() - from);
    const residentAfterMb = residentMb(process.pid);
    const vectorGivenMs = await timed(world, () => {
      const { text, vector } = next();
      return ask(meaning, text, vector);
    });
    let number = 0;
    const vectorMadeMs = await timed(world, () => {
      number += 1;
      // Another text each time, so that no vector comes from a cache.
      return ask(meaning, `${next().text} ${number}`);
    });
    const wordsOnlyMs = await timed(world, () => ask(words, next().text));
    const floorMs = await timed(world, () => db.pool.query('select 1'));
    const capped =
      values.cap === undefined
        ? undefined
        : await measureCapped(world, { whole: meaning, bytesMax: Number(values.cap) * 1024 ** 2, asked });
    const limitP95Ms = [15, 50, 100][[10_000, 100_000].filter((few) => size > few).length] as number;
    return {
      memories: size,
      vectorGivenMs,
      vectorMadeMs,
      wordsOnlyMs,
      floorMs,
      loadMs,
      residentBeforeMb,
      residentAfterMb,
      capped,
      limitP95Ms,
      holds: vectorGivenMs.p95 <= limitP95Ms,
    };
  } finally {
    await world.stop();
  }
}

/** What an agent costs a process that may not hold it whole. */
async function measureCapped(
  world: MemoryWorld,
  {
    asked,
    bytesMax,
    whole,
  }: {
    readonly asked: readonly { readonly text: string; readonly vector: Float32Array }[];
    readonly bytesMax: number;
    readonly whole: Recall;
  },
) {
  const { agentId, at, embedder } = world;
  const db = world.database.connect('salience_digest');
  const memories = createAgentMemories({ db, model: embedder, bytesMax });
  const cutFrom = performance.now();
  await memories.read(agentId, '');
  const firstMs = Math.round(performance.now() - cutFrom);
  for (let behind = true; behind; behind = memories.held(agentId)?.unheld?.isBehind ?? false) {
    await memories.settled();
    await memories.read(agentId, '');
  }
  const cutMs = Math.round(performance.now() - cutFrom);
  await world.database.admin('vacuum analyze');
  const part = createRecall({ db, embedder, bytesMax, onTrouble: () => {} });
  const best = async (recall: Recall, one: (typeof asked)[number]) => {
    const { hits } = await recall.recall({ agentId, ...one, limit: 10, at });
    return hits.map(({ id }) => id);
  };
  const from = performance.now();
  await best(part, asked[0] as (typeof asked)[number]);
  const loadMs = Math.round(performance.now() - from);
  const next = cycle(asked);
  const vectorGivenMs = await timed(world, () => best(part, next()));
  let same = 0;
  let all = 0;
  for (const one of asked) {
    const [of, from] = [await best(whole, one), new Set(await best(part, one))];
    all += of.length;
    same += of.filter((id) => from.has(id)).length;
  }
  return {
    capMb: bytesMax / 1024 ** 2,
    heldMb: Math.round((10 * memories.bytes) / 1024 ** 2) / 10,
    heldExchanges: memories.held(agentId)?.words.exchanges,
    firstMs,
    cutMs,
    loadMs,
    vectorGivenMs,
    sameOfTen: Math.round((1_000 * same) / all) / 1_000,
  };
}

function cycle<T>(items: readonly T[]): () => T {
  let at = 0;
  return () => {
    at += 1;
    return items[at % items.length] as T;
  };
}

const sizes = [];
for (const size of values.sizes.split(',')) sizes.push(await measure(Number(size)));
process.stdout.write(
  `${JSON.stringify({
    bench: 'memory-search',
    questions: count,
    synthetic: true,
    cores: cpus().length,
    load: loadavg().map((value) => Math.round(value * 10) / 10),
    bySize: Object.fromEntries(sizes.map((one) => [one.memories, one])),
  })}\n`,
);
process.exitCode = sizes.every(({ holds }) => holds) ? 0 : 1;
