// What hostile clients can do: random requests at every route, idle streams, wrong keys, big bodies, header floods.
// `node test/long/abuse.ts --requests 10000 --streams 1000 --seed 1 --backend redis|postgres` prints one line of JSON and
// exits 1 when anything was answered wrongly or a turn was lost. Stores and processes are private to the run.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { printReport } from '@salience/testing/load';
import { runAbuse } from './abuse/run-abuse.ts';

const text = (fallback: string) => ({ type: 'string', default: fallback }) as const;
const { values } = parseArgs({
  options: {
    requests: text('10000'),
    streams: text('1000'),
    seed: text('1'),
    backend: text('redis'),
    verbose: { type: 'boolean', default: false },
  },
});

await printReport(
  () => {
    if (values.backend !== 'redis' && values.backend !== 'postgres')
      throw new Error(`--backend: expected redis or postgres, got "${values.backend}"`);
    return runAbuse({
      backend: values.backend,
      requests: Number(values.requests),
      streams: Number(values.streams),
      seed: Number(values.seed),
      redisServer: process.env.SALIENCE_TEST_REDIS_SERVER,
      say: (line) => void (values.verbose && process.stderr.write(`${line}\n`)),
    });
  },
  ({ wrong }) => wrong.length === 0,
);
