import { boundsOf, type Weights } from '../intervals.ts';
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

/** The bounds of a detector's score and of its difference to another's, by family. */
export function intervalsOf(ours: LeftOut, theirs: LeftOut) {
  const names = ours.families.map(({ family }) => family);
  const scoreOf = ({ families }: LeftOut, weights: Weights) => {
    const sum = (of: (one: FamilyScore) => number) =>
      families.reduce((total, one, n) => total + of(one) * (weights[n] as number), 0);
    return nabScore(
      sum(({ raw }) => raw),
      sum(({ windows }) => windows),
    );
  };
  const { score, difference } = boundsOf(names, (weights) => {
    const [own, other] = [scoreOf(ours, weights), scoreOf(theirs, weights)].map(
      (value) => value ?? Number.NaN,
    );
    return { score: own as number, difference: (own as number) - (other as number) };
  });
  return { scoreInterval: score ?? null, differenceInterval: difference ?? null };
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
