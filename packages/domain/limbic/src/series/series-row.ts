import { featureCount, slotOf } from '../features/feature-names.ts';
import { type RatioName, ratioNames } from './series-state.ts';

/**
 * What the slots of a row say of one number, in their order; the last slot of the vector is `surprise`, as in the features of any signal. Every value
 * lies in [0, 1], slots without a name hold 0. The first five: a statistic beside its own peak, .5 is as high as ever.
 */
const seriesFeatureNames = [
  /** The difference from the number before. */
  ...ratioNames,
  /** How far it is beyond the range of all numbers so far, as a share of that range; 1 from a fifth on. */
  'record',
  /** All of them together. */
  'novelty',
  /** How new something lately was. */
  'told',
] as const;

/** The statistics of one number. */
export interface SeriesStatistics {
  /** 0 to `ratioMax` each. */
  readonly ratios: Readonly<Record<RatioName, number>>;
  /** 0 to 1. */
  readonly record: number;
  /** 0 or more each. */
  readonly novelty: number;
  readonly told: number;
  /** 0 to 1. */
  readonly surprise: number;
}

const surpriseSlot = slotOf('surprise');
/** Where a surprise is .5. Chosen so that the default threshold of a gate, .65, is where alarms are worth most on labelled series. */
const halfSurprise = 0.138;
const decimals = 1e4;

/** A size of 0 or more on a scale from 0 to 1. */
export function squashed(size: number): number {
  return size / (size + halfSurprise);
}

/** The row of features of one number: `featureCount` values in [0, 1], to four decimals. */
export function rowOf({ novelty, ratios, record, surprise, told }: SeriesStatistics): number[] {
  const row: number[] = Array.from({ length: featureCount }, () => 0);
  const values: Readonly<Record<(typeof seriesFeatureNames)[number], number>> = {
    jump: share(ratios.jump),
    hour: share(ratios.hour),
    day: share(ratios.day),
    shift: share(ratios.shift),
    shape: share(ratios.shape),
    record,
    novelty: squashed(novelty),
    told: squashed(told),
  };
  for (const [slot, name] of seriesFeatureNames.entries()) row[slot] = rounded(values[name]);
  row[surpriseSlot] = rounded(surprise);
  return row;
}

/** A ratio of 0 or more as a share of itself and 1. */
function share(ratio: number): number {
  return ratio / (1 + ratio);
}

function rounded(value: number): number {
  return Math.round(value * decimals) / decimals;
}
