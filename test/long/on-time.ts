// Every time of a schedule, once: hundreds of schedules through real scheduler processes over simulated days, while processes are killed and
// the clock jumps. `node test/long/on-time.ts --schedules 500 --days 7 --rate 2000 --seed 1` prints one line of JSON and exits 1 when a
// time was missed, doubled or not accounted for. Stores and processes are private to the run.
import process from 'node:process';
import { printReport } from '@salience/testing/load';
import { readOptions, runOnTime } from './on-time/run-on-time.ts';

await printReport(
  () => runOnTime(readOptions(process.argv.slice(2))),
  ({ violations }) => violations.length === 0,
);
