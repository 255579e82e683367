// Does remembering delay answers? POST /chat to `done` on an idle fleet, one message at a time, in pairs of short blocks: one
// with memory-chunker and episodic running, one with their processes stopped by a signal, side by side on the same stores.
// `node bench/reply-latency.ts --pairs 40 --n 5` prints one line of JSON: both medians, the median over the pairs of the ratio of their medians, between what it lies with
// 95 % confidence, and each pair's. Exit 1 above 1.1.
import { loadavg } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { spawnApp } from '@salience/testing';
import { startStores, summary } from '@salience/testing/load';
import { talk } from './src/idle/talk.ts';
import { type Paired, pairedRatio } from './src/reply/paired-ratio.ts';
import { untilRemembered } from './src/throughput/background.ts';

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '40' },
    n: { type: 'string', default: '5' },
    warm: { type: 'string', default: '1' },
    gap: { type: 'string', default: '60' },
    backend: { type: 'string', default: 'redis' },
    limit: { type: 'string', default: '1.1' },
  },
});
const backend = values.backend === 'postgres' ? 'postgres' : 'redis';
const plan = { warm: Number(values.warm), count: Number(values.n), gapMs: Number(values.gap) };
const limit = Number(values.limit);
/** A busy machine takes its time to start a process. */
const readyMs = 120_000;

const stores = await startStores(backend, process.env.SALIENCE_TEST_REDIS_SERVER);
try {
  const start = (app: 'consumer' | 'digest' | 'scheduler' | 'memory-chunker' | 'episodic') =>
    spawnApp(app, { database: stores.database, queues: { env: stores.env }, readyMs });
  const [consumer, ...others] = await Promise.all([start('consumer'), start('digest'), start('scheduler')]);
  const workers = await Promise.all([start('memory-chunker'), start('episodic')]);
  let blocks = 0;
  const block = async (withWorkers: boolean): Promise<number[]> => {
    // Both kinds begin at rest: measured is the work on what is being said, not on what the block without them left over.
    await untilRemembered(stores.database);
    for (const worker of workers) worker.signal(withWorkers ? 'SIGCONT' : 'SIGSTOP');
    blocks += 1;
    const times = await talk(consumer.httpUrl(), `reply-${blocks}`, plan);
    for (const worker of workers) worker.signal('SIGCONT');
    return times;
  };
  await talk(consumer.httpUrl(), 'before', { ...plan, count: 40 });
  const pairs: Paired[] = [];
  for (let n = 0; n < Number(values.pairs); n += 1) {
    // Side by side, and each first in turn, so that a machine that gets busier or calmer is unfair to neither.
    const runningFirst = n % 2 === 0;
    const first = await block(runningFirst);
    const second = await block(!runningFirst);
    pairs.push(runningFirst ? { running: first, stopped: second } : { running: second, stopped: first });
  }
  const [runningMs, stoppedMs] = (['running', 'stopped'] as const).map((key) =>
    summary(pairs.flatMap((pair) => pair[key])),
  );
  const { between, ratio, ratios } = pairedRatio(pairs);
  const line = {
    bench: 'reply-latency',
    backend,
    pairs: pairs.length,
    n: plan.count,
    runningMs,
    stoppedMs,
    ratio,
    between,
    ratios,
    limit,
    load: loadavg().map((value) => Math.round(value * 10) / 10),
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
  await Promise.all([consumer, ...workers, ...others].map((app) => app.stop()));
  process.exitCode = ratio <= limit ? 0 : 1;
} finally {
  await stores.database.close();
  await stores.stop();
}
