/** What decay looks at. */
export interface DecayingItem {
  /** 0..1, as it was at `seenAt`. The stronger, the slower it fades. Outside of 0..1 counts as the nearer end. */
  readonly strength: number;
  /** When it was last said, repeated or reinforced. */
  readonly seenAt: Date;
  /** Somebody asked for it to be kept; it never fades. */
  readonly explicit: boolean;
}

/** How memories fade. A change of any number is a new version. */
export const decayRules = Object.freeze({
  version: 1,
  /** Hours in which a memory is still fresh: until then the fall is steep and short, after them long and flat. */
  freshHours: 24,
  /** Hours after which a memory of strength 0 weighs half. */
  weakHalfLifeHours: 72,
  /** Hours after which a memory of strength 1 weighs half. */
  strongHalfLifeHours: 2160,
});

const hourMs = 3_600_000;

/** Hours after which a memory of this strength weighs half: three days at 0, ninety at 1, in between by equal ratios. */
export function halfLifeHours(strength: number): number {
  const { weakHalfLifeHours, strongHalfLifeHours } = decayRules;
  return weakHalfLifeHours * (strongHalfLifeHours / weakHalfLifeHours) ** Math.min(1, Math.max(0, strength));
}

/**
 * How much a memory still weighs in retrieval, 0..1: 1 when it was last seen (and for times before that), falling by a
 * power law of the hours since. Never decides whether something is kept. Strength sets the pace only: who wants
 * "strong and fresh" multiplies by it. The same times give the same weight, however often it was asked for.
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
  // Of all powers the one that gives one half at the half-life.
  const exponent = 1 / Math.log2(1 + halfLifeHours(item.strength) / decayRules.freshHours);
  return ((1 + start / decayRules.freshHours) / (1 + end / decayRules.freshHours)) ** exponent;
}

function age(item: DecayingItem, at: Date): number {
  return Math.max(0, at.getTime() - item.seenAt.getTime()) / hourMs;
}
