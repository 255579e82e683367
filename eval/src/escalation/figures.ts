import { seeded } from '@salience/limbic';
import { auroc, figure } from '../decisions/metrics.ts';

/** A scored row as figures need it. */
export interface FigureRow {
  /** What is drawn as a whole when the intervals are made: rows of one day depend on each other. */
  readonly day: string;
  readonly relevant: boolean;
  readonly score: number;
  readonly rule: number;
  readonly woke: boolean;
}

const recallWanted = 0.9;
const draws = 500;

/** The best precision at which a recall is reached by a line on the score, 0 to 1: rows of one score are let in together. NaN without relevant rows. */
export function precisionAtRecall(
  relevant: readonly boolean[],
  scores: readonly number[],
  recall = recallWanted,
): number {
  const sorted = scores
    .map((score, n) => ({ score, relevant: relevant[n] === true }))
    .toSorted((a, b) => b.score - a.score);
  const all = sorted.filter((row) => row.relevant).length;
  let [hits, best] = [0, Number.NaN];
  for (const [n, row] of sorted.entries()) {
    if (row.relevant) hits += 1;
    if (sorted[n + 1]?.score === row.score || hits < recall * all || all === 0) continue;
    const precision = hits / (n + 1);
    best = Number.isNaN(best) ? precision : Math.max(best, precision);
  }
  return best;
}

/** The figures of some rows: by the served score, by the rule alone, and how much the one leads, with intervals of 95 % over days. */
export function figuresOf(rows: readonly FigureRow[]) {
  const days = [...Map.groupBy(rows, ({ day }) => day).values()];
  const random = seeded(1);
  const drawn = Array.from({ length: draws }, () =>
    pointFigures(days.flatMap(() => days[random.below(days.length)] ?? [])),
  );
  const point = pointFigures(rows);
  const interval = (of: (figures: PointFigures) => number): [number, number] => {
    const sorted = drawn
      .map(of)
      .filter(Number.isFinite)
      .toSorted((a, b) => a - b);
    const at = (share: number): number =>
      figure(sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN);
    return [at(0.025), at(0.975)];
  };
  const named = (of: (figures: PointFigures) => number) => ({
    value: figure(of(point)),
    interval: interval(of),
  });
  const woken = rows.filter(({ woke }) => woke);
  const relevant = rows.filter((row) => row.relevant).length;
  return {
    n: rows.length,
    days: days.length,
    relevant,
    precisionAtRecall90: {
      served: named(({ served }) => served),
      rule: named(({ rule }) => rule),
      lead: named(({ served, rule }) => served - rule),
    },
    auroc: { served: named(({ servedAuroc }) => servedAuroc), rule: named(({ ruleAuroc }) => ruleAuroc) },
    gate: {
      wakes: woken.length,
      precision: share(woken.filter((row) => row.relevant).length, woken.length),
      recall: share(woken.filter((row) => row.relevant).length, relevant),
    },
  };
}

interface PointFigures {
  readonly served: number;
  readonly rule: number;
  readonly servedAuroc: number;
  readonly ruleAuroc: number;
}

function pointFigures(rows: readonly FigureRow[]): PointFigures {
  const relevant = rows.map((row) => row.relevant);
  const [scores, rules] = [rows.map(({ score }) => score), rows.map(({ rule }) => rule)];
  return {
    served: precisionAtRecall(relevant, scores),
    rule: precisionAtRecall(relevant, rules),
    servedAuroc: auroc(relevant, scores),
    ruleAuroc: auroc(relevant, rules),
  };
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : figure(part / whole);
}
