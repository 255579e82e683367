import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exchangeIdSchema, type ThreadEvent, threadIdSchema, turnIdSchema } from '@salience/contracts';
import { afterEach, expect, test } from 'vitest';
import { ThreadListener } from '../src/chat/thread-listener.ts';
import { createApiClient } from '../src/client/api-client.ts';
import { followThread } from '../src/client/thread-stream.ts';
import { stoppable } from '../src/until-stopped.ts';

const thread = threadIdSchema.parse(`thr_${'0'.repeat(32)}`);
const idOf = (seq: number) => turnIdSchema.parse(`turn_${String(seq).padStart(32, '0')}`);
const listening = (after: number) => sse(after, { type: 'listening', thread_id: thread, after });
const reminder = (seq: number) =>
  sse(seq, {
    type: 'turn',
    turn_id: idOf(seq),
    thread_id: thread,
    seq,
    state: 'answered',
    text: 'x',
    speaker: null,
    source: 'reminder',
    trust: 'user',
    attempts: 1,
    accepted_at: '2026-01-01T00:00:00Z',
    ended_at: '2026-01-01T00:00:00Z',
    duration_ms: 1,
    reply: {
      text: `told ${seq}`,
      mode: 'RESPOND',
      topic: 'general',
      confidence: 0.5,
      exchange_id: exchangeIdSchema.parse(`ex_${'0'.repeat(32)}`),
      citations: [],
      model: 'm',
    },
    error: null,
    traceparent: null,
  });

let close: (() => Promise<void>) | undefined;

afterEach(async () => {
  await close?.();
  close = undefined;
});

function sse(id: number, event: ThreadEvent): string {
  return `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** A server that answers each request by the next text and then ends it, the last one with \`open\`. */
async function serve(...texts: string[]) {
  const seen: (string | undefined)[] = [];
  const open: ServerResponse[] = [];
  const server = createServer((request, response) => {
    const text = texts[seen.length] ?? '';
    seen.push(request.headers['last-event-id'] as string | undefined);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (seen.length < texts.length) response.end(text);
    else {
      response.write(text);
      open.push(response);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { client: createApiClient({ url, key: undefined, agent: undefined }), seen };
}

test('law 18: a stream that breaks before its first turn goes on from where it began', async () => {
  const { client, seen } = await serve(listening(7), listening(7) + reminder(8), reminder(9));
  const stop = stoppable();
  const told: (string | undefined)[] = [];
  for await (const { reply } of followThread(client, thread, { stop })) {
    told.push(reply?.text);
    if (told.length === 2) stop.now();
  }
  expect(told).toEqual(['told 8', 'told 9']);
  expect(seen).toEqual([undefined, '7', '8']);
});

test('law 18: a terminal tells what was not begun in it, after the answer that is being written', async () => {
  const { client } = await serve(listening(1) + reminder(2) + reminder(3) + reminder(4));
  const heard: string[] = [];
  const listener = new ThreadListener(client, {
    hear: (text) => heard.push(text),
    lost: (cause) => heard.push(cause),
  });
  const resume = listener.pause();
  listener.follow(thread);
  await expect.poll(() => listener.held).toBe(3);
  expect(heard).toEqual([]);
  listener.own({ seq: 3, thread_id: thread, turn_id: idOf(3) });
  resume();
  expect(heard).toEqual(['[reminder]\ntold 2', '[reminder]\ntold 4']);
  listener.close();
});
