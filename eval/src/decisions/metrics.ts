/** A figure with four decimals; more would only be noise. */
export function figure(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}

/** How often a yes-or-no decision was right and wrong, both ways. */
export interface Confusion {
  readonly hits: number;
  readonly falseAlarms: number;
  readonly misses: number;
  readonly quiet: number;
}

/** Counts decisions against what people say; both lists in one order. */
export function confusionOf(gold: readonly boolean[], said: readonly boolean[]): Confusion {
  const count = (meant: boolean, answered: boolean) =>
    gold.filter((value, n) => value === meant && said[n] === answered).length;
  return {
    hits: count(true, true),
    falseAlarms: count(false, true),
    misses: count(true, false),
    quiet: count(false, false),
  };
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

/** Area under the ROC curve, 0 to 1: how often a positive scores above a negative, ties half; NaN without one of them. */
export function auroc(labels: readonly boolean[], scores: readonly number[]): number {
  const sorted = scores.map((score, n) => ({ score, positive: labels[n] === true }));
  sorted.sort((a, b) => a.score - b.score);
  let [rankSum, positives] = [0, 0];
  for (let from = 0; from < sorted.length; ) {
    let to = from;
    while (to < sorted.length && sorted[to]?.score === sorted[from]?.score) to += 1;
    const rank = (from + 1 + to) / 2;
    for (const { positive } of sorted.slice(from, to)) {
      if (!positive) continue;
      rankSum += rank;
      positives += 1;
    }
    from = to;
  }
  const negatives = sorted.length - positives;
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * negatives);
}
