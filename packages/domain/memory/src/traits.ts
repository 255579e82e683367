import { localDay } from '@salience/language';
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

/** A trait with the time that it held. */
export interface TimedTrait extends KnownTrait {
  readonly validFrom: Date;
  readonly validTo: Date | null;
}

/**
 * What is known of a person where a past time is asked about: of each key what held `then` (at its end) in place of what holds now.
 * Values say the day on which they were told or until which they hold, where that is not the same now as then: a day of `zone`.
 */
export function traitsOfThen<T extends TimedTrait>(
  now: readonly T[],
  then: readonly T[],
  at: Date,
  zone: string,
): T[] {
  const keys = new Set(then.map(({ key }) => key));
  const others = now.filter(({ key }) => !keys.has(key));
  const dayOf = (date: Date) => localDay(date.toISOString(), zone);
  return [
    ...then.map((trait) =>
      trait.validTo === null ? trait : { ...trait, value: `${trait.value} (until ${dayOf(trait.validTo)})` },
    ),
    ...others.map((trait) =>
      trait.validFrom <= at ? trait : { ...trait, value: `${trait.value} (told ${dayOf(trait.validFrom)})` },
    ),
  ];
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
