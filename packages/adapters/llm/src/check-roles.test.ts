import { modelRoles } from '@salience/contracts';
import {
  createFakeModelServer,
  type FakeModelServer,
  type ModelReply,
  type ModelRequest,
} from '@salience/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkRoles } from './check-roles.ts';
import { modelConfigFromEnv } from './config.ts';

let server: FakeModelServer;
beforeAll(async () => {
  server = await createFakeModelServer();
});
afterAll(() => server.close());

const objects: Readonly<Record<string, object>> = {
  tiebreak: { choice: 'A', reason: 'so' },
  critic: { fits: true, reason: 'so' },
  triage: { choice: 'errand', confidence: 0.8 },
  chunk: { gists: [], facts: [], entities: [] },
  stretch: { exchanges: [], episode: null, concepts: [], relations: [] },
  episode: {
    gist: 'g',
    intent: 'i',
    outcome: 'o',
    openLoops: [],
    factors: { novelty: 0, emotional: 0, commitment: 0, unresolved: false },
  },
  compact: { progress: '', remaining: '', data: '', decisions: '' },
  concept: { concepts: [], relations: [] },
  experience: { worth: false, observations: [] },
  biography: { identity: [], relationship: [], values: [], patterns: [], threads: [], themes: [] },
  drift: { type: 'question', content: 'Why?' },
  reflect: {
    ambiguity: 0.2,
    dimensions: {
      memory_availability: 0,
      intent_clarity: 0.1,
      tone_ambiguity: 0,
      context_sufficiency: 0,
      social_vs_substantive: 0,
    },
    agrees: true,
    wanted: null,
    confidence: 0.8,
  },
};

/** Answers each request as a model that does well would. */
function well({ body }: ModelRequest): ModelReply {
  const format = body['response_format'] as { json_schema?: { name: string } } | undefined;
  if (body['tools'] !== undefined)
    return { calls: [{ tool: 'list', arguments: { list: 'shopping', item: 'bread' } }] };
  return format?.json_schema === undefined
    ? { text: 'Done.' }
    : { text: JSON.stringify(objects[format.json_schema.name]) };
}

test('each role is called once, as it is called when it works', async () => {
  server.script(well);
  const heard: string[] = [];
  const at = server.requests().length;
  const checks = await checkRoles(modelConfigFromEnv(server.env), {
    onCheck: ({ role }) => heard.push(role),
  });
  expect(heard).toEqual([...modelRoles]);
  expect(checks.map(({ ok, advice }) => [ok, advice])).toEqual(modelRoles.map(() => [true, undefined]));
  expect(server.requests()).toHaveLength(at + modelRoles.length);
  expect(checks.find(({ role }) => role === 'chunk')).toMatchObject({
    format: 'json_schema',
    sentence: expect.stringMatching(/wrote its object in \d+ ms \(json_schema\)/),
  });
  expect(checks.find(({ role }) => role === 'plan')).toMatchObject({ format: 'tools' });
});

test('what a server refuses is told once, and what works instead', async () => {
  server.script((request) => {
    const format = (request.body['response_format'] as { type?: string } | undefined)?.type;
    if (format === 'json_schema')
      return { status: 400, errorMessage: 'response_format json_schema is not supported' };
    return format === 'json_object'
      ? { text: JSON.stringify({ choice: 'B', reason: '', fits: false }) }
      : well(request);
  });
  const checks = await checkRoles(modelConfigFromEnv(server.env));
  expect(checks.find(({ role }) => role === 'tiebreak')).toMatchObject({
    ok: true,
    format: 'json_object',
    sentence: expect.stringContaining('since it said: response_format json_schema is not supported'),
  });
  expect(checks.find(({ role }) => role === 'critic')?.sentence).not.toContain('since it said');
});

test('a role that fails says what to do, and the others are still asked', async () => {
  server.script((request) => {
    const reply = well(request);
    const name = (request.body['response_format'] as { json_schema?: { name: string } } | undefined)
      ?.json_schema?.name;
    if (name === 'drift') return { text: 'I would rather not.' };
    if (name === 'tiebreak') return { stall: 'head' };
    return request.body['tools'] === undefined ? reply : { text: 'I cannot call tools.' };
  });
  const env = { ...server.env, SALIENCE_MODEL_TIMEOUT_MS_TIEBREAK: '50', SALIENCE_MODEL_CHUNK: 'offline' };
  const checks = await checkRoles(modelConfigFromEnv(env));
  const of = (role: string) => checks.find((check) => check.role === role);
  expect(of('drift')).toMatchObject({
    ok: false,
    code: 'llm.invalid-output',
    advice: expect.stringContaining('SALIENCE_MODEL_DRIFT='),
  });
  expect(of('tiebreak')).toMatchObject({
    ok: false,
    advice: expect.stringContaining('SALIENCE_MODEL_TIMEOUT_MS_TIEBREAK'),
  });
  expect(of('plan')).toMatchObject({ ok: true, advice: expect.stringContaining('SALIENCE_MODEL_PLAN=') });
  expect(of('chunk')).toMatchObject({ ok: true, provider: 'offline' });
  expect(of('episode')).toMatchObject({ ok: true });
});

test('every model of a list is asked', async () => {
  server.script(well);
  const checks = await checkRoles(
    modelConfigFromEnv({
      ...server.env,
      SALIENCE_MODEL: 'offline',
      SALIENCE_MODEL_RESPOND: 'openai:a|openai:b',
    }),
  );
  expect(checks.filter(({ role }) => role === 'respond').map(({ model }) => model)).toEqual(['a', 'b']);
  expect(checks).toHaveLength(modelRoles.length + 1);
});
