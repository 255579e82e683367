// A month of an agent's life through all eight apps as processes, on the clock that they share: conversations by day, questions in the
// evening, reminders, idle nights. `node test/long/thirty-days.ts [--turns FILE] [--queries FILE] [--days 30] [--backend redis]
// [--seed 1] [--redis-server PATH]` prints one line of JSON: how good memory is (as `salience memory audit` says), what was made of the
// talk, how the database grew, and what is left of somebody whom it was told to forget, searched byte by byte. Without --turns the talk
// is made up. Exit 1 when more than 2 % of memory is said twice, a recalled memory was remembered again, a law of turns is broken or a
// trace is left.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { printReport } from '@salience/testing/load';
import { type DaysReport, runDays } from './thirty-days/run-days.ts';

const { values } = parseArgs({
  options: {
    turns: { type: 'string' },
    queries: { type: 'string' },
    days: { type: 'string', default: '30' },
    backend: { type: 'string', default: 'redis' },
    seed: { type: 'string', default: '1' },
    'redis-server': { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});

/** Share of all that was looked at that may say the same as something else. */
const duplicatesMax = 0.02;

function count(name: 'days' | 'seed'): number {
  const value = Number(values[name]);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`--${name}: expected a count above 0, got "${values[name]}"`);
}

function misses({ laws, quality, traces, troubles }: DaysReport): string[] {
  const { duplicates = 1, loops = 1 } = quality.all ?? {};
  return [
    ...laws.violations,
    ...troubles,
    ...(duplicates > duplicatesMax ? [`duplicates: ${duplicates}, at most ${duplicatesMax}`] : []),
    ...(loops > 0 ? [`recall loops: ${loops}, none`] : []),
    ...(traces.before === 0 ? ['there was no secret to forget'] : []),
    ...(traces.answered ? ['the secret was told after it was forgotten'] : []),
    ...Object.keys({ ...traces.tables, ...traces.elsewhere }).map((where) => `a trace is left in ${where}`),
  ];
}

await printReport(
  async () => {
    const report = await runDays({
      backend: values.backend === 'postgres' ? 'postgres' : 'redis',
      days: count('days'),
      turns: values.turns,
      queries: values.queries,
      seed: count('seed'),
      redisServer: values['redis-server'] ?? process.env.SALIENCE_TEST_REDIS_SERVER,
      say: (line) => void (values.verbose && process.stderr.write(`${line}\n`)),
    });
    return { bench: 'thirty-days', ...report, missed: misses(report) };
  },
  ({ missed }) => missed.length === 0,
);
