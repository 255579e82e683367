import type { ExperiencePromptInput } from '@salience/context';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createModels } from '../src/index.ts';

const models = createModels({ default: { kind: 'offline' } });

async function experienceOf(text: string, request = 'When does the ferry to Porto Santo leave?') {
  const input: ExperiencePromptInput = {
    request: { text: request, trust: 'user' },
    call: { tool: 'port__timetable', arguments: '{"to":"Porto Santo"}' },
    answer: { text, at: '2026-03-01T08:00:00.000Z' },
    zone: 'UTC',
  };
  return (await models.experience(input)).object;
}

async function episodeOf(...said: readonly (readonly [string, string | null])[]) {
  const exchanges = said.map(([text, reply], n) => ({
    id: `ex_${String(n).padStart(32, '0')}`,
    at: '2026-03-01T08:00:00.000Z',
    speaker: 'user',
    trust: 'user' as const,
    text,
    reply,
  }));
  const input = { exchanges, chunks: [] };
  return (await models.episode(input)).object;
}

describe('experience', () => {
  test('sentences of the answer that speak of what was asked, with how long they stay true', async () => {
    const { observations, worth } = await experienceOf(
      'Welcome to our page. The ferry to Porto Santo departs today at 8 from Funchal. Porto Santo is an island with a beach of nine kilometres. ' +
        'A return ticket to Porto Santo costs 55 euros. We use cookies to improve what we do. Read our terms before you go on.',
    );
    expect(worth).toBe(true);
    expect(observations).toEqual([
      { text: 'The ferry to Porto Santo departs today at 8 from Funchal.', durability: 'transient' },
      { text: 'Porto Santo is an island with a beach of nine kilometres.', durability: 'stable' },
      { text: 'A return ticket to Porto Santo costs 55 euros.', durability: 'evolving' },
    ]);
  });

  test('members of JSON that belong together stay together', async () => {
    const { observations } = await experienceOf(
      JSON.stringify({
        departures: [{ ship_name: 'Santa Rita', leaves_from: 'Funchal', price: 55 }],
        page: 1,
      }),
    );
    expect(observations).toEqual([
      { text: 'ship name: Santa Rita, leaves from: Funchal, price: 55', durability: 'evolving' },
    ]);
  });

  test.each([
    'Error: the request failed with status 500, please try again later.',
    'Done successfully: created the entry number 44123 in the table.',
    '[]',
    '{"status": "ok"}',
    '1 2 3 4 5 6 7 8 9 10 11 12 13 14',
  ])('nothing is worth keeping of: %s', async (text) => {
    expect(await experienceOf(text)).toEqual({ worth: false, observations: [] });
  });

  test('law 6: whatever the answer, the proposal fits its schema', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.json(), fc.string({ unit: 'grapheme', maxLength: 300 }), fc.lorem({ mode: 'sentences' })),
        async (text) => {
          const { observations, worth } = await experienceOf(text);
          expect(worth).toBe(observations.length > 0);
        },
      ),
      { numRuns: 100 },
    );
  }, 30_000);
});

describe('episode', () => {
  test('what it was for, what was done, what limits there are and what was felt, in words that were said', async () => {
    const episode = await episodeOf(
      ['I am so excited about the trip to Madeira! We must not spend more than 500 euros.', 'Noted.'],
      ['I booked the hotel in Funchal for June. Last time you said that May is cheaper.', 'Good.'],
    );
    expect(episode).toMatchObject({
      intentType: 'planning',
      context: {
        conversational: 'Last time you said that May is cheaper.',
        constraints: ['We must not spend more than 500 euros.'],
      },
      action: 'I booked the hotel in Funchal for June.',
      emotion: { type: 'joy', shown: 'I am so excited about the trip to Madeira!' },
    });
    expect(episode.emotion?.valence).toBeGreaterThan(0.5);
    expect(episode.emotion?.intensity).toBeGreaterThan(0);
  });

  test('no feeling where none was shown; another at the end is its arc', async () => {
    expect((await episodeOf(['The meeting is at nine.', null])).emotion).toMatchObject({
      type: 'neutral',
      intensity: 0,
    });
    const turned = await episodeOf(
      ['I am worried about the exam.', null],
      ['I am still nervous.', null],
      ['I passed and I am so happy.', null],
    );
    expect(turned.emotion).toMatchObject({ type: 'fear', arc: 'I passed and I am so happy.' });
  });
});
