/** The inputs of decay. */
export interface DecayingItem {
  /** Strength at `seenAt`, clamped to 0..1. A stronger item decays more slowly. */
  readonly strength: number;
  /** When it was last said, repeated or reinforced. */
  readonly seenAt: Date;
  /** A person asked to keep it; it never decays. */
  readonly explicit: boolean;
}

/** The parameters of decay. A change of any number is a new version. */
export const decayRules = Object.freeze({
  version: 1,
  /** Time scale of the power law in hours: the weight falls steeply before it and slowly after it. */
  freshHours: 24,
  /** Hours after which a memory of strength 0 weighs half. */
  weakHalfLifeHours: 72,
  /** Hours after which a memory of strength 1 weighs half. */
  strongHalfLifeHours: 2160,
});

const hourMs = 3_600_000;

/** Hours after which a memory of this strength weighs half: three days at 0, ninety at 1, interpolated geometrically. */
export function halfLifeHours(strength: number): number {
  const { weakHalfLifeHours, strongHalfLifeHours } = decayRules;
  return weakHalfLifeHours * (strongHalfLifeHours / weakHalfLifeHours) ** Math.min(1, Math.max(0, strength));
}

/**
 * The retrieval weight of a memory, 0..1: 1 until it was last seen, then falling by a power law of the hours since. It never decides
 * whether a memory is kept. Strength only sets the pace; a caller that wants "strong and fresh" multiplies by it. Depends on the given
 * times only, not on earlier calls.
 */
export function retrievalWeight(item: DecayingItem, now: Date): number {
  return decayBetween(item, item.seenAt, now);
}

/**
 * The factor by which an item's weight falls from one time to another, 0..1. Steps multiply: from a to b times from b to
 * c is from a to c. A time before `seenAt` counts as `seenAt`; a step backwards changes nothing (1).
 */
export function decayBetween(item: DecayingItem, from: Date, to: Date): number {
  if (item.explicit) return 1;
  const start = age(item, from);
  const end = age(item, to);
  if (end <= start) return 1;
  // Chosen so that the weight is one half at the half-life.
  const exponent = 1 / Math.log2(1 + halfLifeHours(item.strength) / decayRules.freshHours);
  return ((1 + start / decayRules.freshHours) / (1 + end / decayRules.freshHours)) ** exponent;
}

function age(item: DecayingItem, at: Date): number {
  return Math.max(0, at.getTime() - item.seenAt.getTime()) / hourMs;
}
