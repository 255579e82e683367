import { seeded } from '@salience/limbic';
import { type LabelledSeries } from './series-row-schema.ts';
import { nabRaw, nabScore } from './nab-score.ts';

/** What a detector came to on series, with a threshold chosen on the other families for each. */
export interface LeftOut {
  /** Of all series together, 0 for silence, 100 for every window at its start. */
  readonly score: number | null;
  readonly families: readonly FamilyScore[];
}

/** One family of it. */
export interface FamilyScore {
  readonly family: string;
  readonly threshold: number;
  readonly raw: number;
  readonly windows: number;
  /** Null for a family without windows; there `raw` tells what false alarms cost. */
  readonly score: number | null;
}

type Scores = readonly ArrayLike<number>[];

/** Thresholds that are tried: at the highest scores of all points, ever wider apart. */
function thresholdsOf(series: readonly LabelledSeries[], scores: Scores): number[] {
  const all = series.flatMap(({ probation }, n) => Array.from(scores[n] ?? []).slice(probation));
  all.sort((a, b) => b - a);
  const steps = 400;
  const places = Array.from(
    { length: steps },
    (_, n) => Math.floor((0.2 * all.length) ** (n / (steps - 1))) - 1,
  );
  return [...new Set([2, ...places.map((place) => all[Math.max(0, place)] ?? 2)])];
}

/** The score of a detector where the threshold for each family is the best one on all others. */
export function leaveFamiliesOut(series: readonly LabelledSeries[], scores: Scores): LeftOut {
  const thresholds = thresholdsOf(series, scores);
  const raws = series.map((one, n) => nabRaw({ ...one, scores: scores[n] ?? [] }, thresholds));
  const names = [...new Set(series.map(({ family }) => family))].toSorted();
  const families = names.map((family): FamilyScore => {
    const totals = thresholds.map((_, t) =>
      sumOf(series, (one, n) => (one.family === family ? 0 : (raws[n]?.[t] ?? 0))),
    );
    const best = totals.indexOf(Math.max(...totals));
    const raw = sumOf(series, (one, n) => (one.family === family ? (raws[n]?.[best] ?? 0) : 0));
    return familyScore(series, family, thresholds[best] ?? 2, raw);
  });
  return together(families);
}

/** The score of a detector at one threshold. */
export function atThreshold(series: readonly LabelledSeries[], scores: Scores, threshold: number): LeftOut {
  const names = [...new Set(series.map(({ family }) => family))].toSorted();
  return together(
    names.map((family) => {
      const raw = sumOf(series, (one, n) =>
        one.family === family ? (nabRaw({ ...one, scores: scores[n] ?? [] }, [threshold])[0] ?? 0) : 0,
      );
      return familyScore(series, family, threshold, raw);
    }),
  );
}

/** The middle 95 % of the difference of two detectors, and of the first alone, when families are drawn again and again with replacement. */
export function intervalsOf(ours: LeftOut, theirs: LeftOut, draws = 2_000) {
  const random = seeded(12_345);
  const [alone, apart]: [number[], number[]] = [[], []];
  for (let draw = 0; draw < draws; draw += 1) {
    const places = ours.families.map(() => random.below(ours.families.length));
    const [a, b] = [ours, theirs].map(
      (one) => together(places.flatMap((place) => one.families[place] ?? [])).score,
    );
    if (typeof a !== 'number' || typeof b !== 'number') continue;
    alone.push(a);
    apart.push(a - b);
  }
  return { score: middle(alone), difference: middle(apart) };
}

function middle(values: number[]): readonly [number, number] | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Math.round(100 * (sorted[Math.floor(share * (sorted.length - 1))] ?? 0)) / 100;
  return [at(0.025), at(0.975)];
}

function together(families: readonly FamilyScore[]): LeftOut {
  const raw = families.reduce((sum, one) => sum + one.raw, 0);
  const windows = families.reduce((sum, one) => sum + one.windows, 0);
  return { score: nabScore(raw, windows), families };
}

function familyScore(
  series: readonly LabelledSeries[],
  family: string,
  threshold: number,
  raw: number,
): FamilyScore {
  const windows = sumOf(series, (one) => (one.family === family ? one.windows.length : 0));
  return { family, threshold, raw, windows, score: nabScore(raw, windows) };
}

function sumOf(series: readonly LabelledSeries[], of: (one: LabelledSeries, n: number) => number): number {
  return series.reduce((sum, one, n) => sum + of(one, n), 0);
}
