import type { BridgeView } from '@salience/contracts';
import {
  asPerson,
  backends,
  collectSpans,
  queueNamespace,
  type SpanCollector,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  until,
} from '@salience/testing';
import { RoomSpeaker } from '@salience/testing/rooms';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { undocumented } from './support/documented-spans.ts';
import { unmade } from './support/made-spans.ts';
import { lineOf, spanOf } from './support/trace-tree.ts';

const [backend = 'postgres'] = backends();
const patience = { timeoutMs: 40_000 };
const room = '10';
/** The installation whose rooms are listened to, and the one that listens. */
let there: TestDatabase;
let here: TestDatabase;
let collector: SpanCollector;
let switchboard: SpawnedApp;
let apps: SpawnedApp[] = [];

const call = async <T>(app: SpawnedApp, method: string, path: string, body?: object): Promise<T> => {
  const response = await fetch(`${app.httpUrl()}${path}`, {
    method,
    headers: { ...asPerson, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  expect(response.ok, text).toBe(true);
  return JSON.parse(text) as T;
};

beforeAll(async () => {
  [there, here, collector] = await Promise.all([testDatabase(), testDatabase(), collectSpans()]);
  switchboard = await spawnApp('consumer', {
    database: there,
    queues: await queueNamespace(backend, there),
  });
  const { key } = await call<{ key: string }>(switchboard, 'POST', '/operator/agents/default/keys', {});
  await call(switchboard, 'POST', '/rooms', { id: room, name: 'Planning', agents: ['default'] });
  const queues = await queueNamespace(backend, here);
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    SALIENCE_CHANNEL_PRIVATE_HOSTS: new URL(switchboard.httpUrl()).host,
  };
  apps = await Promise.all(
    (['consumer', 'pulse-sensor', 'digest'] as const).map((app) =>
      spawnApp(app, { database: here, queues, env, readyMs: 120_000 }),
    ),
  );
  await call(apps[0] as SpawnedApp, 'PUT', '/bridge', {
    url: switchboard.httpUrl(),
    key,
    channels: [room],
    self_names: ['default'],
    mention_names: ['viktor'],
  });
}, 150_000);
afterAll(async () => {
  await Promise.all([...apps, switchboard].map((app) => app.stop()));
  await Promise.all([there.close(), here.close(), collector.close()]);
});

test('a message of a Bridge: taken in, answered and heard of in one trace', {
  timeout: 120_000,
}, async () => {
  const untilBridge = <T>(what: string, look: (bridge: BridgeView) => T | undefined) =>
    until(async () => look(await call<BridgeView>(apps[0] as SpawnedApp, 'GET', '/bridge')), {
      what,
      ...patience,
    });
  const person = new RoomSpeaker(room, () => [switchboard.httpUrl()]);
  onTestFinished(() => person.breakOff());
  const say = (id: string, content: string) => person.post({ id, content, name: 'Ann' }, 0);
  await untilBridge('the connection', (bridge) => bridge.seen_at ?? undefined);
  await say('m1', 'The ferry leaves at noon.');
  await untilBridge('the first message', ({ channels }) => channels[0]?.last_message === 'm1' || undefined);
  await say('m2', '@viktor when does the ferry leave?');
  const reply = await untilBridge('the answer', ({ replies }) =>
    replies.find(({ state }) => state === 'posted'),
  );
  const hop = { name: 'process turn-digest', service: 'digest' };
  const mine = await collector.until(
    (all) => {
      const taken = all.find(
        ({ attributes }) =>
          attributes['salience.turn.id'] === reply.turn_id && attributes['salience.inlet'] === 'bridge',
      );
      const same = all.filter(({ traceId }) => traceId === taken?.traceId);
      return spanOf(hop, same) === undefined ? undefined : same;
    },
    { what: 'the turn in the trace of the message', ...patience },
  );
  const turn = spanOf(hop, mine);
  expect(lineOf(turn, mine)).toEqual(['pulse-sensor inlet.take', 'digest process turn-digest']);
  expect(turn?.attributes['salience.turn.id']).toBe(reply.turn_id);
  expect(undocumented(collector.spans())).toEqual([]);
  expect(unmade('test/bridge-trace.int.test.ts', collector.spans())).toEqual([]);
  expect(collector.wire().join('\n')).not.toContain('ferry');
});
