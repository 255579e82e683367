import { type Weights, withIntervals } from '../intervals.ts';
import { aurocBy } from '../decisions/metrics.ts';

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

/** The best precision at which a recall is reached by a line on the score, 0 to 1: rows of one score are let in together. NaN without relevant rows. */
export function precisionAtRecall(
  relevant: readonly boolean[],
  scores: readonly number[],
  recall = recallWanted,
): number {
  return precisionBy(relevant, scores, recall)(new Float64Array(relevant.length).fill(1));
}

/** The same of rows that count so often. */
function precisionBy(
  relevant: readonly boolean[],
  scores: readonly number[],
  recall = recallWanted,
): (weights: Weights) => number {
  const order = Uint32Array.from(relevant.keys()).sort(
    (a, b) => (scores[b] as number) - (scores[a] as number),
  );
  const meant = Float64Array.from(relevant, (value) => (value ? 1 : 0));
  return (weights) => {
    const all = meant.reduce((sum, value, n) => sum + value * (weights[n] as number), 0);
    let [hits, said, best] = [0, 0, Number.NaN];
    for (let place = 0; place < order.length; place += 1) {
      const n = order[place] as number;
      hits += (meant[n] as number) * (weights[n] as number);
      said += weights[n] as number;
      const next = order[place + 1];
      const isLast = next === undefined || scores[next] !== scores[n];
      if (!isLast || hits < recall * all || all === 0) continue;
      best = Number.isNaN(best) ? hits / said : Math.max(best, hits / said);
    }
    return best;
  };
}

/** The figures of some rows: by the served score, by the rule alone, and how much the one leads, with bounds by day. */
export function figuresOf(rows: readonly FigureRow[]) {
  const days = rows.map(({ day }) => day);
  const relevant = rows.map((row) => row.relevant);
  const [scores, rules] = [rows.map(({ score }) => score), rows.map(({ rule }) => rule)];
  const precisions = { served: precisionBy(relevant, scores), rule: precisionBy(relevant, rules) };
  const areas = { served: aurocBy(relevant, scores), rule: aurocBy(relevant, rules) };
  const woken = rows.map(({ woke }) => woke);
  return {
    n: rows.length,
    days: new Set(days).size,
    relevant: relevant.filter(Boolean).length,
    precisionAtRecall90: withIntervals(days, (weights) => {
      const [served, rule] = [precisions.served(weights), precisions.rule(weights)];
      return { served, rule, lead: served - rule };
    }),
    auroc: withIntervals(days, (weights) => ({ served: areas.served(weights), rule: areas.rule(weights) })),
    gate: {
      wakes: woken.filter(Boolean).length,
      ...withIntervals(days, (weights) => gateFigures(relevant, woken, weights)),
    },
  };
}

/** NaN where nothing woke, or nothing should have. */
function gateFigures(relevant: readonly boolean[], woken: readonly boolean[], weights: Weights) {
  let [hits, wakes, meant] = [0, 0, 0];
  for (let n = 0; n < weights.length; n += 1) {
    const weight = weights[n] as number;
    if (relevant[n] === true) meant += weight;
    if (woken[n] === true) wakes += weight;
    if (relevant[n] === true && woken[n] === true) hits += weight;
  }
  return { precision: hits / wakes, recall: hits / meant };
}
