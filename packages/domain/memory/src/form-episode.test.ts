import type { EpisodeProposal, ExchangeId, RangeId, TopicId, Trust } from '@salience/contracts';
import { trustLevels } from '@salience/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { episodeSalience, type EpisodeSource, formEpisode } from './form-episode.ts';
import { lowestTrust } from './trust.ts';

type Exchange = EpisodeSource['exchanges'][number];

function exchange(n: number, part: Partial<Exchange> = {}): Exchange {
  return {
    id: `ex_${n}` as ExchangeId,
    message: 'We plan the trip to Porto in May.',
    reply: 'Good, May it is.',
    speaker: null,
    topicId: null,
    trust: 'user',
    source: 'cli',
    saidAt: new Date(n * 1_000),
    chunkState: 'chunked',
    ...part,
  };
}

const range = (...exchanges: Exchange[]): EpisodeSource => ({ id: 'rng_1' as RangeId, exchanges });

const proposal: EpisodeProposal = {
  gist: 'They planned a trip to Porto for 2 people in May.',
  intent: 'Plan a trip.',
  outcome: 'May was chosen.',
  openLoops: ['Who books the trip to Porto?', 'Feed the unicorn on Mars'],
  factors: { novelty: 0.5, emotional: 0.25, commitment: 1, unresolved: false },
};

describe('formEpisode', () => {
  it('names its first and last exchange, its times, its most frequent topic and its model', () => {
    const [a, b] = ['top_a' as TopicId, 'top_b' as TopicId];
    const draft = formEpisode(
      range(
        exchange(1, { topicId: a, saidAt: new Date(9_000) }),
        exchange(2, { topicId: b }),
        exchange(3, { topicId: b, source: 'slack' }),
      ),
      proposal,
      'some-model',
    );
    expect(draft).toMatchObject({
      firstExchangeId: 'ex_1',
      lastExchangeId: 'ex_3',
      startedAt: new Date(2_000),
      endedAt: new Date(9_000),
      topicId: b,
      source: 'mixed',
      model: 'some-model',
      complete: true,
      salience: 0.5,
    });
  });

  it('leaves out open loops that the exchanges do not carry (law 6)', () => {
    expect(formEpisode(range(exchange(1)), proposal, 'm').openLoops).toEqual([
      'Who books the trip to Porto?',
    ]);
  });

  it('refuses a gist about something else (law 6)', () => {
    const invented = { ...proposal, gist: 'A dragon bought seventeen castles near Jupiter.' };
    expect(() => formEpisode(range(exchange(1)), invented, 'm')).toThrow(
      expect.objectContaining({ code: 'memory.unsupported-episode' }),
    );
  });

  it('is incomplete while a chunk is pending, not when one failed', () => {
    expect(
      formEpisode(range(exchange(1), exchange(2, { chunkState: 'failed' })), proposal, 'm').complete,
    ).toBe(true);
    expect(
      formEpisode(range(exchange(1), exchange(2, { chunkState: 'pending' })), proposal, 'm').complete,
    ).toBe(false);
  });

  it('refuses a range without exchanges', () => {
    expect(() => formEpisode(range(), proposal, 'm')).toThrow(
      expect.objectContaining({ code: 'memory.empty-range' }),
    );
  });

  it('carries the lowest trust of its exchanges, whatever their order (law 10)', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom<Trust>(...trustLevels), { minLength: 1, maxLength: 6 }),
        (levels) => {
          const draft = formEpisode(
            range(...levels.map((trust, n) => exchange(n, { trust }))),
            proposal,
            'm',
          );
          const lowest = trustLevels.find((level) => levels.includes(level));
          expect(draft.trust).toBe(lowest);
          expect(lowestTrust(levels.toReversed())).toBe(lowest);
        },
      ),
    );
  });
});

describe('episodeSalience (law 9: one scale)', () => {
  const unit = fc.double({ min: 0, max: 1, noNaN: true });
  const factors = fc.record({ novelty: unit, emotional: unit, commitment: unit, unresolved: fc.boolean() });

  it('stays within 0..1 and never falls when a factor grows', () => {
    fc.assert(
      fc.property(
        factors,
        fc.constantFrom('novelty', 'emotional', 'commitment'),
        unit,
        (before, key, grown) => {
          const after = { ...before, [key]: Math.max(before[key as 'novelty'], grown) };
          expect(episodeSalience(before)).toBeGreaterThanOrEqual(0);
          expect(episodeSalience(after)).toBeLessThanOrEqual(1);
          expect(episodeSalience(after)).toBeGreaterThanOrEqual(episodeSalience(before));
          expect(episodeSalience({ ...before, unresolved: true })).toBeGreaterThanOrEqual(
            episodeSalience({ ...before, unresolved: false }),
          );
        },
      ),
    );
  });

  it('is the stated formula', () => {
    expect(episodeSalience({ novelty: 1, emotional: 0, commitment: 0, unresolved: true })).toBeCloseTo(0.5);
    expect(episodeSalience({ novelty: 1, emotional: 1, commitment: 1, unresolved: true })).toBe(1);
    expect(lowestTrust([])).toBe('external');
  });
});
