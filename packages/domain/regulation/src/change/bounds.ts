import type { Policy, WeightName } from '@salience/router';

/** How far and how fast a weight may move. */
export const paceRules = {
  /** The largest step. */
  step: 0.02,
  /** Hours for which a weight that was moved, or moved back, stays. */
  cooldownHours: 48,
  /** A weight stays within so much of the one it was shipped with. */
  spread: 0.6,
  /** The same for a weight about margins: its own size is near this. */
  marginSpread: 0.1,
  /** Whatever is learned, the cold margin keeps so much: below it, two scores are never too close to call. */
  baseMarginMin: 0.02,
} as const;

/**
 * The least and the most a weight may be, by the policy that it was shipped with; the router's own limits are 0 and 10. `most`: how far
 * any weight may lie from it.
 */
export function boundsOf(
  name: WeightName,
  shipped: Policy,
  most: number = paceRules.spread,
): { readonly low: number; readonly high: number } {
  const anchor = shipped.weights[name] ?? 0;
  const isMargin = name.startsWith('tiebreaker_');
  const spread = Math.min(most, isMargin ? paceRules.marginSpread : paceRules.spread);
  const least = name === 'tiebreaker_base_margin' ? Math.min(paceRules.baseMarginMin, anchor) : 0;
  return { low: Math.max(least, anchor - spread), high: Math.min(10, anchor + spread) };
}

/** A sum of steps without the dust of binary fractions. */
export const tidy = (weight: number) => Math.round(weight * 1e9) / 1e9;

/**
 * The weight after a step, within its bounds, and by how much it really moved: that is what is recorded. A weight that already stands
 * outside of its bounds may only come back.
 */
export function stepped(
  before: number,
  delta: number,
  bounds: { readonly low: number; readonly high: number },
): { readonly after: number; readonly delta: number } {
  const low = Math.min(bounds.low, before);
  const high = Math.max(bounds.high, before);
  const after = tidy(Math.min(Math.max(before + delta, low), high));
  return { after, delta: tidy(after - before) };
}
