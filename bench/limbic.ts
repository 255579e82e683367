// How fast the LSTM of Pulse scores windows, and whether swapping its weights costs memory: `node bench/limbic.ts` prints one line of JSON. The
// floor, in the same run: the multiplications of the same windows in plain JavaScript. Exit 1 where a limit is broken.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { openLimbicSession } from '@salience/embeddings';
import {
  featureCount,
  gateRows,
  hiddenSize,
  initialWeights,
  seeded,
  tensorsOf,
  windowLength,
} from '@salience/limbic';
import { percentile } from '@salience/testing/load';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '3' }, swaps: { type: 'string', default: '1000' } },
});
const limits = { windowsPerSecond: 50_000, singleP50Ms: 0.15, growthMiB: 16 };
const batch = 64;
const session = await openLimbicSession();
const random = seeded(1);
const windowsOf = (count: number) =>
  Float32Array.from({ length: count * windowLength * featureCount }, () => 2 * random.next() - 1);
const [many, one] = [windowsOf(batch), windowsOf(1)];
const [lengths, length] = [new Int32Array(batch).fill(windowLength), Int32Array.of(windowLength)];
const weights = tensorsOf(initialWeights(1));

/** Milliseconds of each call within the time given, the first tenth left out. */
async function timesOf(work: () => Promise<unknown> | number, ms: number): Promise<number[]> {
  const taken: number[] = [];
  for (const end = performance.now() + ms; performance.now() < end; ) {
    const startedAt = performance.now();
    await work();
    taken.push(performance.now() - startedAt);
  }
  return taken.slice(Math.ceil(taken.length / 10));
}

/** The products of one window, added up; no gate has a function, nothing depends on the step before. */
function multiply(): number {
  let sum = 0;
  for (let step = 0; step < windowLength; step += 1) {
    for (let row = 0; row < gateRows; row += 1) {
      for (let n = 0; n < featureCount; n += 1)
        sum += (weights.w[row * featureCount + n] as number) * (one[step * featureCount + n] as number);
      for (let n = 0; n < hiddenSize; n += 1)
        sum += (weights.r[row * hiddenSize + n] as number) * (weights.head[n] as number);
    }
  }
  return sum;
}

const ms = 1_000 * Number(values.seconds);
let seen = 0;
const floor = await timesOf(() => (seen += multiply()), ms / 3);
const batches = await timesOf(() => session.score(many, lengths, weights), ms);
const singles = await timesOf(() => session.score(one, length, weights), ms);

const collect = globalThis.gc ?? (() => undefined);
const swap = async (count: number) => {
  for (let n = 0; n < count; n += 1) await session.score(many, lengths, tensorsOf(initialWeights(n)));
};
await swap(100);
collect();
const before = process.memoryUsage.rss();
await swap(Number(values.swaps));
collect();
const growthMiB = (process.memoryUsage.rss() - before) / 2 ** 20;
await session.release();

const mean = batches.reduce((sum, value) => sum + value, 0) / batches.length;
const figure = (value: number) => Math.round(value * 1e3) / 1e3;
const report = {
  bench: 'limbic',
  batch,
  windowsPerSecond: Math.round((1_000 * batch) / mean),
  batchMs: { p50: figure(percentile(batches, 0.5)), p99: figure(percentile(batches, 0.99)) },
  singleMs: { p50: figure(percentile(singles, 0.5)), p99: figure(percentile(singles, 0.99)) },
  floorMs: { p50: figure(percentile(floor, 0.5)), p99: figure(percentile(floor, 0.99)) },
  swaps: Number(values.swaps),
  growthMiB: figure(growthMiB),
  limits,
  checked: Number.isFinite(seen),
};
process.stdout.write(`${JSON.stringify(report)}\n`);
const held =
  report.windowsPerSecond >= limits.windowsPerSecond &&
  report.singleMs.p50 <= limits.singleP50Ms &&
  growthMiB <= limits.growthMiB;
process.exitCode = held ? 0 : 1;
