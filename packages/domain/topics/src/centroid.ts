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
