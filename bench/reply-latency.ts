// Does remembering delay answers? POST /chat to `done` on an idle fleet, one message at a time, with memory-chunker and episodic
// running and stopped in turn, in rounds of one run on the same stores. `node bench/reply-latency.ts --rounds 4 --n 50` prints one line
// of JSON; exit 1 when the median with them is more than 1.1 times that without.
import { loadavg } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { spawnApp } from '@salience/testing';
import { startStores } from './src/chaos/stores.ts';
import { talk } from './src/idle/talk.ts';
import { summary } from './src/percentile.ts';
import { untilRemembered } from './src/throughput/background.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '4' },
    n: { type: 'string', default: '50' },
    warm: { type: 'string', default: '20' },
    gap: { type: 'string', default: '60' },
    backend: { type: 'string', default: 'redis' },
    limit: { type: 'string', default: '1.1' },
  },
});
const backend = values.backend === 'postgres' ? 'postgres' : 'redis';
const plan = { warm: Number(values.warm), count: Number(values.n), gapMs: Number(values.gap) };
const limit = Number(values.limit);

const stores = await startStores(backend, process.env.SALIENCE_TEST_REDIS_SERVER);
try {
  const start = (app: 'consumer' | 'digest' | 'scheduler' | 'memory-chunker' | 'episodic') =>
    spawnApp(app, { database: stores.database, queues: { env: stores.env }, readyMs: 120_000 });
  const [consumer, ...others] = await Promise.all([start('consumer'), start('digest'), start('scheduler')]);
  const running: number[] = [];
  const stopped: number[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    // Which comes first changes, so that a machine that gets busier or calmer is unfair to neither.
    for (const withWorkers of round % 2 === 0 ? [true, false] : [false, true]) {
      const thread = `reply-${round}-${withWorkers}`;
      if (!withWorkers) {
        stopped.push(...(await talk(consumer.httpUrl(), thread, plan)));
        continue;
      }
      const workers = await Promise.all([start('memory-chunker'), start('episodic')]);
      // What the round without them left over is caught up first: measured is the work on what is being said.
      await untilRemembered(stores.database);
      running.push(...(await talk(consumer.httpUrl(), thread, plan)));
      await Promise.all(workers.map((app) => app.stop()));
    }
  }
  const [runningMs, stoppedMs] = [summary(running), summary(stopped)];
  const ratio = Math.round((1_000 * runningMs.p50) / stoppedMs.p50) / 1_000;
  const line = {
    bench: 'reply-latency',
    backend,
    rounds: Number(values.rounds),
    n: running.length,
    runningMs,
    stoppedMs,
    ratio,
    limit,
    load: loadavg().map((value) => Math.round(value * 10) / 10),
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
  await Promise.all([consumer, ...others].map((app) => app.stop()));
  process.exitCode = ratio <= limit ? 0 : 1;
} finally {
  await stores.database.close();
  await stores.stop();
}
