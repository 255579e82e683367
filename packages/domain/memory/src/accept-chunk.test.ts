import type { ChunkProposal, Trust } from '@salience/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptChunk } from './accept-chunk.ts';
import { chunkRules } from './chunk-rules.ts';
import type { ChunkSource } from './chunk-source.ts';
import { wordsOf } from '@salience/language';

const ana: ChunkSource = {
  message: 'My sister Ana lives in Porto and turns 31 on Friday.',
  reply: 'Noted. Porto has lovely bridges!',
  speaker: null,
  trust: 'user',
  replyTrust: null,
  beside: [],
  saidAt: new Date('2026-03-02T09:00:00Z'),
  world: [],
};

function propose(part: Partial<ChunkProposal>): ChunkProposal {
  return { gists: [], facts: [], entities: [], traits: [], times: [], ...part };
}

const fact = (subject: string, key: string, value: string, confidence = 0.9) => ({
  subject,
  key,
  value,
  confidence,
});
const gist = (content: string, confidence = 0.9) => ({ type: 'fact' as const, content, confidence });

describe('acceptChunk (law 6: a model may propose, code decides)', () => {
  it('keeps what was said', () => {
    const kept = acceptChunk(
      propose({
        facts: [fact('Ana', 'lives_in', 'Porto')],
        gists: [gist("The user's sister Ana lives in Porto.")],
        entities: [{ name: 'Ana', type: 'person', confidence: 0.8 }],
      }),
      ana,
    );
    expect(kept.facts).toMatchObject([{ ...fact('Ana', 'lives_in', 'Porto'), trust: 'user' }]);
    expect(kept.gists).toHaveLength(1);
    expect(kept.entities).toHaveLength(1);
  });

  it('refuses an invented value, an invented subject and an invented number', () => {
    const kept = acceptChunk(
      propose({
        facts: [
          fact('Ana', 'lives_in', 'Lisbon'),
          fact('Bruno', 'lives_in', 'Porto'),
          fact('Ana', 'age', '32'),
        ],
        gists: [gist('Ana turns 32 on Friday.')],
      }),
      ana,
    );
    expect([kept.facts, kept.gists]).toEqual([[], []]);
    expect(kept.refused.unsupported).toBe(4);
  });

  it('takes no fact from the reply of the agent', () => {
    const kept = acceptChunk(propose({ facts: [fact('Porto', 'known_for', 'lovely bridges')] }), ana);
    expect(kept.facts).toEqual([]);
  });

  it("gives a gist that only the reply supports no more trust than the agent's (law 10)", () => {
    const kept = acceptChunk(
      propose({ gists: [gist('Porto has lovely bridges.'), gist('Ana lives in Porto.')] }),
      ana,
    );
    expect(kept.gists.map((item) => item.trust).toSorted()).toEqual(['agent', 'user']);
  });

  it('is no surer of what rests on the reply than the reply is (law 8)', () => {
    const proposal = propose({
      gists: [gist('Porto has lovely bridges.'), gist('Ana lives in Porto.')],
      entities: [
        { name: 'bridges', type: 'thing', confidence: 0.9 },
        { name: 'Ana', type: 'person', confidence: 0.9 },
      ],
    });
    const confidences = (replyConfidence: number | null) => {
      const { entities, gists } = acceptChunk(proposal, { ...ana, replyConfidence });
      return Object.fromEntries([
        ...gists.map(({ confidence, content }) => [content, confidence]),
        ...entities.map(({ confidence, name }) => [name, confidence]),
      ]) as unknown;
    };
    const said = { 'Ana lives in Porto.': 0.9, Ana: 0.9 };
    expect(confidences(0.3)).toEqual({ ...said, 'Porto has lovely bridges.': 0.3, bridges: 0.3 });
    for (const claimsNothing of [null, 1])
      expect(confidences(claimsNothing)).toEqual({ ...said, 'Porto has lovely bridges.': 0.9, bridges: 0.9 });
  });

  it('keeps what the speaker of a room says under their name, whatever a model calls them', () => {
    const room = { ...ana, speaker: 'Caroline', message: 'I moved to Rome last week.', reply: null };
    const kept = acceptChunk(
      propose({ facts: [fact('user', 'city', 'Rome'), fact('Caroline', 'lives_in', 'Rome')] }),
      room,
    );
    expect(kept.facts).toMatchObject([{ subject: 'Caroline', key: 'lives_in', value: 'Rome' }]);
  });

  it('keeps one of two that say the same, the surer', () => {
    const kept = acceptChunk(
      propose({
        facts: [fact('ana', 'lives_in', 'porto', 0.6), fact('Ana', 'lives_in', 'Porto', 0.9)],
        gists: [
          gist('Ana lives in Porto.', 0.5),
          gist('Sister Ana lives in Porto', 0.8),
          gist('In Porto lives Ana.', 0.7),
        ],
        entities: [
          { name: 'Ana', type: 'person', confidence: 0.8 },
          { name: 'ANA', type: 'person', confidence: 0.8 },
        ],
      }),
      ana,
    );
    expect(kept.facts).toMatchObject([{ ...fact('Ana', 'lives_in', 'Porto', 0.9), trust: 'user' }]);
    expect(kept.gists.map((item) => item.confidence)).toEqual([0.8, 0.7]);
    expect(kept.entities).toHaveLength(1);
    expect(kept.refused.repeated).toBe(3);
  });

  it('reads languages with accents, and scripts without spaces', () => {
    const german = { ...ana, message: 'Meine Schwester Zoë wohnt in Köln.', reply: null };
    expect(acceptChunk(propose({ facts: [fact('Zoe', 'lives_in', 'Koln')] }), german).facts).toHaveLength(1);
    const japanese = { ...ana, message: '妹は東京に住んでいます。', reply: null };
    expect(acceptChunk(propose({ facts: [fact('妹', 'lives_in', '東京')] }), japanese).facts).toHaveLength(1);
    expect(acceptChunk(propose({ facts: [fact('妹', 'lives_in', '大阪')] }), japanese).facts).toHaveLength(0);
  });

  it('keeps what the speaker states of themselves as a fact too, under one name, and keys in one form', () => {
    const said = {
      ...ana,
      message: 'I live in Porto and I love jazz. My sister lives in Faro.',
      knownAs: ['Bea'],
      reply: null,
    };
    const trait = {
      person: 'Bea',
      origin: 'explicit' as const,
      confidence: 0.9,
      literal: true,
      ended: false,
    };
    const kept = acceptChunk(
      propose({
        traits: [
          { ...trait, key: 'livesIn', value: 'Porto' },
          { ...trait, key: 'loves', value: 'jazz' },
        ],
        facts: [fact('Bea', 'lives in', 'Porto'), fact("Bea's sister", 'lives_in', 'Faro')],
      }),
      said,
    );
    expect(kept.facts.map(({ key, subject, value }) => [subject, key, value])).toEqual([
      ['user', 'lives_in', 'Porto'],
      ["Bea's sister", 'lives_in', 'Faro'],
      ['user', 'likes', 'jazz'],
    ]);
  });

  it('has the trust of the message where the words stand in it, even if the reply says them again (law 10)', () => {
    const said = {
      ...ana,
      message: 'I promised my mother to come.',
      reply: 'You promised your mother to come. She bakes.',
      replyTrust: 'external' as const,
    };
    const kept = acceptChunk(
      propose({
        gists: [
          { ...gist('The user promised their mother to come.'), quote: 'I promised my mother to come' },
          gist('She bakes.'),
        ],
      }),
      said,
    );
    expect(kept.gists.map(({ trust }) => trust)).toEqual(['user', 'external']);
  });

  it('keeps as many facts as there are, as far as there is room for them', () => {
    const names = Array.from(
      { length: 60 },
      (_, n) => `Zo${String.fromCodePoint(97 + (n % 10), 107 + Math.floor(n / 10))}`,
    );
    const said = {
      ...ana,
      message: `${names.map((name) => `${name} owns a boat called ${name} ${'x'.repeat(80)}`).join('. ')}.`,
      reply: null,
    };
    const kept = acceptChunk(
      propose({ facts: names.map((name) => fact(name, 'boat', `${name} ${'x'.repeat(80)}`)) }),
      said,
    );
    const chars = kept.facts.reduce(
      (sum, { key, subject, value }) => sum + key.length + subject.length + value.length,
      0,
    );
    expect(kept.facts.length).toBeGreaterThan(8);
    expect(chars).toBeLessThanOrEqual(chunkRules.factCharsMax);
    expect(kept.refused.excess).toBe(60 - kept.facts.length);
  });

  it('never keeps more than the rules allow, an unsupported word of a fact, or a doubtful item', () => {
    const word = fc.constantFrom('ana', 'porto', 'rome', '31', 'friday', 'lives', 'the', 'sister', 'mars');
    const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
    const confidence = fc.double({ min: 0, max: 1, noNaN: true });
    const facts = fc.array(
      fc.record({ subject: text, key: fc.constantFrom('a', 'b'), value: text, confidence }),
      { maxLength: 12 },
    );
    const gists = fc.array(fc.record({ type: fc.constant('fact' as const), content: text, confidence }), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(text, facts, gists, (message, someFacts, someGists) => {
        const source = { ...ana, message, reply: null };
        const kept = acceptChunk(propose({ facts: someFacts, gists: someGists }), source);
        expect(kept.facts.length).toBeLessThanOrEqual(chunkRules.factsMax);
        expect(kept.gists.length).toBeLessThanOrEqual(chunkRules.gistsMax);
        const dropped = Object.values(kept.refused).reduce((sum, count) => sum + count, 0);
        expect(dropped + kept.facts.length + kept.gists.length).toBe(someFacts.length + someGists.length);
        for (const item of [...kept.facts, ...kept.gists]) {
          expect(item.confidence).toBeGreaterThanOrEqual(chunkRules.confidenceMin);
        }
        for (const item of kept.facts) {
          expect(
            wordsOf(item.value).filter((each) => each === '31' && !wordsOf(message).includes('31')),
          ).toEqual([]);
        }
      }),
    );
  });

  it('keeps any fact that is copied from the message, whoever wrote it', () => {
    const words = fc.array(fc.constantFrom('blue', 'tram', 'José', '42', 'ไทย', '東京', "Ana's"), {
      minLength: 1,
      maxLength: 5,
    });
    const trust = fc.constantFrom<Trust>('external', 'agent', 'user', 'owner');
    fc.assert(
      fc.property(words, trust, (parts, level) => {
        const value = parts.join(' ');
        const kept = acceptChunk(propose({ facts: [fact('user', 'k', value)] }), {
          ...ana,
          message: `I say: ${value}!`,
          reply: null,
          speaker: null,
          trust: level,
        });
        expect(kept.facts.map((item) => item.trust)).toEqual([level]);
      }),
    );
  });
});
