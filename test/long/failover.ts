// Nothing that was accepted is lost when a standby of Postgres takes over: turns through real processes, in whose middle the first
// server dies or stands still and the second one is promoted.
// `node test/long/failover.ts --backend redis --turns 1000 --threads 100 --how kill --commit synchronous --seed 1` prints one line of
// JSON and exits 1 when any law of delivery was broken. Stores and processes are private to the run.
import process from 'node:process';
import { printReport } from '@salience/testing/load';
import { readOptions } from './failover/options.ts';
import { runFailover } from './failover/run-failover.ts';

await printReport(
  () => runFailover(readOptions(process.argv.slice(2), process.env)),
  ({ violations }) => violations.length === 0,
);
