import { createGate } from '@salience/escalation';
import { seriesWeights } from '@salience/limbic';
import { defaultThreshold } from '@salience/contracts';
import { type FoldedSeries, foldSeries, scoresOf } from '../series/fold-series.ts';
import { readSeries, type SeriesRow, seriesRowSchema } from '../series/series-row-schema.ts';
import { atThreshold, intervalsOf, leaveFamiliesOut, type LeftOut } from '../series/thresholds.ts';
import { windowedGaussian } from '../series/windowed-gaussian.ts';
import type { Evaluation, Evaluator } from './evaluator.ts';
import { figure } from '../intervals.ts';

/** A module that asks about any number; only its threshold matters here. */
const module = { module_id: 'series', cluster: 'series', question_template: 'What happened at {location}?' };

/** The places at which the gate lets a score pass. */
function alarmsOf({ id, points }: FoldedSeries, scores: Float64Array): number[] {
  const gate = createGate(defaultThreshold);
  const passes = (n: number): boolean =>
    gate.evaluate({
      moduleId: module.module_id,
      score: scores[n] ?? Number.NaN,
      fingerprint: module,
      window: [
        {
          source: 'network',
          location: id,
          delta_type: 'modified',
          magnitude: 1,
          timestamp: points[n]?.at ?? 0,
          features: { value: points[n]?.value ?? null },
        },
      ],
    }).should_escalate;
  return points.flatMap((_, n) => (passes(n) ? [n] : []));
}

function shown({ families, score }: LeftOut) {
  return {
    score: score === null ? null : figure(score),
    families: Object.fromEntries(
      families.map(({ family, raw, score: own, threshold, windows }) => [
        family,
        { score: own === null ? null : figure(own), raw: figure(raw), windows, threshold: figure(threshold) },
      ]),
    ),
  };
}

/** Series of numbers, scored by the product's fold, the shipped weights of the LSTM and the gate, by the standard profile of NAB. */
export const series: Evaluator = {
  rowSchema: seriesRowSchema,
  evaluate(rows): Promise<Evaluation> {
    const folded = (rows as readonly SeriesRow[]).map((row) => foldSeries(readSeries(row)));
    const weights = seriesWeights();
    const lstm = folded.map((one) => scoresOf(one, weights));
    const gaussian = folded.map(({ points }) => windowedGaussian(points.map(({ value }) => value)));
    const [ours, reference] = [leaveFamiliesOut(folded, lstm), leaveFamiliesOut(folded, gaussian)];
    const fixed = atThreshold(folded, lstm, defaultThreshold);
    const rule = folded.map(({ surprises }) => surprises);
    const metrics = {
      decision: 'series',
      series: folded.length,
      points: folded.reduce((sum, { points }) => sum + points.length, 0),
      windows: folded.reduce((sum, { windows }) => sum + windows.length, 0),
      threshold: defaultThreshold,
      shippedThreshold: { ...shown(fixed), ...intervalsOf(fixed, reference) },
      thresholdByOtherFamilies: { ...shown(ours), ...intervalsOf(ours, reference) },
      rule: {
        shippedThreshold: atThreshold(folded, rule, defaultThreshold).score,
        ...shown(leaveFamiliesOut(folded, rule)),
      },
      reference: { windowedGaussian: shown(reference) },
      note: 'Score of the standard profile of NAB: 100 is every window found at its start, 0 is silence. Intervals: bootstrap by family; the difference is that to the windowed Gaussian. The shipped weights saw the development series: held out figures for those are printed by eval/train-series.ts.',
    };
    const predictions = folded.map((one, n) => ({
      id: one.id,
      family: one.family,
      alarms: alarmsOf(one, lstm[n] as Float64Array),
      scores: Array.from(lstm[n] ?? [], figure),
      rule: one.surprises.map(figure),
    }));
    return Promise.resolve({ predictions, metrics });
  },
};
