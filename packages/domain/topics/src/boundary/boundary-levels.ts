import type { UsualLevel } from './boundary-model.ts';
import type { CountedLevel } from './boundary-state.ts';

/** Messages for which the usual level of all talk counts beside what a thread has shown. */
const priorMessages = 4;
/** The share of the newest message once a level is settled: it then reaches back over about thirty. */
const newest = 0.06;
const deviationsMax = 3;

/** How unusual a value is in its thread, in deviations from the thread's own level, -3 to 3. */
export function unusual(value: number, level: CountedLevel | undefined, usual: UsualLevel): number {
  const n = level?.n ?? 0;
  const share = n / (n + priorMessages);
  const mean = share * (level?.mean ?? 0) + (1 - share) * usual.mean;
  const variance = share * (level?.variance ?? 0) + (1 - share) * usual.spread * usual.spread;
  return Math.min(Math.max((value - mean) / Math.sqrt(variance + 1e-6), -deviationsMax), deviationsMax);
}

/** The level after one more value. */
export function learnLevel(level: CountedLevel | undefined, value: number): CountedLevel {
  if (level === undefined) return { n: 1, mean: value, variance: 0 };
  const n = level.n + 1;
  const share = Math.max(1 / n, newest);
  const away = value - level.mean;
  return {
    n,
    mean: level.mean + share * away,
    variance: (1 - share) * (level.variance + share * away * away),
  };
}
