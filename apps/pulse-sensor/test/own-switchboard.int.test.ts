import { type Bridge, createBridge } from '@salience/bridge';
import type { AgentId, TurnId } from '@salience/contracts';
import { createAgent, createApiKey } from '@salience/database/agents';
import {
  asPerson,
  backends,
  personToken,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  testQueues,
  until,
} from '@salience/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { bridgeStage } from './bridge-stage.ts';

// Our own switchboard is a Bridge: one installation listens to the rooms of another one.
const [backend = 'postgres'] = backends();
let there: TestDatabase;
let consumer: SpawnedApp;
let key: string;
let bridge: Bridge;
let stage: Awaited<ReturnType<typeof bridgeStage>>;

const person = { ...asPerson, 'content-type': 'application/json' };
const call = async (path: string, method = 'GET', body?: object) => {
  const response = await fetch(`${consumer.httpUrl()}${path}`, {
    method,
    headers: person,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const open = (apiKey = key) =>
  createBridge({
    url: consumer.httpUrl(),
    apiKey,
    reach: (url) => Promise.resolve([url.hostname]),
    limits: { reconnectMs: 50 },
  });

beforeAll(async () => {
  there = await testDatabase();
  const queues = await testQueues(backend, there);
  consumer = await spawnApp('consumer', { database: there, queues });
  const operator = there.connect('salience_operator');
  const { id } = await createAgent(operator, { name: 'viktor', persona: 'p' });
  ({ key } = await createApiKey(operator, id as AgentId, 'bridge'));
  expect((await call('/rooms', 'POST', { id: '10', name: 'Planning', agents: ['viktor'] })).status).toBe(201);
  bridge = open();
  stage = await bridgeStage({ open: () => open() });
  await stage.set({
    url: consumer.httpUrl(),
    channels: ['10'],
    selfNames: ['viktor'],
    mentionNames: ['viktor'],
  });
}, 120_000);
afterAll(async () => {
  await stage.close();
  await consumer.stop();
});

/** Joins and hears nothing. */
const deaf = {
  lastMessage: () => Promise.resolve(null),
  anchored: () => Promise.resolve(),
  onMessage: () => Promise.resolve(),
  missed: () => undefined,
  connected: () => undefined,
  disconnected: () => undefined,
};

test('what is said in its rooms is heard, asked for, claimed and answered there once', async () => {
  const leaves = new AbortController();
  onTestFinished(() => leaves.abort());
  // The person of that machine is in the room as whoever opens the switchboard is.
  const joined = Promise.withResolvers<void>();
  void open(personToken).listen(['10'], { ...deaf, connected: joined.resolve }, leaves.signal);
  await joined.promise;
  stage.hold();
  await until(async () => (await stage.shown())?.seenAt ?? undefined, { what: 'the connection' });
  const say = async (id: string, content: string) => {
    const { body, status } = await call('/rooms/10/messages', 'POST', { id, content });
    expect([status, body]).toMatchObject([201, {}]);
  };
  await say('m1', 'anchor');
  await until(
    async () => (await stage.thoughts()).length > 0 || (await stage.shown())?.heard[0]?.lastMessage === 'm1',
    {
      what: 'the first message',
    },
  );
  await say('m2', 'What should we do about the cache?');
  await say('m3', '@viktor are you there?');
  const owed = await until(async () => (await stage.shown())?.replies[0]?.turnId, {
    what: 'an answer that is owed',
  });
  await stage.end(owed as TurnId, 'I am here.');
  await until(async () => (await stage.shown())?.replies[0]?.state === 'posted', { what: 'the answer' });
  const { body } = await call('/rooms/10');
  const said = (body['messages'] as { content: string; display: string }[]).map(({ content, display }) => [
    display,
    content,
  ]);
  expect(said.filter(([, content]) => content === 'I am here.')).toEqual([['viktor', 'I am here.']]);
  // Its own words are not thought about.
  const words = (await stage.thoughts()).map((thought) => thought.words);
  expect(words.slice(-2)).toEqual(['What should we do about the cache?', '@viktor are you there?']);
});

test('its hand goes up and down there, and a key that is none is refused', async () => {
  expect(await bridge.raiseHand('10', 'hand:1')).toEqual({ kind: 'done' });
  expect(await bridge.raiseHand('10', 'hand:1')).toEqual({ kind: 'done' });
  const { body } = await call('/rooms/10');
  expect(body['hands']).toHaveLength(1);
  expect(await bridge.raiseHand('99')).toEqual({ kind: 'failed', error: 'http-404' });
  const stranger = open('sk_none');
  expect(await stranger.post('10', 'x')).toEqual({ kind: 'failed', error: 'http-401' });
  const { signal } = new AbortController();
  await expect(stranger.listen(['10'], deaf, signal)).rejects.toMatchObject({ code: 'bridge.refused-key' });
});

test('a page of a room has a thousand messages, as many as a client looks through, but never more than 4 MiB of these', async () => {
  const post = await call('/rooms', 'POST', { id: 'long', name: 'Long', agents: ['viktor'] });
  expect(post.status).toBe(201);
  const fill = (from: number, to: number, content: string) =>
    there.admin(
      `insert into salience.room_messages (room, seq, id, author_kind, author, display, content, at, trust, source)
       select 'long', n, 'l' || n, 'human', 'owner', 'Lance', $3, now(), 'owner', 'api' from generate_series($1::int, $2::int) n`,
      [from, to, content],
    );
  await fill(1, 900, 'short');
  const all = await bridge.history('long', 1_000);
  expect(all).toMatchObject({ hasMore: false, refused: 0 });
  const ids = (page: typeof all) => ('messages' in page ? page.messages.map(({ id }) => id) : []);
  expect([ids(all).length, ids(all)[0], ids(all).at(-1)]).toEqual([900, 'l1', 'l900']);
  await fill(901, 1_300, 'x'.repeat(16_384));
  const cut = await bridge.history('long', 1_000);
  expect([ids(cut).length, ids(cut).at(-1)]).toEqual([256, 'l1300']);
});
