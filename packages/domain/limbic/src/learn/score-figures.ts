import { clamp } from '../features/bounded.ts';

/** Area under the ROC curve, 0 to 1: how often a useful one scores above another one, ties half; NaN without both kinds. */
export function areaUnderCurve(useful: readonly boolean[], scores: readonly number[]): number {
  const sorted = scores
    .map((score, n) => ({ score, useful: useful[n] === true }))
    .toSorted((a, b) => a.score - b.score);
  const yes = sorted.filter((row) => row.useful).length;
  let rankSum = 0;
  for (let from = 0; from < sorted.length; ) {
    let to = from;
    while (to < sorted.length && sorted[to]?.score === sorted[from]?.score) to += 1;
    rankSum += ((from + 1 + to) / 2) * sorted.slice(from, to).filter((row) => row.useful).length;
    from = to;
  }
  return (rankSum - (yes * (yes + 1)) / 2) / (yes * (sorted.length - yes));
}

/** Mean cross-entropy of scores against labels (0 to 1); scores are held off 0 and 1 by 0.001. NaN without rows. */
export function logLoss(labels: readonly number[], scores: readonly number[]): number {
  return lossesOf(labels, scores).reduce((sum, loss) => sum + loss, 0) / labels.length;
}

/** The cross-entropy of each row. */
export function lossesOf(labels: readonly number[], scores: readonly number[]): number[] {
  return labels.map((label, n) => {
    const score = clamp(scores[n] ?? 0, 1e-3, 1 - 1e-3);
    return -label * Math.log(score) - (1 - label) * Math.log(1 - score);
  });
}
