import { isotonicBlocks } from './isotonic.ts';

/** A score that was judged, 0 to 1, and what it was worth: 1 useful, 0 not, null if nobody said. */
export interface ScoredLabel {
  readonly score: number;
  readonly label: 0 | 1 | null;
}

/** What a threshold is learned for: a share of useful wakes (0 to 1), or so many wakes a day over the days in which the scores were seen. */
export type ThresholdTarget =
  | { readonly precision: number }
  | { readonly alertsPerDay: number; readonly days: number };

/**
 * The lowest threshold from which on the share of useful ones is at least `precision`, by an isotonic fit of the labels. 1 if there is none. It never
 * lies below the lowest score that has a label: nothing is known there.
 */
export function thresholdForPrecision(
  pairs: readonly { readonly score: number; readonly label: 0 | 1 }[],
  precision: number,
): number {
  const blocks = isotonicBlocks(pairs);
  let [useful, all, wanted] = [0, 0, 1];
  for (let at = blocks.length - 1; at >= 0; at -= 1) {
    const block = blocks[at];
    if (block === undefined) break;
    useful += block.sum;
    all += block.count;
    // Worth falls from block to block, so the first that spoils the share ends the search.
    if (useful < precision * all) break;
    const below = blocks[at - 1]?.high ?? block.low;
    wanted = (below + block.low) / 2;
  }
  return wanted;
}

/** The lowest threshold that lets at most `alertsPerDay × days` of the scores pass. */
export function thresholdForAlerts(scores: readonly number[], alertsPerDay: number, days: number): number {
  const falling = [...scores].sort((a, b) => b - a);
  const allowed = Math.max(0, Math.floor(alertsPerDay * days));
  const refused = falling[allowed];
  // Equal scores pass together or not at all.
  if (refused === undefined) return falling.at(-1) ?? 0;
  const passing = falling.slice(0, allowed).filter((score) => score > refused);
  return passing.length === 0 ? justAbove(refused) : (refused + (passing.at(-1) ?? 1)) / 2;
}

function justAbove(score: number): number {
  return Math.min(1, score + 1e-6);
}
