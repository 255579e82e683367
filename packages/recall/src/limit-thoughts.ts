import type { Candidate, RankedHit } from '@salience/memory';

/** Minimum score of a thought that was chosen because it is near, so that filters on low scores keep it. */
export const thoughtScore = 0.15;

/** Minimum share of a question's word weight that a thought must cover if it is not near in meaning. */
const wordsMin = 0.3;

/**
 * Keeps at most one thought among the hits: the nearest in meaning if it is near enough, else the best one that shares words with the
 * question, if it is among the best hits anyway. Thoughts are not told, so they never replace told memories. `near` is the minimum
 * cosine for near; null without vectors. Best first.
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
