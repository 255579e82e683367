import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { acceptedSchema, problemSchema, readinessSchema } from '@salience/contracts';
import { createDatabase } from '@salience/database';
import { createQueues } from '@salience/queues';
import { backends, outageDoor } from '@salience/testing';
import { get, openStream, post } from './support/event-stream.ts';
import { type Fixture, startFixture } from './support/fixture.ts';
import { HandDigest } from './support/hand-digest.ts';
import { startTcpProxy, type TcpProxy } from './support/tcp-proxy.ts';

/** The same address through a proxy. */
async function through(url: string): Promise<{ url: string; proxy: TcpProxy }> {
  const target = new URL(url);
  const proxy = await startTcpProxy({ host: target.hostname, port: Number(target.port) });
  target.hostname = '127.0.0.1';
  target.port = String(proxy.port);
  return { url: target.href, proxy };
}

describe.runIf(backends().includes('redis'))('outages', () => {
  let fixture: Fixture;
  let digest: HandDigest;

  beforeAll(async () => {
    fixture = await startFixture('redis');
    digest = new HandDigest(fixture);
  });

  it('accepts, commits and streams while Redis is away, and hears live events when it is back (law 1)', async () => {
    const door = await outageDoor(fixture.queues.connection.url);
    const url = door.through(fixture.queues.connection.url);
    const queues = await createQueues({ connection: { ...fixture.queues.connection, url } });
    const { at } = await fixture.serve({ queues, intervals: { pollMs: 100 } });
    await door.shut();
    const body = { text: 'hello', thread_id: `room-${randomUUID()}` };
    const accepted = acceptedSchema.parse(await (await post(`${at}/messages`, body)).json());
    expect(accepted.state).toBe('pending');
    await digest.answer(accepted.thread_id, 'first');

    const stream = await openStream(`${at}/chat`, { body });
    await digest.answer(accepted.thread_id, 'without Redis');
    await stream.ended;
    expect(stream.types).toEqual(['status', 'message', 'done']);
    const depths = await get(`${at}/queues`);
    expect([depths.status, depths.headers.get('retry-after')]).toEqual([503, '2']);
    expect(problemSchema.parse(await depths.json()).code).toBe('queues.unavailable');

    const patient = await openStream(`${at}/chat`, { body });
    const taken = await digest.claim(accepted.thread_id);
    await door.open();
    await digest.say(taken, 1, { type: 'delta', text: 'with Redis' });
    await patient.heard('delta');
    await digest.end(taken, { text: 'with Redis' });
    await patient.ended;
    expect(patient.types).toEqual(['status', 'delta', 'message', 'done']);
    await queues.close();
    await door.close();
  });

  it('answers 503 while Postgres is away, and open streams end when it is back', async () => {
    const { url, proxy } = await through(fixture.database.urlFor('salience_consumer'));
    const db = createDatabase({ url, applicationName: 'test-outage', poolMax: 2, onIdleError: () => {} });
    const { at } = await fixture.serve({ db, cacheMs: 0, intervals: { pollMs: 100 } });
    const stream = await openStream(`${at}/chat`, {
      body: { text: 'hello', thread_id: `room-${randomUUID()}` },
    });
    const threadId = stream.response.headers.get('x-thread-id') as string;
    proxy.cut();
    const refused = await post(`${at}/messages`, { text: 'hello' });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    const problem = problemSchema.parse(await refused.json());
    expect(problem.code).toBe('database.unavailable');
    expect(JSON.stringify(problem)).not.toMatch(/ECONN|127\.0\.0\.1|Connection terminated/);
    const ready = await fetch(`${at}/ready`);
    expect(ready.status).toBe(503);
    expect(readinessSchema.parse(await ready.json()).parts['postgres']).toEqual({
      ok: false,
      detail: 'does not answer',
    });
    expect((await fetch(`${at}/health`)).status).toBe(200);

    await digest.answer(threadId, 'meanwhile');
    proxy.restore();
    await stream.ended;
    expect(stream.types.slice(-2)).toEqual(['message', 'done']);
    expect((await post(`${at}/messages`, { text: 'hello' })).status).toBe(202);
    await db.close();
    await proxy.close();
  });
});
