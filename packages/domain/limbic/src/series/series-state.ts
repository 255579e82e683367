import { emptyScale, type RunningScale } from './running-scale.ts';
import { emptySeason, type Season } from './season.ts';
import { emptyShapes, type ShapeMemory } from './shape-memory.ts';

/** Version of the shape below and of the meaning of what is in it. */
export const seriesSchema = 'limbic-series.v1';

/** What is held to its own peak, and told in a row. */
export const ratioNames = ['jump', 'hour', 'day', 'shift', 'shape'] as const;
export type RatioName = (typeof ratioNames)[number];

/**
 * What is known of the numbers of one location after so many of them: plain JSON, below 8 KiB for any numbers. Nothing of it depends on the clock or
 * on how fast they come.
 */
export interface SeriesState {
  readonly schema: typeof seriesSchema;
  /** Numbers so far. */
  readonly seen: number;
  /** The latest number; null before the first. */
  readonly latest: number | null;
  readonly level: RunningScale;
  /** Of differences between neighbours. */
  readonly jumps: RunningScale;
  /** The mean of about six numbers, and how such means lie. */
  readonly short: { readonly count: number; readonly mean: number };
  readonly shifts: RunningScale;
  /** By hour of the day. */
  readonly hours: Season;
  /** By hour of the day, weekends apart. */
  readonly days: Season;
  readonly shapes: ShapeMemory;
  /** The lowest and the highest number so far; null before the first. */
  readonly range: readonly [number, number] | null;
  /** How high each statistic came; it fades. */
  readonly peaks: Readonly<Record<RatioName, number>>;
  /** How new something lately was; it fades soon. Only what is newer surprises. */
  readonly told: number;
  /** The features of the latest numbers, oldest first; at most `windowLength` rows of `featureCount`. */
  readonly rows: readonly (readonly number[])[];
}

/** Before the first number. */
export function emptySeries(): SeriesState {
  return {
    schema: seriesSchema,
    seen: 0,
    latest: null,
    level: emptyScale,
    jumps: emptyScale,
    short: { count: 0, mean: 0 },
    shifts: emptyScale,
    hours: emptySeason(24),
    days: emptySeason(48),
    shapes: emptyShapes,
    range: null,
    peaks: { jump: 0, hour: 0, day: 0, shift: 0, shape: 0 },
    told: 0,
    rows: [],
  };
}
