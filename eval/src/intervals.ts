import { seeded } from '@salience/limbic';

/** The lower and the upper bound of a figure, 95 % confidence. */
export type Bounds = readonly [low: number, high: number];

/** How often each row counts, in the order of the rows. */
export type Weights = Float64Array;

/** Figures by name; NaN where rows do not allow one. */
export type Figures = Readonly<Record<string, number>>;

/** The bounds of figures, each by its name with "Interval" behind it; null where there are none. */
export type Intervals<T extends Figures> = {
  readonly [Name in keyof T & string as `${Name}Interval`]: Bounds | null;
};

/** Figures with four decimals, null instead of NaN, and beside each its bounds. */
export type WithIntervals<T extends Figures> = { readonly [Name in keyof T]: number | null } & Intervals<T>;

const draws = 1_000;

/** A figure with four decimals; more would only be noise. */
export function figure(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}

/**
 * Figures of rows with the bounds of a percentile bootstrap: rows of one group (a dialogue, a conversation, a day) depend on each other and
 * are drawn as a whole. `figuresOf` gives the figures of rows that count so often. The draws have a fixed seed: the same rows give the same bounds.
 * Null bounds where there are fewer than two groups.
 */
export function withIntervals<T extends Figures>(
  groups: readonly unknown[],
  figuresOf: (weights: Weights) => T,
): WithIntervals<T> {
  const point = figuresOf(new Float64Array(groups.length).fill(1));
  const bounds = boundsOf(groups, figuresOf);
  const entries = Object.entries(point).flatMap(([name, value]) => [
    [name, Number.isFinite(value) ? figure(value) : null],
    [`${name}Interval`, bounds[name] ?? null],
  ]);
  return Object.fromEntries(entries) as WithIntervals<T>;
}

/** The bounds alone, by the names of the figures, with four decimals. A draw that does not allow a figure is left out of its bounds. */
export function boundsOf<T extends Figures>(
  groups: readonly unknown[],
  figuresOf: (weights: Weights) => T,
): { readonly [Name in keyof T]?: Bounds } {
  const drawn = new Map<string, number[]>();
  for (const weights of drawnWeights(groups)) {
    for (const [name, value] of Object.entries(figuresOf(weights))) {
      if (!Number.isFinite(value)) continue;
      const values = drawn.get(name);
      if (values === undefined) drawn.set(name, [value]);
      else values.push(value);
    }
  }
  const entries = Array.from(drawn, ([name, values]) => [name, middle(values).map(figure)]);
  return Object.fromEntries(entries) as { readonly [Name in keyof T]?: Bounds };
}

/** A mean with its bounds. */
export interface MeanInterval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** The mean of some values, each drawn by itself, with its bounds; the mean is NaN without values, the bounds are with fewer than two. */
export function meanInterval(values: readonly number[]): MeanInterval {
  const meanBy = (weights: Weights) => ({ mean: weightedMean(values, weights) });
  const means = Array.from(drawnWeights(values.map((_, n) => n)), (weights) => meanBy(weights).mean);
  const [low, high] = means.length === 0 ? [Number.NaN, Number.NaN] : middle(means);
  return { ...meanBy(new Float64Array(values.length).fill(1)), low, high };
}

/** The mean of values that count so often; NaN where nothing counts. */
export function weightedMean(values: ArrayLike<number>, weights: Weights): number {
  let [sum, total] = [0, 0];
  for (let n = 0; n < weights.length; n += 1) {
    const weight = weights[n] as number;
    sum += weight * (values[n] as number);
    total += weight;
  }
  return sum / total;
}

/** The weights of every draw; the array is the same one each time. None with fewer than two groups. */
function* drawnWeights(groups: readonly unknown[]): Generator<Weights, void> {
  const places = new Map<unknown, number>();
  const placeOf = Uint32Array.from(groups, (group) => {
    const place = places.get(group) ?? places.size;
    places.set(group, place);
    return place;
  });
  if (places.size < 2) return;
  const random = seeded(12_345);
  const counts = new Float64Array(places.size);
  const weights = new Float64Array(groups.length);
  for (let draw = 0; draw < draws; draw += 1) {
    counts.fill(0);
    for (let n = 0; n < places.size; n += 1) {
      const place = random.below(places.size);
      counts[place] = (counts[place] as number) + 1;
    }
    for (let n = 0; n < weights.length; n += 1) weights[n] = counts[placeOf[n] as number] as number;
    yield weights;
  }
}

function middle(values: readonly number[]): Bounds {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] as number;
  return [at(0.025), at(0.975)];
}
