/**
 * Makes the LSTM's weights for series of numbers and for kinds of events, after measuring weights and thresholds on families that they did not see.
 * Usage: node eval/train-series.ts --in FILE [--seed 1] [--skip-folds] [--write]
 *
 * A row: {id, family, points: [[time, value]], windows: [[from, to]], probation}. The figures come first: the series of each family are scored by weights and held to a
 * threshold from the others. Only then are weights learned from all; --write puts those into packages/domain/limbic. The same rows and seed give the same weights. No value gets into them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { packWeights } from '@salience/limbic';
import { foldSeries, type FoldedSeries, scoresOf } from './src/series/fold-series.ts';
import { readSeries, seriesRowSchema } from './src/series/series-row-schema.ts';
import { teachSeries } from './src/series/teach-series.ts';
import { atThreshold, intervalsOf, leaveFamiliesOut } from './src/series/thresholds.ts';
import { windowedGaussian } from './src/series/windowed-gaussian.ts';

const { values } = parseArgs({
  options: {
    in: { type: 'string' },
    seed: { type: 'string', default: '1' },
    'skip-folds': { type: 'boolean' },
    write: { type: 'boolean' },
  },
});
if (values.in === undefined) throw new Error('Name the labelled series by --in FILE.');
const seed = Number(values.seed);
if (!Number.isInteger(seed)) throw new Error('Expected --seed as a whole number.');
const lines = readFileSync(values.in, 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '');
const series = lines.map((line) => foldSeries(readSeries(seriesRowSchema.parse(JSON.parse(line)))));

if (values['skip-folds'] !== true) console.log(JSON.stringify(measured(series), null, 1));
if (values.write === true) write(teachSeries(series, { seed }));

function measured(all: readonly FoldedSeries[]): object {
  const weights = new Map(
    [...new Set(all.map(({ family }) => family))].map((family) => {
      process.stderr.write(`learning without ${family}\n`);
      return [
        family,
        teachSeries(
          all.filter((one) => one.family !== family),
          { seed },
        ),
      ] as const;
    }),
  );
  const lstm = all.map((one) => scoresOf(one, weights.get(one.family) as Float32Array));
  const rule = all.map(({ surprises }) => surprises);
  const reference = leaveFamiliesOut(
    all,
    all.map(({ points }) => windowedGaussian(points.map(({ value }) => value))),
  );
  const ours = leaveFamiliesOut(all, lstm);
  return {
    seed,
    lstm: ours,
    lstmAtDefaultThreshold: atThreshold(all, lstm, 0.65),
    rule: leaveFamiliesOut(all, rule),
    windowedGaussian: reference,
    ...intervalsOf(ours, reference),
  };
}

function write(weights: Float32Array): void {
  const target = new URL('../packages/domain/limbic/src/series/packed-series-weights.ts', import.meta.url);
  writeFileSync(
    target,
    `/** Made by \`eval/train-series.ts\`; see \`packWeights\`. */\nexport const packedSeriesWeights =\n  '${packWeights(weights)}';\n`,
  );
}
