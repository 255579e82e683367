import { hasDirection, mix, unit } from './vectors.ts';

/** Messages after which a centroid stops getting slower to move. */
const centroidCountMax = 20;

/**
 * The centroid of a topic after one more message, a unit vector. `count` is the number of messages it stands
 * for so far; beyond 20 it counts as 20, so a topic can move with its conversation. A vector without direction
 * changes nothing.
 */
export function updateCentroid(
  centroid: ArrayLike<number>,
  count: number,
  vector: ArrayLike<number>,
): number[] {
  if (!hasDirection(vector)) return Array.from(centroid);
  const messages = Math.min(Math.max(count, 0), centroidCountMax);
  return unit(mix(centroid, vector, 1 / (messages + 1)));
}

/** Confidence after an observation: half the way from `current` to `observed`, both taken as 0 to 1. */
export function reinforce(current: number, observed: number): number {
  const from = bounded(current);
  return from + (bounded(observed) - from) * 0.5;
}

function bounded(value: number): number {
  return value >= 0 ? Math.min(value, 1) : 0;
}
