import { beforeAll, describe, expect, it } from 'vitest';
import { backends, until, type Wire } from '@salience/testing';
import { post } from './support/event-stream.ts';
import { type Fixture, startFixture } from './support/fixture.ts';
import { codeOf, requestText, wireTo } from './support/raw.ts';

const megabyte = Buffer.alloc(1024 * 1024, 'x');

describe('floods', () => {
  let fixture: Fixture;
  let at: string;
  let connections: () => number;

  beforeAll(async () => {
    fixture = await startFixture(backends()[0] ?? 'postgres');
    const server = await fixture.serve({ intervals: { keepAliveMs: 1_000 } });
    ({ at, connections } = server);
  });

  const openStreams = async (): Promise<number> =>
    ((await (await fetch(`${at}/health`)).json()) as { open_streams: number }).open_streams;

  it.each([
    ['with its length', 'Content-Length: 104857600', (part: Buffer) => [part]],
    ['in chunks', 'Transfer-Encoding: chunked', (part: Buffer) => ['100000\r\n', part, '\r\n']],
  ])('refuses a body of 100 MB %s, unread', async (_how, framing, frame) => {
    const before = process.memoryUsage();
    const wire = wireTo(at, 60_000);
    wire.send(
      `POST /messages HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${framing}\r\n\r\n`,
    );
    let most = 0;
    for (let sent = 0; sent < 100 && wire.open; sent += 1) {
      for (const part of frame(megabyte)) wire.send(part);
      await new Promise((resolve) => setImmediate(resolve));
      most = Math.max(most, process.memoryUsage().heapUsed - before.heapUsed);
    }
    expect(codeOf(await wire.answer('POST'))).toEqual([413, 'body.too-large']);
    expect(most).toBeLessThan(50 * 1024 * 1024);
    wire.close();
  });

  it('refuses headers without end, and more headers than anybody needs', async () => {
    const long = wireTo(at);
    long.send(`GET /health HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(20_000)}`);
    expect(codeOf(await long.answer('GET'))).toEqual([431, 'headers.too-large']);
    const many = wireTo(at);
    const lines = Array.from({ length: 150 }, (_, n) => `X-${n}: y`);
    many.send(requestText(at, 'GET /health', undefined, lines));
    expect(codeOf(await many.answer('GET'))).toEqual([431, 'headers.too-large']);
    many.close();
  });

  it('tells connections beyond its limit to come again, and takes the next when some have gone', async () => {
    const small = await fixture.serve({ limits: { connections: 20 } });
    const wires = Array.from({ length: 20 }, () => wireTo(small.at));
    await until(() => small.connections() === 20, { what: 'twenty connections' });
    const over = Array.from({ length: 30 }, () => wireTo(small.at));
    const told = await Promise.all(over.map((wire) => wire.answer('GET')));
    expect(told.map(codeOf)).toEqual(over.map(() => [503, 'server.full']));
    wires.pop()?.close();
    await until(() => small.connections() < 20, { what: 'a place to be free' });
    const next = wireTo(small.at);
    next.send(requestText(small.at, 'GET /health'));
    expect(await next.answer('GET')).toMatchObject({ status: 200 });
    for (const wire of [...wires, next]) wire.close();
  });

  it('bounds the streams of one caller, before a message is taken that nobody would hear answered', async () => {
    const strict = await fixture.serve({ limits: { streamsPerCaller: 2 } });
    const say = (n: number): Wire => {
      const wire = wireTo(strict.at);
      wire.send(requestText(strict.at, 'POST /chat', { text: `limited ${n}`, thread_id: `limited-${n}` }));
      return wire;
    };
    const streams = [say(1), say(2)];
    for (const wire of streams) await wire.heard('processing', 10_000);
    const third = say(3);
    expect(codeOf(await third.answer('POST'))).toEqual([429, 'streams.limit']);
    expect(await fixture.database.admin("select 1 from salience.turns where text = 'limited 3'")).toEqual([]);
    streams[0]?.close();
    const again = await until(
      async () => {
        const wire = say(4);
        if (await wire.heard('processing', 500)) return wire;
        wire.close();
        return undefined;
      },
      { what: 'a place for a stream' },
    );
    for (const wire of [...streams, third, again]) wire.close();
  });

  it('ends a connection that asked for another protocol after its answer', async () => {
    const wire = wireTo(at);
    wire.send(requestText(at, 'GET /agents/me', {}, ['Connection: Upgrade', 'Upgrade: websocket']));
    expect(await wire.answer('GET')).toMatchObject({ status: 200, headers: { connection: 'close' } });
  });

  it('answers pipelined requests one after another, each once', async () => {
    const wire = wireTo(at);
    const messages = Array.from({ length: 50 }, (_, n) => ({ text: `piped ${n}`, thread_id: 'piped' }));
    wire.send(messages.map((message) => requestText(at, 'POST /messages', message)).join(''));
    const turns: string[] = [];
    for (const _ of messages) {
      const answer = await wire.answer('POST');
      if (typeof answer === 'string') throw new Error(answer);
      expect(answer.status).toBe(202);
      turns.push(answer.headers['x-turn-id'] ?? '');
    }
    const rows = await fixture.database.admin<{ id: string; text: string }>(
      "select id, text from salience.turns where text like 'piped %'",
    );
    const texts = new Map(rows.map((row) => [row.id, row.text]));
    expect(turns.map((id) => texts.get(id))).toEqual(messages.map(({ text }) => text));
    wire.close();
  });

  it('holds a thousand idle streams, keeps each alive, serves the next message, and lets all of them go', async () => {
    const accepted = (await (await post(`${at}/messages`, { text: 'idle', thread_id: 'idle' })).json()) as {
      turn_id: string;
    };
    const wires = Array.from({ length: 1_000 }, () => {
      const wire = wireTo(at);
      wire.send(requestText(at, `GET /turns/${accepted.turn_id}/events`));
      return wire;
    });
    const alive = await Promise.all(wires.map((wire) => wire.heard(': keep-alive', 20_000)));
    expect(alive.filter(Boolean)).toHaveLength(1_000);
    expect(await openStreams()).toBe(1_000);
    expect((await post(`${at}/messages`, { text: 'next', thread_id: 'next' })).status).toBe(202);
    for (const wire of wires) wire.close();
    await until(async () => (await openStreams()) === 0, { what: 'every stream to be released' });
    await until(() => connections() < 50, { what: 'their connections to be let go' });
  });
});
