import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptedSchema, queueNames } from '@salience/contracts';
import {
  backends,
  collectSpans,
  faultsEnv,
  type SpanCollector,
  spawnApp,
  type TestDatabase,
  type TestQueues,
  testDatabase,
  testQueues,
} from '@salience/testing';
import { get, openStream, post } from './support/event-stream.ts';

describe.each(backends())('the consumer process on %s', (backend) => {
  let database: TestDatabase;
  let queues: TestQueues;
  let spans: SpanCollector;

  beforeAll(async () => {
    database = await testDatabase();
    queues = await testQueues(backend, database);
    spans = await collectSpans();
  });
  afterAll(async () => {
    await spans?.close();
    await queues?.close();
    await database?.close();
  });

  it('dies between commit and answer, and the client’s retry finds the turn (laws 2 and 4)', async () => {
    const env = faultsEnv({ 'consumer.accepted': { action: 'kill' } });
    const body = { text: 'hello', thread_id: `room-${randomUUID()}` };
    const headers = { 'idempotency-key': randomUUID() };
    const dying = await spawnApp('consumer', { database, queues, env });
    await expect(post(`${dying.httpUrl()}/messages`, body, headers)).rejects.toThrow('fetch failed');
    await dying.exited;
    const next = await spawnApp('consumer', { database, queues });
    const accepted = acceptedSchema.parse(
      await (await post(`${next.httpUrl()}/messages`, body, headers)).json(),
    );
    expect(accepted).toMatchObject({ replayed: true, seq: 1 });
    const turns = await database.admin('select id from salience.turns where thread_id = $1', [
      accepted.thread_id,
    ]);
    expect(turns).toEqual([{ id: accepted.turn_id }]);
    await next.stop();
  });

  it('finds the files of its pages and of Bull Board, bundled or not', async () => {
    const app = await spawnApp('consumer', { database, queues });
    const at = app.httpUrl();
    for (const path of [
      '/',
      '/console',
      '/docs',
      '/assets/style.css',
      '/openapi.json',
      '/operator/sign-in',
    ]) {
      expect([path, (await fetch(at + path)).status]).toEqual([path, 200]);
    }
    const board = await (await get(`${at}/operator/board`)).text();
    const script = /src="(static\/[^"]+)"/.exec(board)?.[1] ?? '';
    expect((await get(`${at}/operator/board/${script}`)).headers.get('content-type')).toMatch(/javascript/);
    const listed = (await (await get(`${at}/operator/board/api/queues`)).json()) as { queues: unknown[] };
    expect(listed.queues).toHaveLength(queueNames.length);
    await app.stop();
  });

  it('detaches its streams at SIGTERM and ends in good order', async () => {
    const app = await spawnApp('consumer', { database, queues });
    const stream = await openStream(`${app.httpUrl()}/chat`, {
      body: { text: 'hello', thread_id: `room-${randomUUID()}` },
    });
    expect(await app.stop()).toBe(0);
    await stream.ended;
    expect(stream.types).toEqual(['status', 'detached']);
  });

  it('says which port is taken', async () => {
    const first = await spawnApp('consumer', { database, queues });
    const { port } = new URL(first.httpUrl());
    await expect(spawnApp('consumer', { database, queues, env: { PORT: port } })).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is used by another program`,
    );
    await first.stop();
  });

  it('makes one server span per request, under the caller’s trace, and stores it with the turn', async () => {
    const app = await spawnApp('consumer', {
      database,
      queues,
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: spans.endpoint },
    });
    const traceId = randomUUID().replaceAll('-', '');
    const traceparent = `00-${traceId}-${'cd'.repeat(8)}-01`;
    const { turn_id } = acceptedSchema.parse(
      await (await post(`${app.httpUrl()}/messages`, { text: 'hi' }, { traceparent })).json(),
    );
    const found = await spans.until(
      (all) => {
        const own = all.filter((span) => span.traceId === traceId);
        return own.length >= 2 && own;
      },
      { what: 'the spans of the request' },
    );
    if (found === false) throw new Error('unreachable');
    const server = found.find((span) => span.name === 'POST /messages');
    const accept = found.find((span) => span.name === 'turn.accept');
    expect(server).toMatchObject({ parentSpanId: 'cd'.repeat(8) });
    expect(accept?.parentSpanId).toBe(server?.spanId);
    const [row] = await database.admin<{ traceparent: string }>(
      'select traceparent from salience.turns where id = $1',
      [turn_id],
    );
    expect(row?.traceparent).toBe(`00-${traceId}-${String(server?.spanId)}-01`);
    await app.stop();
  });
});
