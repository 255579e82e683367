import { figure, type Weights, withIntervals } from '../intervals.ts';

/** How often a yes-or-no decision was right and wrong, both ways. */
export interface Confusion {
  readonly hits: number;
  readonly falseAlarms: number;
  readonly misses: number;
  readonly quiet: number;
}

/** Counts decisions against what people say; both lists in one order. */
export function confusionOf(gold: readonly boolean[], said: readonly boolean[]): Confusion {
  return weighted(gold, said, new Float64Array(gold.length).fill(1));
}

function weighted(gold: readonly boolean[], said: readonly boolean[], weights: Weights): Confusion {
  const counts = { hits: 0, falseAlarms: 0, misses: 0, quiet: 0 };
  for (let n = 0; n < weights.length; n += 1) {
    const name =
      said[n] === true ? (gold[n] === true ? 'hits' : 'falseAlarms') : gold[n] === true ? 'misses' : 'quiet';
    counts[name] += weights[n] as number;
  }
  return counts;
}

/** Precision, recall and F1 of a confusion, 0 to 1; 0 where nothing was said or meant. */
export function scoresOf({ hits, falseAlarms, misses }: Confusion) {
  const share = (part: number, whole: number) => (whole === 0 ? 0 : figure(part / whole));
  return {
    precision: share(hits, hits + falseAlarms),
    recall: share(hits, hits + misses),
    f1: share(2 * hits, 2 * hits + falseAlarms + misses),
  };
}

/** Precision, recall and F1 of yes-or-no decisions with their bounds, and the counts; rows of one group are drawn as a whole. */
export function binaryFigures(
  groups: readonly unknown[],
  gold: readonly boolean[],
  said: readonly boolean[],
) {
  return {
    ...withIntervals(groups, (weights) => scoresOf(weighted(gold, said, weights))),
    confusion: confusionOf(gold, said),
  };
}

/** Area under the ROC curve, 0 to 1: how often a positive scores above a negative, ties half; NaN without one of them. */
export function auroc(labels: readonly boolean[], scores: readonly number[]): number {
  return aurocBy(labels, scores)(new Float64Array(labels.length).fill(1));
}

/** The area under the ROC curve of rows that count so often. */
export function aurocBy(labels: readonly boolean[], scores: readonly number[]): (weights: Weights) => number {
  const order = Uint32Array.from(labels.keys()).sort((a, b) => (scores[a] as number) - (scores[b] as number));
  return (weights) => {
    let [area, positives, negatives] = [0, 0, 0];
    for (let from = 0; from < order.length; ) {
      const score = scores[order[from] as number];
      let [ups, downs, to] = [0, 0, from];
      do {
        const place = order[to] as number;
        if (labels[place] === true) ups += weights[place] as number;
        else downs += weights[place] as number;
        to += 1;
      } while (to < order.length && scores[order[to] as number] === score);
      area += ups * (negatives + downs / 2);
      positives += ups;
      negatives += downs;
      from = to;
    }
    return area / (positives * negatives);
  };
}
