import { newId } from '@salience/database';
import { createAgent, createApiKey, revokeApiKey } from '@salience/database/agents';
import { asPerson, plantsIn } from '@salience/testing';
import { beforeAll, expect, test } from 'vitest';
import { type Fixture, startFixture } from './support/fixture.ts';

type Json = Record<string, unknown>;

let fixture: Fixture;
let at: string;
let exchangeId: string;
let factId: string;

beforeAll(async () => {
  fixture = await startFixture('postgres');
  ({ at } = await fixture.serve({ cacheMs: 0 }));
  const plants = await plantsIn(fixture.database, new Date('2026-03-01T12:00:00Z'));
  exchangeId = await plants.exchange(await plants.thread(), 1, {
    message: 'My boat is called Merrow.',
    chunked: true,
  });
  factId = newId('fact');
  await fixture.database.admin(
    `insert into salience.facts (id, agent_id, thread_id, exchange_id, subject, key, value, confidence, trust, source, said_at, created_at)
     select $1, agent_id, thread_id, id, 'user', 'boat', 'Merrow', 0.9, 'user', 'test', said_at, said_at from salience.exchanges where id = $2`,
    [factId, exchangeId],
  );
});

const ask = async (
  path: string,
  init: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<{ status: number; text: string; json: Json }> => {
  const response = await fetch(at + path, { ...init, headers: { ...asPerson, ...init.headers } });
  const text = await response.text();
  return {
    status: response.status,
    text,
    json: text.startsWith('{"') && !text.includes('\n') ? (JSON.parse(text) as Json) : {},
  };
};
const forget = (body: Json, headers: Record<string, string> = {}) =>
  ask('/memory/forget', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const accesses = async (): Promise<number> =>
  (await fixture.database.admin('select 1 from salience.memory_accesses')).length;

test('an item is shown with what it rests on and what was made of it, and looking counts as use; searching does not', async () => {
  expect((await ask('/memory/search?q=boat')).status).toBe(200);
  expect(await accesses()).toBe(0);
  const { json, status } = await ask(`/memory/items/${factId}`);
  expect(status).toBe(200);
  expect(json).toMatchObject({
    item: { kind: 'fact', id: factId, value: 'Merrow', sources: [exchangeId] },
    sources: [{ kind: 'exchange', id: exchangeId, text: 'My boat is called Merrow.' }],
    derived: [],
  });
  expect(await accesses()).toBe(1);
  expect((await ask(`/memory/items/${exchangeId}`)).json).toMatchObject({
    derived: [{ kind: 'fact', id: factId }],
  });
  expect((await ask(`/memory/items/${newId('fact')}`)).status).toBe(404);
  expect((await ask('/memory/items/nonsense')).json).toMatchObject({ code: 'item.unknown' });
});

test('an export has every item on a line of its own, sources first, and says when it is whole', async () => {
  const before = await accesses();
  const lines = (await ask('/memory/export')).text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Json);
  expect(lines.map(({ kind }) => kind)).toEqual(['exchange', 'fact', 'end']);
  expect(lines.at(-1)).toEqual({ kind: 'end', items: 2, version: 1 });
  const facts = (await ask('/memory/export?kind=fact')).text.trimEnd().split('\n');
  expect(facts).toHaveLength(2);
  expect((await ask('/memory/export?kind=secret')).status).toBe(422);
  expect(await accesses()).toBe(before);
});

test('an audit tells figures and no content', async () => {
  const { json, text } = await ask('/memory/audit');
  expect(json).toMatchObject({
    kinds: { fact: { total: 1, looked: 1, duplicates: 0, unsupported: 0, loops: 0 } },
    failed: { exchange: 0 },
  });
  expect(text).not.toContain('Merrow');
});

test('an audit says why something could not be learned from, in the words of who refused it', async () => {
  const reason = 'llm.bad-request: response_format is not supported';
  await fixture.database.admin(
    `insert into salience.memory_retries (id, agent_id, kind, thread_id, first_seq, last_seq, tries, error, due_at, created_at)
     select $1, agent_id, 'chunk', thread_id, seq, seq, 3, $3, null, said_at from salience.exchanges where id = $2`,
    [newId('memoryRetry'), exchangeId, reason],
  );
  const { json } = await ask('/memory/audit');
  expect(json).toMatchObject({ failed: { exchange: 1 }, reasons: [{ kind: 'exchange', reason, count: 1 }] });
  // What is to be tried again has not failed.
  const again = await ask('/memory/retry-failed', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  expect(again.json).toMatchObject({ counts: { exchange: 1 } });
  expect((await ask('/memory/audit')).json).toMatchObject({ failed: { exchange: 0 }, reasons: [] });
  await fixture.database.admin('delete from salience.memory_retries');
});

test("threat: another agent's items are unknown to show, forget and export", async () => {
  const other = await createAgent(fixture.operatorDb, { name: 'other', persona: '' });
  const headers = { 'x-agent': other.name };
  expect((await ask(`/memory/items/${exchangeId}`, { headers })).status).toBe(404);
  expect((await forget({ scope: 'item', target: exchangeId }, headers)).status).toBe(404);
  expect((await ask('/memory/export', { headers })).text).toBe('{"kind":"end","items":0,"version":1}\n');
  expect((await forget({ scope: 'source', target: 'test' }, headers)).json).toMatchObject({ counts: {} });
  expect((await ask(`/memory/items/${exchangeId}`)).status).toBe(200);
});

test('threat: a revoked key exports nothing', async () => {
  const { at: closed } = await fixture.serve({ host: '0.0.0.0', cacheMs: 0 });
  const key = await createApiKey(fixture.operatorDb, fixture.agentId, 'test');
  const send = () => fetch(`${closed}/memory/export`, { headers: { authorization: `Bearer ${key.key}` } });
  expect((await send()).status).toBe(200);
  await revokeApiKey(fixture.operatorDb, key.id);
  const refused = await send();
  expect(refused.status).toBe(401);
  expect(await refused.text()).not.toContain('Merrow');
});

test('threat: an export that is read slowly ends with its key', async () => {
  const agent = await createAgent(fixture.operatorDb, { name: 'large', persona: '' });
  const key = await createApiKey(fixture.operatorDb, agent.id, 'test');
  const headers = { authorization: `Bearer ${key.key}` };
  // More than the sockets of both sides take in, so that the server waits for its reader.
  await fixture.database.admin(
    `with thread as (insert into salience.threads (id, agent_id, key, source, created_at, last_activity_at)
       values ('thr_' || repeat('e', 32), $1, 'large', 'test', now(), now()) returning id)
     insert into salience.turn_ends (exchange_id, agent_id, turn_id, thread_id, seq, message, mode, trust, source, said_at, ended_at, kind, fence)
     select 'ex_' || lpad(n::text, 32, '0'), $1, 'turn_' || lpad(n::text, 32, '0'), thread.id, n, repeat('sail ', 8000), 'IGNORE', 'user', 'test',
       now(), now(), 'answered', 0 from thread, generate_series(1, 600) n`,
    [agent.id],
  );
  const slow = await fetch(`${at}/memory/export`, { headers });
  const reader = slow.body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  await revokeApiKey(fixture.operatorDb, key.id);
  let text = '';
  const decoder = new TextDecoder();
  const rest = async (): Promise<void> => {
    for (;;) {
      const piece = await reader?.read();
      if (piece === undefined || piece.done) return;
      text = (text + decoder.decode(piece.value, { stream: true })).slice(-200);
    }
  };
  await expect(rest()).rejects.toThrow('terminated');
  expect(text).not.toContain('"kind":"end"');
});

test('what is forgotten is gone when the answer comes, is told as gone, and cannot be forgotten twice', async () => {
  const { json, status } = await forget({ scope: 'item', target: exchangeId, reason: 'moved on' });
  expect(status).toBe(200);
  expect(json).toMatchObject({ state: 'watching', counts: { exchange: 1, fact: 1 }, reason: 'moved on' });
  expect((await ask(`/memory/forget/${String(json['forget_id'])}`)).json).toMatchObject({
    gone_at: expect.any(String),
  });
  expect((await ask('/memory/export')).text).toBe('{"kind":"end","items":0,"version":1}\n');
  expect((await ask(`/memory/items/${factId}`)).json).toMatchObject({ status: 410, code: 'item.forgotten' });
  expect((await forget({ scope: 'item', target: factId })).json).toMatchObject({ code: 'item.forgotten' });
  expect((await forget({ scope: 'item', target: 'x', reason: 'Because of "Merrow"' })).json).toMatchObject({
    code: 'body.invalid',
  });
});
