import { type BridgeHandlers, createBridge } from '@salience/bridge';
import type { AgentId, TurnId } from '@salience/contracts';
import { createAgent, createApiKey } from '@salience/database/agents';
import {
  asPerson,
  personToken,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  testQueues,
  until,
} from '@salience/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bridgeStage } from './bridge-stage.ts';
import { type PostsProxy, postsProxy } from './posts-proxy.ts';

// The Bridge is a switchboard of ours in another installation; between both stands what holds a post.
let there: TestDatabase;
let consumer: SpawnedApp;
let proxy: PostsProxy;
let stage: Awaited<ReturnType<typeof bridgeStage>>;

const person = { ...asPerson, 'content-type': 'application/json' };
const call = async (path: string, body?: object) => {
  const response = await fetch(`${consumer.httpUrl()}${path}`, {
    headers: person,
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  expect(response.ok).toBe(true);
  return (await response.json()) as Record<string, unknown>;
};
const leaves = new AbortController();
/** The person is in the room, as whoever has the switchboard open is. */
async function enter(): Promise<void> {
  const joined = Promise.withResolvers<void>();
  const deaf: BridgeHandlers = {
    lastMessage: () => Promise.resolve(null),
    anchored: () => Promise.resolve(),
    onMessage: () => Promise.resolve(),
    missed: () => undefined,
    connected: joined.resolve,
    disconnected: () => undefined,
  };
  const reach = (url: URL) => Promise.resolve([url.hostname]);
  void createBridge({ url: consumer.httpUrl(), apiKey: personToken, reach }).listen(
    ['10'],
    deaf,
    leaves.signal,
  );
  await joined.promise;
}
const listen = () =>
  spawnApp('pulse-sensor', {
    database: stage.database,
    env: {
      SALIENCE_CHANNEL_PRIVATE_HOSTS: proxy.host,
      SALIENCE_BRIDGE_LEASE_MS: '1000',
      SALIENCE_BRIDGE_RECONNECT_MS: '50',
    },
  });

beforeAll(async () => {
  there = await testDatabase();
  consumer = await spawnApp('consumer', { database: there, queues: await testQueues('postgres', there) });
  const operator = there.connect('salience_operator');
  const { id } = await createAgent(operator, { name: 'viktor', persona: 'p' });
  const { key } = await createApiKey(operator, id as AgentId, 'bridge');
  await call('/rooms', { id: '10', name: 'Planning', agents: ['viktor'] });
  await enter();
  proxy = await postsProxy(consumer.httpUrl());
  stage = await bridgeStage();
  const names = { selfNames: ['viktor'], mentionNames: ['viktor'] };
  await stage.set({ url: proxy.url, key, channels: ['10'], ...names });
}, 120_000);
afterAll(async () => {
  leaves.abort();
  await proxy.close();
  await stage.close();
  await consumer.stop();
});

test.each([
  ['held', 0],
  ['unanswered', 1],
] as const)(
  'an answer whose process is killed while it is %s stands there %i times, is unknown, and is never posted again',
  { timeout: 120_000 },
  async (how, times) => {
    proxy.set(how);
    const postsBefore = proxy.posts();
    const first = await listen();
    await until(async () => (await stage.shown())?.seenAt ?? undefined, { what: 'the connection' });
    await call('/rooms/10/messages', { id: `anchor-${how}`, content: 'anchor' });
    await until(async () => (await stage.shown())?.heard[0]?.lastMessage === `anchor-${how}`, {
      what: 'the anchor',
      timeoutMs: 40_000,
    });
    await call('/rooms/10/messages', { id: `asked-${how}`, content: '@viktor are you there?' });
    const waiting = async () => (await stage.shown())?.replies.find(({ state }) => state === 'waiting');
    const owed = await until(async () => (await waiting())?.turnId, { what: 'an answer that is owed' });
    await stage.end(owed as TurnId, `I am here: ${how}.`);
    await until(() => proxy.posts() > postsBefore, { what: 'the post on its way', timeoutMs: 40_000 });
    const said = async () => {
      const { messages } = await call('/rooms/10');
      return (messages as { content: string }[]).filter(({ content }) => content === `I am here: ${how}.`);
    };
    await until(async () => (await said()).length === times, { what: 'what the Bridge has' });
    await first.kill9();
    const second = await listen();
    const state = async () => (await stage.shown())?.replies.find(({ turnId }) => turnId === owed);
    expect(
      await until(
        async () => {
          const reply = await state();
          return reply?.state === 'sending' ? undefined : reply;
        },
        { what: 'the other process to take over', timeoutMs: 40_000 },
      ),
    ).toMatchObject({ state: 'unknown', error: 'interrupted' });
    // It hears on, and says nothing twice.
    await call('/rooms/10/messages', { id: `after-${how}`, content: 'after' });
    await until(async () => (await stage.shown())?.heard[0]?.lastMessage === `after-${how}`, {
      what: 'the message after it',
      timeoutMs: 40_000,
    });
    expect([proxy.posts(), (await said()).length]).toEqual([postsBefore + 1, times]);
    await second.stop();
  },
);
