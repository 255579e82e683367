import {
  featureCount,
  initialWeights,
  type Random,
  type Sample,
  seeded,
  slotOf,
  train,
  windowLength,
} from '@salience/limbic';
import type { FoldedSeries } from './fold-series.ts';

/** Points of a series to learn from: its most surprising ones and others, as shares of all, and at least so many. */
const topShare = 0.03;
const otherShare = 0.02;
const pointsMin = 60;
/** How much people's marks count against the rule. */
const markShare = 0.1;
/** The most surprising points of a marked stretch are what its mark is about. */
const markedPoints = 3;
/** Below this surprise a mark says nothing: the point has nothing unusual about it. */
const markedFrom = 0.5;
const madeUpWeight = 0.5;
const surpriseSlot = slotOf('surprise');

/** How long to teach. */
export interface TeachOptions {
  readonly seed: number;
  /** Windows that are mixed from others. Default: 9,000. */
  readonly madeUp?: number;
  /** Default: 8. */
  readonly epochs?: number;
}

/**
 * Weights of the LSTM for series. It is taught what the fold's rule says of a point (on real windows, and on ones whose last row is mixed from others, so that it
 * holds everywhere), corrected by people's marks: outside of marked stretches surprise is less wanted, at their most surprising points more. Same series and options, same weights. Throws a
 * RangeError without a series.
 */
export function teachSeries(
  series: readonly FoldedSeries[],
  { epochs = 8, madeUp = 9_000, seed }: TeachOptions,
): Float32Array {
  const random = seeded(seed);
  const real = series.flatMap((one) => samplesOf(one, random));
  if (real.length === 0) throw new RangeError('Expected at least one series to learn from, got none.');
  const made = Array.from({ length: madeUp }, (_, n) =>
    n % 3 === 0 ? bare(real, random) : mixed(real, random),
  );
  const { weights } = train([...real, ...made], {
    start: initialWeights(seed),
    seed,
    epochs,
    batchSize: 32,
    learningRate: 2e-3,
    decay: 1e-4,
    anchored: false,
    clipNorm: 1,
  });
  return weights;
}

function samplesOf(series: FoldedSeries, random: Random): Sample[] {
  const { kept, surprises } = series;
  const bySurprise = surprises
    .map((_, n) => n)
    .filter((n) => kept[n]?.length !== 0)
    .toSorted((a, b) => (surprises[b] ?? 0) - (surprises[a] ?? 0));
  const top = Math.min(bySurprise.length, Math.max(pointsMin, Math.floor(topShare * kept.length)));
  const others = Math.max(pointsMin, Math.floor(otherShare * kept.length));
  const rest = bySurprise.slice(top);
  const chosen = [
    ...bySurprise.slice(0, top),
    ...Array.from(
      { length: rest.length === 0 ? 0 : others },
      () => rest[random.below(rest.length)] as number,
    ),
  ];
  const marks = marksOf(series);
  return chosen.map((n) => {
    const rule = surprises[n] ?? 0;
    const mark = rule >= markedFrom ? marks.get(n) : undefined;
    return {
      ...windowOf(kept[n] ?? []),
      label: mark === undefined ? rule : (1 - markShare) * rule + markShare * mark,
      weight: mark === 1 ? 1 + markShare : 1,
    };
  });
}

/** 1 for the most surprising points of marked stretches, 0 for every point outside; others of a stretch have none. */
function marksOf({ probation, surprises, windows }: FoldedSeries): Map<number, number> {
  const marks = new Map<number, number>();
  for (let n = probation; n < surprises.length; n += 1)
    if (!windows.some(([from, to]) => n >= from && n <= to)) marks.set(n, 0);
  for (const [from, to] of windows) {
    const places = Array.from({ length: to - from + 1 }, (_, n) => from + n).filter((n) => n >= probation);
    const best = places.toSorted((a, b) => (surprises[b] ?? 0) - (surprises[a] ?? 0));
    for (const n of best.slice(0, markedPoints)) marks.set(n, 1);
  }
  return marks;
}

/** `[T, F]` with the rows first and padding behind them. */
function windowOf(rows: FoldedSeries['kept'][number]): Pick<Sample, 'window' | 'length'> {
  const window = new Float32Array(windowLength * featureCount);
  for (const [step, row] of rows.entries()) window.set(row, step * featureCount);
  return { window, length: rows.length };
}

/** A window whose last row takes some of its features from another window, or noise; a third of them any surprise. */
function mixed(real: readonly Sample[], random: Random): Sample {
  const { length, window: original } = real[random.below(real.length)] as Sample;
  const other = real[random.below(real.length)] as Sample;
  const window = original.slice();
  const at = (length - 1) * featureCount;
  const [share, noisy] = [random.next(), random.next() < 0.5];
  for (let slot = 0; slot < featureCount; slot += 1) {
    if (random.next() < share)
      window[at + slot] = other.window[(other.length - 1) * featureCount + slot] ?? 0;
    const value = window[at + slot] ?? 0;
    if (noisy && value !== 0) window[at + slot] = Math.min(1, Math.max(0, value + 0.2 * random.normal()));
  }
  if (random.next() < 0.3) window[at + surpriseSlot] = random.next();
  return { window, length, label: window[at + surpriseSlot] ?? 0, weight: madeUpWeight };
}

/** A window of nothing but surprises, as kinds have them: many of its rows have any. */
function bare(real: readonly Sample[], random: Random): Sample {
  const { length, window: original } = real[random.below(real.length)] as Sample;
  const window = new Float32Array(original.length);
  const share = random.next();
  for (let n = 0; n < length; n += 1) {
    const at = n * featureCount + surpriseSlot;
    window[at] = n === length - 1 || random.next() < share ? random.next() : (original[at] ?? 0);
  }
  return {
    window,
    length,
    label: window[(length - 1) * featureCount + surpriseSlot] ?? 0,
    weight: madeUpWeight,
  };
}
