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
    expect(gatherMaterial(found, now, 'UTC')).toMatchObject({
      concepts: [{ id: 'a' }, { id: 'b' }],
      energy: 1.1,
      episode: { id: 'strong' },
      earlier: ['before'],
    });
  });

  it('leaves out what rests, and takes five at most', () => {
    const many = Array.from({ length: 9 }, (_, n) => concept(`c${n}`, 0.9 - n / 100));
    const resting = many.map((one, n) => (n < 2 ? { ...one, driftedAt: now.toISOString() } : one));
    const material = gatherMaterial({ ...found, activated: resting }, now, 'UTC');
    expect(material).toMatchObject({ concepts: ['c2', 'c3', 'c4', 'c5', 'c6'].map((id) => ({ id })) });
  });

  it('is believed no more than the least of its sources, and never more than the agent itself (law 10)', () => {
    const trustOf = (part: Partial<typeof found>) => {
      const material = gatherMaterial({ ...found, ...part }, now, 'UTC');
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
    expect(gatherMaterial({ ...found, seed: null }, now, 'UTC')).toBe('seed-gone');
    expect(gatherMaterial({ ...found, activated: [concept('seed', 0.9)] }, now, 'UTC')).toBe(
      'no-association',
    );
    expect(gatherMaterial({ ...found, episodes: [] }, now, 'UTC')).toBe('no-grounding');
  });

  it('holds what has ended for no relation, does not go on along it, and marks where it is told', () => {
    const link = (id: string, from: string, to: string) => ({
      id,
      from,
      type: 'related-to',
      to,
      trust: 'user' as const,
    });
    const end = '2030-05-20T12:00:00Z';
    const ended = {
      statements: [
        {
          kind: 'trait' as const,
          subject: 'user',
          key: 'lives_in',
          value: 'Hamburg',
          now: 'Lübeck',
          at: end,
          by: 'ex_move',
          trust: 'user' as const,
          saidTrust: 'user' as const,
          nowTrust: 'user' as const,
          rests: ['ex_first', 'lives', 'Marta', 'told'],
        },
      ],
      since: { Marta: '2030-05-01T12:00:00Z', told: '2030-05-01T12:00:00Z' },
    };
    const material = gatherMaterial(
      {
        seed: concept('Marta', 1, { definition: 'A nurse in Hamburg' }),
        activated: [concept('Hamburg', 0.6), concept('Elbe', 0.5), concept('Jonas', 0.4)],
        links: [
          link('lives', 'Marta', 'Hamburg'),
          link('flows', 'Elbe', 'Hamburg'),
          link('knows', 'Marta', 'Jonas'),
        ],
        episodes: [
          { ...episode('told', 1), gist: 'Marta lives in Hamburg.', openLoops: ['Who sees Hamburg?'] },
        ],
        thoughts: [],
        ended,
      },
      now,
      'Pacific/Auckland',
    );
    expect(material).toMatchObject({
      seed: { definition: 'A nurse in Hamburg (until 2030-05-21: lives in Hamburg; now Lübeck)' },
      concepts: [{ id: 'Jonas' }],
      energy: 0.4,
      links: [{ id: 'knows' }],
      episode: {
        gist: 'Marta lives in Hamburg. (until 2030-05-21: lives in Hamburg; now Lübeck)',
        openLoops: ['Who sees Hamburg? (until 2030-05-21: lives in Hamburg; now Lübeck)'],
      },
    });
  });
});
