import { beforeAll, describe, expect, it } from 'vitest';
import { backends, until } from '@salience/testing';
import { openStream, post } from './support/event-stream.ts';
import { type Fixture, startFixture } from './support/fixture.ts';
import { HandDigest } from './support/hand-digest.ts';
import { codeOf, requestText, wireTo } from './support/raw.ts';

/** Short enough for a test; what they are in a deployment changes nothing here. */
const limits = { headersTimeoutMs: 300, requestTimeoutMs: 600, unreadMs: 300 };

describe('slow clients', () => {
  let fixture: Fixture;
  let digest: HandDigest;
  let at: string;
  let rooms = 0;

  beforeAll(async () => {
    fixture = await startFixture(backends()[0] ?? 'postgres');
    digest = new HandDigest(fixture);
    const server = await fixture.serve({ limits, intervals: { backlogBytesMax: 65_536, pollMs: 100 } });
    ({ at } = server);
  });

  const room = (): string => `slow-${(rooms += 1)}`;
  const openStreams = async (where: string): Promise<number> =>
    ((await (await fetch(`${where}/health`)).json()) as { open_streams: number }).open_streams;

  /** Sends a text byte by byte until the server has had enough. */
  async function drip(text: string): Promise<[status: number | string, code: string]> {
    const wire = wireTo(at);
    let sent = 0;
    const timer = setInterval(() => wire.open && wire.send(text.charAt(sent++)), 20);
    const answer = await wire.answer('GET');
    clearInterval(timer);
    wire.close();
    return codeOf(answer);
  }

  it('gives up headers that drip in', async () => {
    expect(await drip('GET /health HTTP/1.1\r\nX-Slow: '.padEnd(4_000, 'x'))).toEqual([
      408,
      'request.timeout',
    ]);
  });

  it('gives up a connection that says nothing', async () => {
    const wire = wireTo(at);
    expect(codeOf(await wire.answer('GET'))).toEqual([408, 'request.timeout']);
  });

  it('gives up a body that drips in, and takes no turn from it', async () => {
    const wire = wireTo(at);
    const text = requestText(at, 'POST /messages', { text: 'never whole', thread_id: room() });
    wire.send(text.slice(0, -10));
    expect(codeOf(await wire.answer('POST'))).toEqual([408, 'request.timeout']);
    const rows = await fixture.database.admin("select 1 from salience.turns where text = 'never whole'");
    expect(rows).toEqual([]);
  });

  it('drops a reader that never reads, and keeps the turn for its return', async () => {
    // More than the kernel takes off our hands after the stream was given up.
    const { wire, taken, server } = await stuckReader({ limits, backlogBytesMax: 8_000_000 });
    const before = server.connections();
    await until(() => server.connections() < before, { what: 'the reader to be cut' });
    wire.resume();
    expect(await wire.ended(10_000)).toBe(true);
    await digest.end(taken, { text: 'whole' });
    const back = await openStream(`${at}/turns/${taken.turn.id}/events`);
    await back.ended;
    expect(back.types).toEqual(['message', 'done']);
  });

  it('tells a reader that was only slow that it was detached, and where to go on', async () => {
    const { wire, taken } = await stuckReader({ backlogBytesMax: 65_536 });
    wire.resume();
    expect(await wire.heard('event: detached', 10_000)).toBe(true);
    expect(wire.received).toContain(`"resume":"/turns/${taken.turn.id}/events"`);
    await digest.end(taken, { text: 'x' });
    wire.close();
  });

  /** A reader that stopped reading its stream, whose worker went on until the stream was given up. */
  async function stuckReader(options: { limits?: typeof limits; backlogBytesMax: number }) {
    const { backlogBytesMax, ...rest } = options;
    const server = await fixture.serve({ ...rest, intervals: { backlogBytesMax, pollMs: 100 } });
    const thread = room();
    const wire = wireTo(server.at);
    wire.send(requestText(server.at, 'POST /chat', { text: thread, thread_id: thread }));
    await wire.heard('processing', 10_000);
    wire.pause();
    const [row] = await fixture.database.admin<{ thread_id: string }>(
      'select thread_id from salience.turns where text = $1',
      [thread],
    );
    const taken = await digest.claim(row?.thread_id ?? '');
    // Far more than the sockets of both sides hold.
    const part = { type: 'delta' as const, text: 'x'.repeat(60_000) };
    for (let n = 1; (await openStreams(server.at)) > 0 && n < 2_000; n += 20) {
      await digest.say(taken, n, ...Array.from({ length: 20 }, () => part));
    }
    expect(await openStreams(server.at)).toBe(0);
    return { wire, taken, server };
  }

  it('lets a stream go whose client closed its half of the connection', async () => {
    const wire = wireTo(at);
    wire.send(requestText(at, 'POST /chat', { text: 'half', thread_id: room() }));
    await wire.heard('processing', 10_000);
    wire.send('', true);
    await until(async () => (await openStreams(at)) === 0, { what: 'the stream to be released' });
    wire.close();
  });

  it('notices that a reader left although it sent a body that nobody wanted', async () => {
    const accepted = (await (await post(`${at}/messages`, { text: 'bulky', thread_id: room() })).json()) as {
      turn_id: string;
    };
    const wire = wireTo(at);
    wire.send(requestText(at, `GET /turns/${accepted.turn_id}/events`, 'x'.repeat(250_000)));
    await wire.heard('processing', 10_000);
    wire.close();
    await until(async () => (await openStreams(at)) === 0, { what: 'the stream to be released' });
  });

  it('does not garble an open stream when its connection turns to garbage', async () => {
    const wire = wireTo(at);
    wire.send(requestText(at, 'POST /chat', { text: 'clean', thread_id: room() }));
    await wire.heard('processing', 10_000);
    wire.send('\0\0 no request at all\r\n\r\n');
    expect(await wire.ended(10_000)).toBe(true);
    expect(wire.received).not.toContain('400 Bad Request');
  });
});
