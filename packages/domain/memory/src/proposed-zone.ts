import type { Trust } from '@salience/contracts';
import { sameClock, zoneOfPlace } from '@salience/language';

/** What is known of an exchange that may say where its speaker lives. */
export interface ZoneGround {
  /** The zone that was used for it. */
  readonly zone: string;
  readonly trust: Trust;
}

/** What a person says of themselves. */
interface SaidOfPerson {
  readonly person: string;
  readonly key: string;
  readonly value: string;
  readonly origin: string;
  readonly half: string;
  readonly ended?: boolean;
}

/**
 * A zone that follows from where a person says they live; null where it is the one in use, or the place has none that we know: then an
 * earlier proposal no longer holds.
 */
export interface ProposedZone {
  readonly zone: string | null;
  /** The place, in their words. */
  readonly place: string;
}

/**
 * The zone that a message proposes for its speaker: they say themselves where they live, the place has one zone, and its clock is not the one in
 * use. It only proposes. Undefined where the message says nothing of it.
 */
export function proposedZone(
  said: readonly SaidOfPerson[],
  speaker: string | null,
  { trust, zone: inUse }: ZoneGround,
  now: Date,
): ProposedZone | undefined {
  if (trust !== 'user' && trust !== 'owner') return undefined;
  let withdrawn: ProposedZone | undefined;
  for (const { ended, half, key, origin, person, value } of said) {
    const own = person.toLowerCase() === (speaker ?? 'user').toLowerCase();
    if (!own || ended === true || key !== 'lives_in' || origin !== 'explicit' || half !== 'message') continue;
    const zone = zoneOfPlace(value);
    if (zone !== undefined) return { zone: sameClock(zone, inUse, now) ? null : zone, place: value };
    withdrawn ??= { zone: null, place: value };
  }
  return withdrawn;
}
