// Nothing lost, nothing doubled: many turns through real processes while workers are killed and stores fail.
// `node test/long/chaos.ts --backend redis --turns 2000 --threads 200 --kills 18 --seed 1` prints one line of JSON and
// exits 1 when any law of delivery was broken or lanes were taken over too late. Stores and processes are private to the run.
import process from 'node:process';
import { printReport } from '@salience/testing/load';
import { readOptions } from './chaos/options.ts';
import { runChaos } from './chaos/run-chaos.ts';

await printReport(
  () => runChaos(readOptions(process.argv.slice(2), process.env)),
  ({ late, violations }) => violations.length + late.length === 0,
);
