// What signals cost, one figure at a time, each on a fleet and stores of its own; one line of JSON, exit 1 when the figure does not hold.
// `--rate 20000 --seconds 120`: so many signals a minute taken in until all are judged; at least as many a minute, and nothing left behind.
// `--burst 100000`: so many files written into a watched folder, and each accounted for as the checker of `@salience/testing/pulse` says.
// `--latency 30`: so many documents, from the last write to the answer, by stage; at the median within a second after the wait for stability.
// `--idle 60 --files 1000`: the share of a core while nothing happens; at most 3 %.
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { printReport } from '@salience/testing/load';
import { measureBurst } from './src/signals/burst.ts';
import { measureIdle } from './src/signals/idle.ts';
import { measureLatency } from './src/signals/latency.ts';
import { measureRate } from './src/signals/rate.ts';

const { values } = parseArgs({
  options: {
    backend: { type: 'string', default: 'redis' },
    rate: { type: 'string' },
    seconds: { type: 'string', default: '120' },
    burst: { type: 'string' },
    latency: { type: 'string' },
    idle: { type: 'string' },
    files: { type: 'string', default: '1000' },
  },
});
const backend = values.backend === 'postgres' ? 'postgres' : 'redis';

function measure() {
  const { burst, files, idle, latency, rate, seconds } = values;
  if (rate !== undefined) return measureRate(backend, { perMinute: Number(rate), seconds: Number(seconds) });
  if (burst !== undefined) return measureBurst(backend, Number(burst));
  if (latency !== undefined) return measureLatency(backend, Number(latency));
  if (idle !== undefined) return measureIdle(backend, { files: Number(files), seconds: Number(idle) });
  throw new Error('Expected one of --rate, --burst, --latency and --idle, got none.');
}

await printReport(
  async () => {
    const before = loadavg().map(Math.round);
    const report = await measure();
    return {
      bench: 'signals',
      backend,
      cores: availableParallelism(),
      load: { before, after: loadavg().map(Math.round) },
      ...report,
    };
  },
  ({ holds }) => holds,
);
