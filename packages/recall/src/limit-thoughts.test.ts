import type { Candidate, RankedHit } from '@salience/memory';
import { describe, expect, it } from 'vitest';
import { thoughtScore, limitToOneThought } from './limit-thoughts.ts';

const at = new Date('2026-06-17T12:00:00Z');

function hit(
  kind: string,
  id: string,
  score: number,
  cosine: number | null = null,
  words = 0,
): RankedHit<Candidate> {
  const none = {
    words,
    neighbours: 0,
    speaks: false,
    entity: false,
    graph: 0,
    weight: null,
    usedAt: null,
  };
  return {
    candidate: { ...none, kind, id, threadId: 't', text: id, at, topicId: null, cosine },
    score,
    why: {},
  };
}
const told = Array.from({ length: 6 }, (_, place) => hit('exchange', `ex${place}`, 0.9 - place / 10));
const ids = (hits: readonly RankedHit<Candidate>[]) => hits.map(({ candidate }) => candidate.id);

describe('one place for a thought', () => {
  it('goes to the nearest, however low it ranks, and takes the last place only', () => {
    const ranked = [...told, hit('thought', 'far', 0.05, 0.2), hit('thought', 'near', 0.04, 0.5)];
    const chosen = limitToOneThought(ranked, 4, 0.32);
    expect(ids(chosen)).toEqual(['ex0', 'ex1', 'ex2', 'near']);
    expect(chosen.at(-1)?.score).toBe(thoughtScore);
  });

  it('goes to none where none is near and none is among the best', () => {
    const ranked = [...told, hit('thought', 'far', 0.05, 0.3)];
    expect(ids(limitToOneThought(ranked, 4, 0.32))).toEqual(ids(told));
    expect(ids(limitToOneThought(ranked, 4, null))).toEqual(ids(told));
    expect(ids(limitToOneThought([hit('thought', 'off', 0.99, 0.3, 0.1), ...told], 4, 0.32))).toEqual(
      ids(told),
    );
  });

  it('is one, whatever many thoughts rank above what was told', () => {
    const ranked = [hit('thought', 'a', 0.99, 0.1, 0.6), hit('thought', 'b', 0.98, 0.1, 0.6), ...told];
    expect(ids(limitToOneThought(ranked, 4, 0.32))).toEqual(['a', 'ex0', 'ex1', 'ex2']);
    expect(ids(limitToOneThought(ranked, 4, null))).toEqual(['a', 'ex0', 'ex1', 'ex2']);
  });

  it('leaves everything as it is without thoughts, and gives nothing where nothing was asked for', () => {
    expect(limitToOneThought(told, 4, 0.32)).toEqual(told);
    expect(ids(limitToOneThought([hit('thought', 'a', 0.9, 0.9)], 0, 0.32))).toEqual([]);
  });
});
