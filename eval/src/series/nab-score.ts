/** A scored series, as the Numenta Anomaly Benchmark counts it. */
export interface ScoredSeries {
  readonly windows: readonly (readonly [number, number])[];
  readonly probation: number;
  /** One for each point, 0 to 1. */
  readonly scores: ArrayLike<number>;
}

const falseAlarmCost = 0.11;

/** 1 long before, 0 at the end of a window, −1 long behind it. */
const worth = (place: number): number => 2 / (1 + Math.exp(5 * place)) - 1;

/** The raw score of a series at each threshold, the standard profile of NAB (Lavin and Ahmad 2015): −1 for a missed window, up to 1 for a found one, −.11 for a false alarm. */
export function nabRaw(
  { probation, scores, windows }: ScoredSeries,
  thresholds: readonly number[],
): number[] {
  const costs = costsOf({ probation, scores, windows });
  return thresholds.map((threshold) => {
    let raw = 0;
    for (const [from, to] of windows) {
      const found = firstFrom(scores, Math.max(from, probation), to, threshold);
      raw += found < 0 ? -1 : worth(-(to - found + 1) / (to - from + 1)) / worth(-1);
    }
    for (const { cost, score } of costs) if (score >= threshold) raw += cost;
    return raw;
  });
}

/** 100 for every window found at its start and no false alarm, 0 for silence. Null without windows. */
export function nabScore(raw: number, windows: number): number | null {
  return windows === 0 ? null : (100 * (raw + windows)) / (2 * windows);
}

function firstFrom(scores: ArrayLike<number>, from: number, to: number, threshold: number): number {
  for (let n = from; n <= to; n += 1) if ((scores[n] ?? 0) >= threshold) return n;
  return -1;
}

/** What an alarm costs at each point outside of the windows whose score is not negligible. */
function costsOf({ probation, scores, windows }: ScoredSeries): { score: number; cost: number }[] {
  const costs: { score: number; cost: number }[] = [];
  for (let n = probation; n < scores.length; n += 1) {
    const score = scores[n] ?? 0;
    if (windows.some(([from, to]) => n >= from && n <= to)) continue;
    const before = windows.findLast(([, to]) => to < n);
    const place = before === undefined ? 10 : (n - before[1]) / (before[1] - before[0] + 1);
    costs.push({ score, cost: falseAlarmCost * (place > 3 ? -1 : worth(place)) });
  }
  return costs;
}
