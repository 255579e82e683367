// Ten agents listen in a room while people talk and anybody may be killed. `node test/long/room.ts --messages FILE --count 3500`
import process from 'node:process';
import { printReport, seededRandom, startStores } from '@salience/testing/load';
import { type LongOptions, readOptions } from './room/options.ts';
import { type RunReport, runRoom } from './room/run-room.ts';

async function run(options: LongOptions): Promise<RunReport & { readonly seed: number }> {
  const { backend, kills, messages, redisServer, seed, verbose } = options;
  const begun = performance.now();
  const say = (line: string): void =>
    void (
      verbose && process.stderr.write(`${((performance.now() - begun) / 1_000).toFixed(1)} s: ${line}\n`)
    );
  const stores = await startStores(backend, redisServer);
  try {
    return { seed, ...(await runRoom({ stores, messages, kills, random: seededRandom(seed), say })) };
  } finally {
    await stores.stop();
  }
}

await printReport(
  () => run(readOptions(process.argv.slice(2), process.env)),
  ({ crashes, unmet, violations }) => violations.length + crashes.length + unmet.length === 0,
);
