import { deviations, emptyScale, extendScale, type RunningScale } from './running-scale.ts';

/** What is usual in each slot of a cycle, and how far values are from that: plain JSON. */
export interface Season {
  /** Values by slot so far, up to the memory. */
  readonly counts: readonly number[];
  readonly means: readonly number[];
  readonly residuals: RunningScale;
}

/** How much a season keeps. */
export interface SeasonOptions {
  /** Values of one slot that count. */
  readonly memory: number;
  /** Values of a slot before anything in it can be unusual. */
  readonly countMin: number;
}

/** Residuals that count. */
const residualMemory = 2_000;

/** A season of so many slots, before the first value. */
export function emptySeason(slots: number): Season {
  return {
    counts: Array.from({ length: slots }, () => 0),
    means: Array.from({ length: slots }, () => 0),
    residuals: emptyScale,
  };
}

/** How many deviations a value is from what is usual in its slot, and the season after it. */
export function stepSeason(
  season: Season,
  slot: number,
  value: number,
  { countMin, memory }: SeasonOptions,
): { readonly deviation: number; readonly next: Season } {
  const [count, mean] = [season.counts[slot] ?? 0, season.means[slot] ?? 0];
  const known = count >= countMin;
  const residual = value - mean;
  const grown = Math.min(count + 1, memory);
  return {
    deviation: known ? deviations(season.residuals, residual) : 0,
    next: {
      counts: season.counts.with(slot, grown),
      means: season.means.with(slot, mean + residual / grown),
      residuals: known ? extendScale(season.residuals, residual, residualMemory) : season.residuals,
    },
  };
}
