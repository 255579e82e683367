// What is sensed is judged and asked about once: files, pages, messages of hooks, ends of tasks, the clock and two machines, through two pulse-sensors that stand for
// two hosts, three schedulers and two digests, while every sensor is killed at every named point and by chance, one stands still for longer than its lease, and
// Postgres is restarted. `node test/long/pulse.ts --backend redis --rounds 3 --files 120 --seed 1` prints one line of JSON and exits 1 when anything was lost,
// doubled, not judged or not explained by its rows. Stores and processes are private to the run.
import process from 'node:process';
import { printReport, seededRandom, startStores } from '@salience/testing/load';
import { type LongOptions, readOptions } from './pulse/options.ts';
import { runPulse, type RunReport } from './pulse/run-pulse.ts';

async function run({
  backend,
  files,
  redisServer,
  rounds,
  seed,
  verbose,
}: LongOptions): Promise<RunReport & { readonly seed: number }> {
  const begun = performance.now();
  const say = (line: string): void =>
    void (
      verbose && process.stderr.write(`${((performance.now() - begun) / 1_000).toFixed(1)} s: ${line}\n`)
    );
  const stores = await startStores(backend, redisServer);
  try {
    const report = await runPulse({
      stores: { ...stores, outage: () => stores.restartPostgres() },
      rounds,
      files,
      // Longer than the lease of a folder and of a cluster.
      freezeMs: 3_000,
      random: seededRandom(seed),
      say,
    });
    return { seed, ...report };
  } finally {
    await stores.stop();
  }
}

await printReport(
  () => run(readOptions(process.argv.slice(2), process.env)),
  ({ crashes, unmet, violations }) => violations.length + crashes.length + unmet.length === 0,
);
