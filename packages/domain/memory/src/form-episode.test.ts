import {
  type EpisodeProposal,
  type ExchangeId,
  type TopicId,
  type Trust,
  lowestTrust,
} from '@salience/contracts';
import { trustLevels } from '@salience/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { episodeSalience, type EpisodeSource, formEpisode } from './form-episode.ts';

type Exchange = EpisodeSource['exchanges'][number];

function exchange(n: number, part: Partial<Exchange> = {}): Exchange {
  return {
    id: `ex_${n}` as ExchangeId,
    seq: n,
    message: 'We plan the trip to Porto in May.',
    reply: 'Good, May it is.',
    speaker: null,
    topicId: null,
    trust: 'user',
    replyTrust: null,
    source: 'cli',
    saidAt: new Date(n * 1_000),
    chunked: true,
    ...part,
  };
}

const stretch = (...exchanges: Exchange[]): EpisodeSource => ({ exchanges });

const proposal: EpisodeProposal = {
  gist: 'They planned a trip to Porto for 2 people in May.',
  intent: 'Plan a trip.',
  outcome: 'May was chosen.',
  openLoops: ['Who books the trip to Porto?', 'Feed the unicorn on Mars'],
  factors: { novelty: 0.5, emotional: 0.25, commitment: 1, unresolved: false },
};

describe('formEpisode', () => {
  it('is made of every exchange of its stretch, and has the topic of most of them', () => {
    const [a, b] = ['top_a' as TopicId, 'top_b' as TopicId];
    const draft = formEpisode(
      stretch(
        exchange(1, { topicId: a, saidAt: new Date(9_000), trust: 'external', chunked: false }),
        exchange(2, { topicId: b }),
        exchange(3, { topicId: b, source: 'slack' }),
        exchange(4),
      ),
      proposal,
      'some-model',
    );
    expect(draft).toMatchObject({
      firstSeq: 1,
      lastSeq: 4,
      exchangeIds: ['ex_1', 'ex_2', 'ex_3', 'ex_4'],
      startedAt: new Date(2_000),
      endedAt: new Date(9_000),
      topicId: b,
      trust: 'external',
      source: 'mixed',
      model: 'some-model',
      complete: false,
      salience: 0.5,
    });
  });

  it('leaves out open loops that the exchanges do not carry (law 6)', () => {
    expect(formEpisode(stretch(exchange(1)), proposal, 'm').openLoops).toEqual([
      'Who books the trip to Porto?',
    ]);
  });

  it('keeps an open loop that says which day was meant, in the zone of who speaks', () => {
    const said = exchange(1, {
      message: 'I will book the room in Porto tomorrow.',
      saidAt: new Date('2026-11-22T23:30:00Z'),
      zone: 'Europe/Berlin',
    });
    const loops = [
      'Book the room in Porto on 24 November 2026',
      'Book the room in Porto on 25 November 2026',
    ];
    expect(formEpisode(stretch(said), { ...proposal, openLoops: loops }, 'm').openLoops).toEqual([loops[0]]);
  });

  it('refuses a gist about something else (law 6)', () => {
    const invented = { ...proposal, gist: 'A dragon bought seventeen castles near Jupiter.' };
    expect(() => formEpisode(stretch(exchange(1)), invented, 'm')).toThrow(
      expect.objectContaining({ code: 'memory.unsupported-episode' }),
    );
  });

  it('has of equally frequent topics the latest, and none where no exchange has one', () => {
    const [a, b] = ['top_a' as TopicId, 'top_b' as TopicId];
    const even = stretch(exchange(1, { topicId: b }), exchange(2, { topicId: a }), exchange(3));
    expect(formEpisode(even, proposal, 'm').topicId).toBe(a);
    expect(formEpisode(stretch(exchange(1)), proposal, 'm').topicId).toBeNull();
  });

  it('is complete when every exchange has its chunk', () => {
    expect(formEpisode(stretch(exchange(1), exchange(2)), proposal, 'm').complete).toBe(true);
    expect(formEpisode(stretch(exchange(1), exchange(2, { chunked: false })), proposal, 'm').complete).toBe(
      false,
    );
  });

  it('takes for evidence what its stretch said on any topic, and nothing else (law 6)', () => {
    const [a, b] = ['top_a' as TopicId, 'top_b' as TopicId];
    const aside = exchange(1, { topicId: a, message: 'A dragon bought castles near Jupiter.', reply: null });
    const mixed = stretch(aside, exchange(2, { topicId: b }), exchange(3, { topicId: b }));
    const told = { ...proposal, gist: 'A dragon bought castles near Jupiter.' };
    expect(formEpisode(mixed, told, 'm').gist).toBe(told.gist);
    const without = stretch(...mixed.exchanges.slice(1));
    expect(() => formEpisode(without, told, 'm')).toThrow(
      expect.objectContaining({ code: 'memory.unsupported-episode' }),
    );
  });

  it('keeps of its other parts what the exchanges carry, and counts the rest (law 6)', () => {
    const said = exchange(1, {
      message: 'I am so happy: the trip must stay under 500 euros, and I booked the hotel in Porto.',
    });
    const draft = formEpisode(
      stretch(said),
      {
        ...proposal,
        openLoops: [],
        intentType: 'planning',
        direction: 'narrowing',
        context: {
          situational: 'They live on a submarine.',
          conversational: '',
          constraints: ['under 500 euros', 'no cucumbers'],
        },
        action: 'Booked the hotel in Porto.',
        emotion: { type: 'joy', valence: 0.9, intensity: 0.2, arc: '', shown: 'so happy' },
      },
      'm',
    );
    expect(draft).toMatchObject({
      intentType: 'planning',
      direction: 'narrowing',
      context: { situational: null, conversational: null, constraints: ['under 500 euros'] },
      action: 'Booked the hotel in Porto.',
      emotion: { type: 'joy', valence: 0.9, intensity: 0.2, arc: '' },
      refused: 2,
    });
    expect(draft.factors.emotional).toBe(0.2);
  });

  it('believes no feeling that no words show, and lets it weigh nothing (law 6)', () => {
    const felt = {
      ...proposal,
      emotion: { type: 'anger', valence: 0, intensity: 1, arc: '', shown: 'furious screaming' },
      factors: { novelty: 0, emotional: 1, commitment: 0, unresolved: false },
    } as const;
    const draft = formEpisode(stretch(exchange(1)), felt, 'm');
    expect(draft).toMatchObject({ emotion: { type: 'neutral', intensity: 0 }, salience: 0 });
  });

  it('a proposal of the first version is an episode still', () => {
    expect(formEpisode(stretch(exchange(1)), proposal, 'm')).toMatchObject({
      intentType: null,
      direction: null,
      action: null,
      emotion: null,
      context: { situational: null, conversational: null, constraints: [] },
      factors: proposal.factors,
    });
  });

  it('refuses a stretch without exchanges', () => {
    expect(() => formEpisode(stretch(), proposal, 'm')).toThrow(
      expect.objectContaining({ code: 'memory.empty-stretch' }),
    );
  });

  it('carries the lowest trust of its exchanges, whatever their order (law 10)', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom<Trust>(...trustLevels), { minLength: 1, maxLength: 6 }),
        (levels) => {
          const draft = formEpisode(
            stretch(...levels.map((trust, n) => exchange(n, { trust }))),
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
