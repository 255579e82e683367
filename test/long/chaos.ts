// Nothing lost, nothing doubled: many turns through real processes while workers are killed and stores fail.
// `node test/long/chaos.ts --backend redis --turns 2000 --threads 200 --kills 18 --seed 1` prints one line of JSON and
// exits 1 when any law of delivery was broken or lanes were taken over too late. Stores and processes are private to the run.
import process from 'node:process';
import { readOptions } from './chaos/options.ts';
import { runChaos } from './chaos/run-chaos.ts';

try {
  const report = await runChaos(readOptions(process.argv.slice(2), process.env));
  process.stdout.write(`${JSON.stringify(report)}\n`);
  process.exitCode = report.violations.length + report.late.length === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 2;
}
