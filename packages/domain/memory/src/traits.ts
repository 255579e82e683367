import type { TraitCategory, Trust } from '@salience/contracts';
import { retrievalWeight } from './decay.ts';

/** A trait that holds, as it is stored. Confidence 0..1. */
export interface KnownTrait {
  readonly id: string;
  readonly person: string;
  readonly key: string;
  readonly value: string;
  readonly category: TraitCategory;
  readonly origin: 'explicit' | 'inferred';
  readonly confidence: number;
  readonly trust: Trust;
  readonly lastSeenAt: Date;
}

/** An inferred trait that weighs less is not worth mentioning. */
const weightMin = 0.2;

/** How much a trait counts at a time, 0..1: what was stated as sure as it was; what was inferred fades until it is seen again. */
function traitWeight(trait: Omit<KnownTrait, 'id' | 'key' | 'person' | 'value'>, now: Date): number {
  const { confidence, lastSeenAt, origin } = trait;
  return (
    confidence *
    retrievalWeight({ strength: confidence, seenAt: lastSeenAt, explicit: origin === 'explicit' }, now)
  );
}

/** The traits worth knowing at a time, each with its weight (0..1): what is core first, then by weight, `max` at most. */
export function chooseTraits<T extends KnownTrait>(
  traits: readonly T[],
  now: Date,
  max: number,
): (T & { readonly weight: number })[] {
  return traits
    .map((trait) => ({ ...trait, weight: traitWeight(trait, now) }))
    .filter(({ weight }) => weight >= weightMin)
    .toSorted(
      (a, b) =>
        Number(b.category === 'core') - Number(a.category === 'core') ||
        b.weight - a.weight ||
        (a.id < b.id ? -1 : 1),
    )
    .slice(0, max);
}
