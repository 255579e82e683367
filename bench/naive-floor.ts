// The naive floor alone: what a straightforward build does on this machine now. `node bench/naive-floor.ts` prints one
// line of JSON. bench/throughput.ts runs the same floor beside Salience, and only figures of one run may be compared.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { driveLoad, startStores } from '@salience/testing/load';
import { startNaive } from './src/throughput/naive/start-naive.ts';

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '64' },
    warm: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '20' },
  },
});

const stores = await startStores('redis', process.env.SALIENCE_TEST_REDIS_SERVER);
try {
  const naive = await startNaive({
    adminUrl: stores.database.adminUrl,
    redisUrl: stores.env.REDIS_URL ?? '',
  });
  const figures = await driveLoad(
    {
      urls: [naive.url],
      clients: Number(values.clients),
      warmMs: 1_000 * Number(values.warm),
      measureMs: 1_000 * Number(values.seconds),
      seed: 1,
      threadPrefix: 'naive',
      echo: true,
    },
    () => ({ ...naive.pids, ...stores.pids() }),
  );
  process.stdout.write(`${JSON.stringify({ bench: 'naive-floor', ...figures })}\n`);
  process.exitCode = figures.faultCount === 0 ? 0 : 1;
  await naive.stop();
} finally {
  await stores.database.close();
  await stores.stop();
}
