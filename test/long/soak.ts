// Half load for a long time while something dies every ten seconds. `node test/long/soak.ts --minutes 30` prints one line of
// JSON and exits 1 when the independent checker finds a broken law. Stores and processes are private to the run.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { printReport } from '@salience/testing/load';
import { runSoak } from './soak/run-soak.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    backend: { type: 'string', default: 'redis' },
    'kill-every': { type: 'string', default: '10' },
    rate: { type: 'string' },
    calibration: { type: 'string', default: '10' },
    threads: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    verbose: { type: 'boolean', default: false },
  },
});
const number = (name: 'minutes' | 'kill-every' | 'calibration' | 'threads' | 'seed'): number => {
  const value = Number(values[name]);
  if (value > 0) return value;
  throw new Error(`--${name}: expected a number above 0, got "${values[name]}"`);
};

await printReport(
  async () => ({
    bench: 'soak',
    ...(await runSoak({
      backend: values.backend === 'postgres' ? 'postgres' : 'redis',
      minutes: number('minutes'),
      killEveryS: number('kill-every'),
      rate: values.rate === undefined ? undefined : Number(values.rate),
      calibrationS: number('calibration'),
      threads: number('threads'),
      seed: number('seed'),
      redisServer: process.env.SALIENCE_TEST_REDIS_SERVER,
      say: (line) => void (values.verbose && process.stderr.write(`${line}\n`)),
    })),
  }),
  ({ violations }) => violations.length === 0,
);
