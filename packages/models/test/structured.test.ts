import type { PromptExchange } from '@salience/context';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createModels } from '../src/index.ts';

const models = createModels({ default: { kind: 'offline' } });
const exchange = (text: string, reply: string | null = null, speaker = 'user'): PromptExchange => ({
  id: `ex_${'0'.repeat(32)}`,
  at: '2026-03-01T08:00:00.000Z',
  speaker,
  trust: 'user',
  text,
  reply,
});

async function chunkOf(text: string, speaker?: string) {
  const input = {
    exchange: exchange(text, 'Fine.', speaker),
    neighbours: [],
    worldState: [],
  };
  return (await models.chunk(input)).object;
}

async function episodeOf(exchanges: PromptExchange[]) {
  const input = { exchanges, chunks: [] };
  return (await models.episode(input)).object;
}

describe('chunk', () => {
  test.each<[string, string, string, string]>([
    ['My sister Ana lives in Porto. Remember that.', 'Ana', 'lives_in', 'Porto'],
    ['My sister Ana lives in Porto.', 'user', 'sister', 'Ana'],
    ['my brother lives in Faro and he works at Bosch.', 'my brother', 'lives_in', 'Faro'],
    ['my brother lives in Faro and he works at Bosch.', 'my brother', 'works_at', 'Bosch'],
    ['I work as a nurse at Santa Maria hospital.', 'user', 'works_as', 'nurse at Santa Maria hospital'],
    ["My dog's name is Rex.", 'user', 'dog', 'Rex'],
    ['My name is Miguel.', 'user', 'name', 'Miguel'],
    ['My favorite colour is dark green.', 'user', 'favourite_colour', 'dark green'],
    ['My dentist appointment is on Friday at 3pm.', 'user', 'dentist_appointment', 'on Friday at 3pm'],
    ['Ana moved to Lisbon last month.', 'Ana', 'lives_in', 'Lisbon'],
    ['I was born in Braga.', 'user', 'born_in', 'Braga'],
    ['I have two cats.', 'user', 'has', 'two cats'],
    ['I am allergic to peanuts.', 'user', 'allergic_to', 'peanuts'],
    ['Rex is a dog.', 'Rex', 'is_a', 'a dog'],
    ['Peter loves jazz.', 'Peter', 'likes', 'jazz'],
  ])('%s → %s %s', async (text, subject, key, value) => {
    const { facts } = await chunkOf(text);
    expect(facts).toContainEqual(expect.objectContaining({ subject, key, value }));
  });

  test('"I" is the speaker where there are several', async () => {
    expect((await chunkOf('I live in Boston.', 'Caroline')).facts[0]).toMatchObject({
      subject: 'Caroline',
      value: 'Boston',
    });
  });

  test.each(['Does my sister live in Porto?', 'If I lived in Rome I would be happy.', 'Thanks!', 'ok'])(
    'states nothing: %s',
    async (text) => {
      expect((await chunkOf(text)).facts).toEqual([]);
    },
  );

  test('gists by what a sentence does; entities by what it names', async () => {
    const chunk = await chunkOf(
      "I decided to sell the car. I'll call Peter tomorrow. I love jazz. Not sure about the price. I want to visit Berlin.",
    );
    expect(chunk.gists.map((gist) => gist.type)).toEqual([
      'decision',
      'commitment',
      'preference',
      'uncertainty',
      'intent',
    ]);
    expect(chunk.entities).toContainEqual({ name: 'Peter', type: 'person', confidence: 0.8 });
    expect(chunk.entities).toContainEqual({ name: 'Berlin', type: 'place', confidence: 0.8 });
  });

  test('traits of who speaks, times, mood and scope, all in words of the text', async () => {
    const chunk = await chunkOf(
      'My name is Miguel and my sister Ana lives in Porto. I love jazz, it makes me so happy! I usually get up at six. We meet tomorrow. Porto has a jazz festival.',
    );
    expect(chunk.traits.map(({ key, origin, value }) => [key, value, origin])).toEqual([
      ['name', 'Miguel', 'explicit'],
      ['sister', 'Ana', 'explicit'],
      ['likes', 'jazz', 'explicit'],
      ['habit', 'usually get up at six', 'inferred'],
    ]);
    expect(chunk.times.map(({ text }) => text)).toEqual(['tomorrow']);
    expect(chunk.sentiment?.value).toBeGreaterThan(0.5);
    expect(chunk.scope?.label).toContain('jazz');
    const over = await chunkOf(
      "I don't live in Oslo any more. I no longer work for Bosch. I don't like jazz anymore. I don't speak French.",
    );
    expect(over.traits.map(({ ended, key, value }) => [key, value, ended])).toEqual([
      ['lives_in', 'Oslo', true],
      ['works_at', 'Bosch', true],
      ['dislikes', 'jazz', false],
    ]);
    const joke = await chunkOf('I live in a castle, just kidding. I hate mondays.');
    expect(joke.traits.every(({ literal }) => !literal)).toBe(true);
    expect(joke.sentiment?.value).toBeLessThan(0.5);
    expect((await chunkOf('The report has ten pages.')).sentiment ?? null).toBeNull();
  });

  test('law 6: whatever the text, the proposal fits its schema and its values are spans of the text', async () => {
    const words = fc.constantFrom(
      'My',
      'sister',
      'Ana',
      'lives in',
      'Porto',
      'I',
      'have',
      '2',
      'cats',
      'and',
      '.',
      '?',
      '\n',
      'is',
      "'s",
      'not',
      '🙂',
      '<',
      'é',
      'will',
      'love',
    );
    const text = fc.oneof(
      fc.array(words, { maxLength: 40 }).map((list) => list.join(' ')),
      fc.string({ unit: 'grapheme', maxLength: 200 }),
    );
    await fc.assert(
      fc.asyncProperty(text, async (said) => {
        const chunk = await chunkOf(said);
        const clean = said.replace(/\r\n?/g, '\n');
        for (const fact of chunk.facts) expect(clean).toContain(fact.value);
        await episodeOf([exchange(said, said), exchange(said)]);
      }),
      { numRuns: 120 },
    );
  }, 30_000);

  test('a very long message is taken in its stride', async () => {
    const chunk = await chunkOf('My sister Ana lives in Porto and I will call her. '.repeat(600));
    expect(chunk.facts.length).toBeGreaterThan(0);
  });
});

describe('episode', () => {
  test('the gist is made of what was said; questions without an answer and promises stay open', async () => {
    const episode = await episodeOf([
      exchange('I want to plan a trip to Berlin.', 'Noted.'),
      exchange('The trip to Berlin should be in June because my sister Ana lives there.', 'Noted.'),
      exchange(
        "Where is the cheapest hotel? I'll book the train tomorrow.",
        "I don't know: nothing I remember answers that.",
      ),
    ]);
    expect(episode.gist).toContain('The trip to Berlin should be in June because my sister Ana lives there.');
    expect(episode.intent).toBe('Where is the cheapest hotel?');
    expect(episode.openLoops).toEqual(['Where is the cheapest hotel?', "I'll book the train tomorrow."]);
    expect(episode.factors).toMatchObject({ unresolved: true });
    expect(episode.factors.commitment).toBeGreaterThan(0);
  });

  test('an answered question is closed; an empty range still fits the schema', async () => {
    const episode = await episodeOf([exchange('Where does Ana live?', 'Porto.')]);
    expect(episode).toMatchObject({ outcome: 'Porto.', openLoops: [], factors: { unresolved: false } });
    await episodeOf([]);
  });
});

test('a tie is broken the same way every time, for the first', async () => {
  const reply = await models.tiebreak({ message: 'hm', candidates: ['RESPOND', 'ACT'] });
  expect(reply.object).toEqual({ choice: 'A', reason: 'offline' });
});
