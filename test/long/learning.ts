// People live two months with a fleet whose router begins with weights that are off, and what they say about replies is all that it
// learns from: real consumer, two digests and the regulator, on the clock that they share. `node test/long/learning.ts --days 60
// --a-day 150 --seed 1 [--labels cut|shuffled] [--complainers 0.1] [--messages FILE] [--around REPORT] [--way acts_too_much] [--set NAME=WEIGHT]` prints one line of JSON: the cost of
// misroutes by day, the best weights that a search finds on the same traffic, the share of the gap that was closed, every change with
// what it was truly worth. Exit 1 when less than half of the gap was closed, a weight changed its direction more than three times, a
// change for the worse was live for more than seven days; with cut labels, when anything moved; with shuffled ones, when more than one
// change was made or one was left.
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { type Policy, shippedPolicy } from '@salience/router';
import { printReport, startStores } from '@salience/testing/load';
import { readModeRows, stockMessages } from '@salience/testing/personas';
import { type LongOptions, readOptions } from './learning/options.ts';
import { firstWeights, judge, type LearningReport, liveAndLearn } from './learning/run-learning.ts';

const closedMin = 0.5;
const signChangesMax = 3;
const harmfulDaysMax = 7;

function misses(report: LearningReport, { labels }: LongOptions): string[] {
  const { changes, costs, harmful, published, reverted, signChanges, troubles } = report;
  const turned = Math.max(0, ...Object.values(signChanges));
  const own = {
    kept: [
      ...((costs.closed ?? 0) < closedMin ? [`closed: ${String(costs.closed)}, at least ${closedMin}`] : []),
      ...(turned > signChangesMax ? [`changes of direction: ${turned}, at most ${signChangesMax}`] : []),
      ...(harmful.liveDaysMax > harmfulDaysMax
        ? [`a change for the worse was live for ${harmful.liveDaysMax} days, at most ${harmfulDaysMax}`]
        : []),
    ],
    cut: changes.length > 0 ? [`changes: ${changes.length}, none`] : [],
    shuffled: [
      ...(published > 1 ? [`changes: ${published}, at most one`] : []),
      ...(published > reverted ? ['a change was left'] : []),
    ],
  }[labels];
  return [...own, ...troubles];
}

/** The optimum of an earlier report. */
function optimumOf(file: string): Policy['weights'] {
  const { optimum } = JSON.parse(readFileSync(file, 'utf8')) as Pick<LearningReport, 'optimum'>;
  return optimum.weights;
}

async function run(options: LongOptions) {
  const begun = performance.now();
  const say = (line: string): void =>
    void (
      options.verbose &&
      process.stderr.write(`${((performance.now() - begun) / 1_000).toFixed(1)} s: ${line}\n`)
    );
  const around = options.around === undefined ? shippedPolicy.weights : optimumOf(options.around);
  const stores = await startStores(options.backend, options.redisServer);
  try {
    const messages = options.messages === undefined ? stockMessages() : readModeRows(options.messages);
    const first = firstWeights(around, options);
    const lived = await liveAndLearn({ ...options, setup: 'rules', stores, messages, first, say });
    const report = judge(lived, around);
    const { aDay, agents, complainers, days, labels, people, seed, way } = options;
    return {
      bench: 'learning',
      asked: { seed, way, days, aDay, people, agents, labels, complainers },
      ...report,
      missed: misses(report, options),
    };
  } finally {
    await stores.stop();
  }
}

await printReport(
  () => run(readOptions(process.argv.slice(2), process.env)),
  ({ missed }) => missed.length === 0,
);
