import type { PromptExchange } from '@salience/context';
import type { RoutingReview } from '@salience/contracts';
import { modelConfigFromEnv, objectRoles } from '@salience/llm';
import { createFakeModelServer, type FakeModelServer } from '@salience/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createModels, type Models } from '../src/index.ts';

const exchange: PromptExchange = {
  id: 'ex_1',
  at: '2026-03-01T08:00:00.000Z',
  speaker: 'user',
  trust: 'user',
  text: 'My sister Ana lives in Porto. She restores kayaks in a boathouse.',
  reply: null,
};

/** One call of each role that answers with an object. */
const asks = {
  tiebreak: (models) => models.tiebreak({ message: 'hm', candidates: ['RESPOND', 'ACT'] }),
  critic: (models) =>
    models.critic({
      request: { text: 'pay', trust: 'user', at: exchange.at, zone: 'UTC' },
      call: { tool: 'pay', tier: 'commit', arguments: '{}' },
      result: { text: 'paid', trust: 'external' },
    }),
  triage: (models) =>
    models.triage({
      question: 'What is wanted?',
      choices: [
        { name: 'question', means: 'wants an answer' },
        { name: 'errand', means: 'asks for something to be done' },
      ],
      message: {
        text: 'Please book a table.',
        from: 'Ana <ana@x.example>',
        trust: 'external',
        at: exchange.at,
        zone: 'UTC',
      },
    }),
  chunk: (models) => models.chunk({ exchange, neighbours: [], worldState: [] }),
  stretch: (models) =>
    models.stretch({ exchanges: [exchange], neighbours: [], worldState: [], concepts: [], whole: true }),
  episode: (models) => models.episode({ exchanges: [exchange], chunks: [] }),
  concept: (models) => models.concept({ exchanges: [exchange], told: '', known: [] }),
  experience: (models) =>
    models.experience({
      request: { text: 'When does the ferry leave?', trust: 'user' },
      call: { tool: 'timetable', arguments: '{}' },
      answer: { text: 'The ferry leaves at 8.', at: exchange.at },
      zone: 'UTC',
    }),
  biography: (models) => models.biography({ now: exchange.at, zone: 'UTC', items: [], told: [] }),
  drift: (models) =>
    models.drift({
      now: exchange.at,
      zone: 'UTC',
      concepts: ['kayak', 'storm'].map((name) => ({ name, kind: 'thing', definition: '', trust: 'user' })),
      links: [],
      episode: {
        at: exchange.at,
        trust: 'user',
        gist: 'The kayak leaks since the storm.',
        intent: '',
        outcome: '',
        openLoops: [],
      },
      earlier: [],
    }),
  compact: (models: Models) =>
    models.compact({
      request: { text: 'Compare the boats.', trust: 'user' },
      earlier: null,
      words: ['I look at both.'],
      calls: [
        {
          n: 1,
          tool: 'recall',
          arguments: '{"query":"boat"}',
          outcome: 'succeeded',
          text: 'The kayak leaks. It is old.',
          trust: 'user',
        },
      ],
      chars: 4_000,
    }),
  reflect: (models) =>
    models.reflect({
      before: null,
      message: 'Book a table.',
      mode: 'RESPOND',
      reply: 'Which one?',
      next: 'I meant the one by the lake.',
      signals: { act_request: 1 },
    }),
} satisfies Record<keyof typeof objectRoles, (models: Models) => Promise<{ object: unknown }>>;
const roles = Object.keys(asks) as (keyof typeof asks)[];
const offlineRoles = roles.filter((role) => role !== 'reflect');
/** What a model may say in a role that nobody answers offline. */
const review: RoutingReview = {
  ambiguity: 0.1,
  dimensions: {
    memory_availability: 0,
    intent_clarity: 0.8,
    tone_ambiguity: 0,
    context_sufficiency: 0,
    social_vs_substantive: 0,
  },
  agrees: false,
  wanted: 'ACT',
  confidence: 0.9,
};

describe('a role that answers with an object', () => {
  const offline = createModels({ default: { kind: 'offline' } });
  let server: FakeModelServer;
  beforeAll(async () => {
    server = await createFakeModelServer();
  });
  afterAll(() => server.close());

  test.each(offlineRoles)(
    '%s answers offline, the same each time, with an object that fits as it is',
    async (role) => {
      const reply = await asks[role](offline);
      expect(reply).toMatchObject({
        provider: 'offline',
        dropped: 0,
        repaired: false,
        usage: { inputTokens: 0, outputTokens: 0 },
      });
      expect(objectRoles[role].parse(reply.object)).toEqual(reply.object);
      expect((await asks[role](offline)).object).toEqual(reply.object);
    },
  );

  test.each(roles)('%s asks its language model by its own prompt, and reads its schema', async (role) => {
    const models = createModels(modelConfigFromEnv(server.env), { random: () => 0 });
    const { object } = role === 'reflect' ? { object: review } : await asks[role](offline);
    server.script([{ text: JSON.stringify(object) }]);
    const before = server.requests().length;
    const reply = await asks[role](models);
    expect(reply).toMatchObject({ object, repaired: false, dropped: 0 });
    expect(reply.provider).not.toBe('offline');
    expect(server.requests()).toHaveLength(before + 1);
    expect(JSON.stringify(server.requests().at(-1))).toContain(`<task name=\\"${role}\\">`);
  });
});

test('no decision is reviewed offline, and it says so', async () => {
  const models = createModels({ default: { kind: 'offline' } });
  expect(models.describe('reflect').offline).toBe(true);
  await expect(asks.reflect(models)).rejects.toMatchObject({ code: 'llm.no-offline', kind: 'terminal' });
});

test('offline warms what it is asked for', async () => {
  const models = createModels({ default: { kind: 'offline' } });
  await expect(models.warmUp()).resolves.toBeUndefined();
  expect(models.describe('chunk')).toMatchObject({ offline: true });
});
