import type { Trust } from '@salience/contracts';
import { describe, expect, it } from 'vitest';
import { type ActivatedConcept, gatherMaterial, type GroundingEpisode } from './drift-material.ts';

const now = new Date('2030-06-01T12:00:00Z');
const concept = (id: string, energy: number, part: Partial<ActivatedConcept> = {}): ActivatedConcept => ({
  id,
  name: id,
  kind: 'thing',
  definition: '',
  trust: 'user',
  energy,
  driftedAt: null,
  ...part,
});
const episode = (id: string, overlap: number, trust: Trust = 'user'): GroundingEpisode => ({
  id,
  gist: '',
  intent: '',
  outcome: '',
  openLoops: [],
  endedAt: '2030-05-01T12:00:00Z',
  trust,
  overlap,
});
const found = {
  seed: concept('seed', 1),
  activated: [concept('b', 0.5), concept('a', 0.6), concept('seed', 0.4)],
  links: [],
  episodes: [episode('weak', 0.5), episode('strong', 1.5)],
  thoughts: ['before'],
  ended: null,
};

describe('what a thought is made from', () => {
  it('is what was activated, strongest first, and the episode that shares most with it; the seed gives no energy', () => {
    expect(gatherMaterial(found, now)).toMatchObject({
      concepts: [{ id: 'a' }, { id: 'b' }],
      energy: 1.1,
      episode: { id: 'strong' },
      earlier: ['before'],
    });
  });

  it('leaves out what rests, and takes five at most', () => {
    const many = Array.from({ length: 9 }, (_, n) => concept(`c${n}`, 0.9 - n / 100));
    const resting = many.map((one, n) => (n < 2 ? { ...one, driftedAt: now.toISOString() } : one));
    const material = gatherMaterial({ ...found, activated: resting }, now);
    expect(material).toMatchObject({ concepts: ['c2', 'c3', 'c4', 'c5', 'c6'].map((id) => ({ id })) });
  });

  it('is believed no more than the least of its sources, and never more than the agent itself (law 10)', () => {
    const trustOf = (part: Partial<typeof found>) => {
      const material = gatherMaterial({ ...found, ...part }, now);
      return typeof material === 'string' ? material : material.trust;
    };
    expect(trustOf({})).toBe('agent');
    expect(trustOf({ seed: concept('seed', 1, { trust: 'external' }) })).toBe('external');
    expect(trustOf({ activated: [concept('a', 0.5, { trust: 'external' }), concept('b', 0.5)] })).toBe(
      'external',
    );
    expect(trustOf({ episodes: [episode('x', 1, 'external')] })).toBe('external');
  });

  it('is nothing where the seed is gone, leads nowhere, or nothing was lived through', () => {
    expect(gatherMaterial({ ...found, seed: null }, now)).toBe('seed-gone');
    expect(gatherMaterial({ ...found, activated: [concept('seed', 0.9)] }, now)).toBe('no-association');
    expect(gatherMaterial({ ...found, episodes: [] }, now)).toBe('no-grounding');
  });
});
