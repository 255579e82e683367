import type { ChunkProposal, Trust } from '@salience/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptChunk } from './accept-chunk.ts';
import { chunkRules } from './chunk-rules.ts';
import type { ChunkSource } from './chunk-source.ts';
import { isName } from './trait-keys.ts';

type Trait = ChunkProposal['traits'][number];

const source = (message: string, more: Partial<ChunkSource> = {}): ChunkSource => ({
  message,
  reply: null,
  speaker: null,
  trust: 'user',
  replyTrust: null,
  beside: [],
  saidAt: new Date('2026-03-02T09:00:00Z'),
  world: [],
  ...more,
});
const trait = (key: string, value: string, more: Partial<Trait> = {}): Trait => ({
  person: 'user',
  key,
  value,
  origin: 'explicit',
  confidence: 0.9,
  literal: true,
  ended: false,
  ...more,
});
const accept = (from: ChunkSource, ...traits: Trait[]) =>
  acceptChunk({ gists: [], facts: [], entities: [], times: [], traits }, from);
const kept = (from: ChunkSource, ...traits: Trait[]) => accept(from, ...traits).traits;

describe('traits of a proposal (law 6)', () => {
  it.each([
    'I want to live in Graz.',
    'I wish I lived in Graz.',
    'I might move to Graz.',
    'Ich möchte gern in Graz wohnen.',
    'Me gustaría vivir en Graz.',
    'J’aimerais vivre à Graz.',
    'Vorrei vivere a Graz.',
    'Gostaria de morar em Graz.',
  ])('does not take a wish for what is so: %s', (message) => {
    expect(kept(source(message), trait('lives_in', 'Graz', { quote: message.slice(0, -1) }))).toEqual([]);
  });

  it.each([
    'I used to live in Graz.',
    'I lived in Graz as a child.',
    'Früher wohnte ich in Graz.',
    'Antes vivía en Graz.',
    'Avant, j’habitais à Graz.',
    'Prima io abitavo a Graz.',
    'Antes eu morava em Graz.',
  ])('takes what was so for no more than that: %s', (message) => {
    expect(kept(source(message), trait('lives_in', 'Graz'))).toEqual([]);
    expect(kept(source(message), trait('lives_in', 'Graz', { ended: true }))).toHaveLength(1);
  });

  it('takes what has lasted until now, what somebody is used to, and what is wished beside it', () => {
    expect(kept(source('I have lived in Graz for years.'), trait('lives_in', 'Graz'))).toHaveLength(1);
    expect(kept(source("I'm used to coffee at six."), trait('drinks', 'coffee'))).toHaveLength(1);
    expect(kept(source('I live in Graz but want to move to Linz.'), trait('lives_in', 'Graz'))).toHaveLength(
      1,
    );
    expect(kept(source('I used to smoke.'), trait('habit', 'smoke'))).toEqual([]);
  });

  it.each(['I am Nadja.', 'Hello, I am Nadja.', 'Moi, c’est Nadja.'])(
    'knows who introduces herself: %s',
    (message) => {
      expect(kept(source(message), trait('name', 'Nadja'))).toHaveLength(1);
    },
  );

  it.each([
    ['Mein Geburtstag ist am 3. Dezember.', '3. Dezember'],
    ['Mi cumpleaños es el 3 de diciembre.', '3 de diciembre'],
  ])(
    'takes a day that is told with a dot behind its number, of a thing in its own language: %s',
    (message, value) => {
      expect(kept(source(message), trait('birthday', value))).toHaveLength(1);
    },
  );

  it('keeps what a person states, under one key whatever it was called, with the words it stands on', () => {
    const message = 'Hi, my name is Miguel and I live in Porto.';
    expect(kept(source(message), trait('user_name', 'Miguel'), trait('city', 'porto'))).toEqual([
      {
        person: 'user',
        key: 'lives_in',
        value: 'porto',
        category: 'core',
        origin: 'explicit',
        literal: true,
        ended: false,
        confidence: 0.9,
        trust: 'user',
        half: 'message',
        start: 36,
        end: 41,
      },
      {
        person: 'user',
        key: 'name',
        value: 'Miguel',
        category: 'core',
        origin: 'explicit',
        literal: true,
        ended: false,
        confidence: 0.9,
        trust: 'user',
        half: 'message',
        start: 15,
        end: 21,
      },
    ]);
  });

  it.each<[string, Trait, Partial<ChunkSource>]>([
    ['a value that was not said', trait('name', 'Pedro'), {}],
    ['a quote that is not there', trait('name', 'Miguel', { quote: 'they call me Miguel' }), {}],
    ['somebody else than who speaks', trait('name', 'Miguel', { person: 'Ana' }), {}],
    ['a name that is none', trait('name', 'Miguel and I'), { message: 'Miguel and I went home.' }],
    ['what is only asked', trait('name', 'Miguel'), { message: 'Is my name Miguel?' }],
    ['what is only supposed', trait('lives_in', 'Porto'), { message: 'If I lived in Porto, I would surf.' }],
    [
      'health that nobody stated',
      trait('illness', 'diabetes', { origin: 'inferred', quote: 'My name is Miguel' }),
      {},
    ],
    ['an age from outside', trait('age', '31'), { message: 'He is 31.', trust: 'external' }],
    ['what the model doubts', trait('name', 'Miguel', { confidence: 0.3 }), {}],
  ])('refuses %s, and counts it', (_, proposed, more) => {
    const result = accept(source('My name is Miguel.', more), proposed);
    expect(result.traits).toEqual([]);
    expect(result.refused.unsupported + result.refused.doubtful).toBe(1);
  });

  it.each(['alice and i', 'tired', 'not Bob', 'I', 'here', 'b0b', 'the boss'])('%j is no name', (name) => {
    expect(isName(name)).toBe(false);
  });
  it.each(['Alice', 'ana de sousa', "Conan O'Brien", 'José María', '山田'])('%j is a name', (name) => {
    expect(isName(name)).toBe(true);
  });

  it('keeps what is concluded on a quote, as less sure', () => {
    const [habit] = kept(
      source('I never eat meat or fish.'),
      trait('habit', 'vegetarian', { origin: 'inferred', quote: 'never eat meat', confidence: 0.8 }),
    );
    expect(habit).toMatchObject({
      origin: 'inferred',
      confidence: 0.8 * chunkRules.inferredFactor,
      start: 2,
      end: 16,
    });
  });

  it("what rests on the reply has the agent's trust, is inferred, and erases nothing of the message (law 10)", () => {
    const both = source('I live in Porto.', { reply: 'You live in Lisbon and love surfing.' });
    const traits = kept(
      both,
      trait('lives_in', 'Lisbon', { confidence: 1 }),
      trait('lives_in', 'Porto'),
      trait('likes', 'surfing'),
    );
    expect(traits).toMatchObject([
      { key: 'lives_in', value: 'Porto', trust: 'user', origin: 'explicit', half: 'message' },
      { key: 'taste:surfing', value: 'likes surfing', trust: 'agent', origin: 'inferred', half: 'reply' },
    ]);
    // In the other order of the proposal too.
    expect(
      kept(
        both,
        trait('likes', 'surfing'),
        trait('lives_in', 'Porto'),
        trait('lives_in', 'Lisbon', { confidence: 1 }),
      ),
    ).toEqual(traits);
  });

  it('the later of two values in one message counts', () => {
    const moved = source('I lived in Oslo, now I live in Porto.');
    expect(
      kept(
        moved,
        trait('lives_in', 'Oslo', { confidence: 1 }),
        trait('lives_in', 'Porto', { confidence: 0.8 }),
      ),
    ).toMatchObject([{ value: 'Porto' }]);
  });

  it('liking and disliking one thing exclude each other; of many things a person has many', () => {
    const said = source('I like sushi and jazz, I speak Dutch and French, but I hate sushi now.');
    const keys = kept(
      said,
      trait('loves', 'sushi'),
      trait('likes', 'jazz'),
      trait('speaks', 'Dutch'),
      trait('language', 'French'),
    ).map(({ key }) => key);
    expect(keys.toSorted()).toEqual(['speaks:dutch', 'speaks:french', 'taste:jazz', 'taste:sushi']);
    expect(kept(said, trait('hates', 'sushi'))).toMatchObject([
      { key: 'taste:sushi', value: 'dislikes sushi' },
    ]);
  });

  it('what holds no longer is said so; what holds instead says more', () => {
    const left = source('I no longer live in Oslo.');
    expect(kept(left, trait('city', 'Oslo', { ended: true }))).toMatchObject([
      { key: 'lives_in', ended: true },
    ]);
    const moved = source('I live in Porto, no longer in Oslo.');
    const both = [trait('city', 'Oslo', { ended: true }), trait('lives_in', 'Porto')];
    expect(kept(moved, ...both)).toMatchObject([{ value: 'Porto', ended: false }]);
    expect(kept(moved, ...both.toReversed())).toMatchObject([{ value: 'Porto', ended: false }]);
  });

  it('who speaks in a room is known by name', () => {
    const room = source('I live in Rome.', { speaker: 'Caroline' });
    expect(kept(room, trait('lives_in', 'Rome', { person: 'caroline' }))).toMatchObject([
      { person: 'Caroline' },
    ]);
    expect(kept(room, trait('lives_in', 'Rome'))).toMatchObject([{ person: 'Caroline' }]);
  });

  it('never keeps more than the rules allow, two of one key, or an explicit one whose words are not there', () => {
    const value = fc.constantFrom('Porto', 'Rome', 'jazz', 'Ana', '31', 'and I', '');
    const proposed = fc.record({
      person: fc.constantFrom('user', 'Ana', 'Bo'),
      key: fc.constantFrom('name', 'lives_in', 'likes', 'dislikes', 'age', 'pet'),
      value,
      origin: fc.constantFrom('explicit' as const, 'inferred' as const),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
      literal: fc.boolean(),
      ended: fc.boolean(),
    });
    const trust = fc.constantFrom<Trust>('external', 'agent', 'user', 'owner');
    fc.assert(
      fc.property(
        fc.array(value, { maxLength: 6 }),
        fc.array(proposed, { maxLength: 12 }),
        trust,
        (said, traits, level) => {
          const from = source(said.join(' '), {
            speaker: 'Ana',
            trust: level,
            reply: 'Bo likes jazz in Rome.',
          });
          const result = accept(from, ...traits);
          const { refused } = result;
          expect(
            refused.unsupported + refused.doubtful + refused.repeated + refused.excess + result.traits.length,
          ).toBe(traits.length);
          expect(new Set(result.traits.map(({ key }) => key)).size).toBe(result.traits.length);
          for (const one of result.traits) {
            expect(one.person).toBe('Ana');
            expect(one.end).toBeLessThanOrEqual((from[one.half] ?? '').length);
            expect(one.origin === 'inferred' || ['user', 'owner'].includes(one.trust)).toBe(true);
            expect(one.half === 'reply' ? ['external', 'agent'] : [level]).toContain(one.trust);
          }
        },
      ),
    );
  });
});
