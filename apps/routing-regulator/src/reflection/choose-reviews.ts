import type { Reviewable } from '@salience/database/learning';

/** Why a decision is reviewed: the router was unsure, it was sure, or it needed its tie-breaker. */
export type ReviewStratum = 'high' | 'low' | 'tiebreak';

/** A decision to be reviewed. */
export interface ChosenReview {
  readonly turnId: Reviewable['turnId'];
  readonly stratum: ReviewStratum;
}

/** Of ten reviews five are of unsure decisions, three of tie-breaks and two of sure ones, spread evenly. */
const places: readonly ReviewStratum[] = [
  'low',
  'tiebreak',
  'low',
  'high',
  'low',
  'tiebreak',
  'low',
  'high',
  'tiebreak',
  'low',
];

/**
 * Draws up to `count` decisions of a pool, beginning at place `made` of the round of ten strata, so that one sitting goes on where the last one
 * stopped. Within a stratum the pool's order counts; a stratum that has no more is left out, and no other stands in for it. Each is
 * drawn once.
 */
export function chooseReviews(
  pool: readonly Reviewable[],
  { count, made }: { readonly count: number; readonly made: number },
): ChosenReview[] {
  const left = Map.groupBy(pool, stratumOf);
  const chosen: ChosenReview[] = [];
  for (let place = 0; place < count; place += 1) {
    const stratum = places[(made + place) % places.length] as ReviewStratum;
    const next = left.get(stratum)?.shift();
    if (next !== undefined) chosen.push({ turnId: next.turnId, stratum });
  }
  return chosen;
}

/** A tie-break counts as one whatever confidence it had; what is neither sure nor unsure is not reviewed. */
function stratumOf({ decision, stratum }: Reviewable): Reviewable['stratum'] | ReviewStratum {
  return decision.tiebreak === null ? stratum : 'tiebreak';
}
