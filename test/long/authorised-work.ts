// Authorised work happens once: mails, messages of hooks and tasks through two of each app that works on them, while every one is killed at every named
// point and by chance, senders repeat themselves, the mail server cuts and numbers anew, queues are emptied and Postgres is restarted.
// `node test/long/authorised-work.ts --backend redis --rounds 3 --errands 40 --seed 1` prints one line of JSON and exits 1 when anything was lost, doubled,
// done without a yes or left undone. Stores and processes are private to the run.
import process from 'node:process';
import { printReport, seededRandom, startStores } from '@salience/testing/load';
import { drawErrands } from './authorised-work/errands.ts';
import { type LongOptions, readOptions } from './authorised-work/options.ts';
import { runAuthorised, type RunReport } from './authorised-work/run-authorised.ts';

async function run({
  backend,
  errands,
  redisServer,
  rounds,
  seed,
  verbose,
}: LongOptions): Promise<RunReport & { readonly seed: number }> {
  const random = seededRandom(seed);
  const begun = performance.now();
  const say = (line: string): void =>
    void (
      verbose && process.stderr.write(`${((performance.now() - begun) / 1_000).toFixed(1)} s: ${line}\n`)
    );
  const stores = await startStores(backend, redisServer);
  try {
    const report = await runAuthorised({
      stores: { ...stores, flush: () => stores.flushRedis(), outage: () => stores.restartPostgres() },
      rounds: Array.from({ length: rounds }, (_, at) => drawErrands(1_000 * at + 10, errands, random)),
      // Longer than the lease of a lane.
      freezeMs: { 'pulse-sensor': 3_000, scheduler: 3_000, digest: 12_000 },
      random,
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
