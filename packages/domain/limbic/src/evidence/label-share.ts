import { clamp } from '../features/bounded.ts';

/** Labels up to which the declaration alone decides. */
const blendFrom = 10;
/** Labels from which on what was learned alone decides. */
const blendTo = 50;

/** How much of a decision is left to what was learned from so many labels, 0 to 1. */
export function labelShare(labels: number): number {
  return clamp((labels - blendFrom) / (blendTo - blendFrom), 0, 1);
}
