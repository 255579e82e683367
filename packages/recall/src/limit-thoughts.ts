import type { Candidate, RankedHit } from '@salience/memory';

/** The least score of a thought that has its place for being near: whoever leaves out what scores low must not leave it out. */
export const thoughtScore = 0.15;

/** Share of a question's weight in words from which on a thought speaks of it though it is not near in meaning. */
const wordsMin = 0.3;

/**
 * Gives thoughts one place among what was found, not more: the nearest in meaning where it is near enough, else the best of those
 * that speak of the question in its words, if it is among the best anyway. Nobody told them, so they never take the places of
 * what was told. `near` is the cosine from which on meaning is near; null where nothing has a meaning. Best first.
 */
export function limitToOneThought<C extends Candidate>(
  ranked: readonly RankedHit<C>[],
  limit: number,
  near: number | null,
): RankedHit<C>[] {
  const thoughts = ranked.filter(({ candidate }) => candidate.kind === 'thought');
  const told = ranked.filter(({ candidate }) => candidate.kind !== 'thought');
  if (thoughts.length === 0 || limit === 0) return told;
  const cosine = ({ candidate }: RankedHit<C>): number => candidate.cosine ?? -1;
  const nearest = thoughts.toSorted((a, b) => cosine(b) - cosine(a))[0] as RankedHit<C>;
  const isNear = near !== null && cosine(nearest) >= near;
  const spoken = ranked
    .slice(0, limit)
    .find((hit) => thoughts.includes(hit) && hit.candidate.words >= wordsMin);
  const one = isNear ? { ...nearest, score: Math.max(nearest.score, thoughtScore) } : spoken;
  if (one === undefined) return told;
  const others = told.slice(0, limit - 1);
  const place = others.findIndex(({ score }) => score < one.score);
  return others.toSpliced(place < 0 ? others.length : place, 0, one);
}
