import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { askOnce } from '../src/chat/ask-once.ts';
import { createApiClient } from '../src/client/api-client.ts';
import { sendMessage } from '../src/client/send-message.ts';
import { followTurn } from '../src/client/turn-stream.ts';

const TURN = `turn_${'0'.repeat(32)}`;
const DONE = { type: 'done', turn_id: TURN, state: 'answered', duration_ms: 5 };

let close: (() => Promise<void>) | undefined;

afterEach(async () => {
  await close?.();
  close = undefined;
});

/** A server that answers each request by the next handler. */
async function serve(...handlers: ((request: IncomingMessage, response: ServerResponse) => void)[]) {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    const handler = handlers[Math.min(seen.length, handlers.length) - 1];
    handler?.(request, response);
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

function sse(id: string, event: { type: string }): string {
  return `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

function stream(response: ServerResponse, text: string, end: 'ends' | 'drops'): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(text, () => (end === 'ends' ? response.end() : response.destroy()));
}

async function texts(events: AsyncIterable<{ type: string; text?: string }>): Promise<string[]> {
  const found: string[] = [];
  for await (const event of events) found.push(event.text ?? event.type);
  return found;
}

test('law 5: a dropped stream goes on after the last event that came', async () => {
  const { client, seen } = await serve(
    (_request, response) => stream(response, sse('1-1', { type: 'delta', text: 'Por' } as never), 'drops'),
    (_request, response) => stream(response, sse('1-2', { type: 'delta', text: 'to' } as never), 'ends'),
    (_request, response) => stream(response, sse('1-1000000002', DONE), 'ends'),
  );
  expect(await texts(followTurn(client, TURN, { pauseMs: 1 }))).toEqual(['Por', 'to', 'done']);
  expect(seen.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '1-1', '1-2']);
});

test('a refusal ends it at once, with the words of the server', async () => {
  const { client, seen } = await serve((_request, response) => {
    response.writeHead(404, { 'content-type': 'application/problem+json' });
    response.end(
      JSON.stringify({
        type: 'about:blank',
        title: 'Not Found',
        status: 404,
        detail: 'No such turn.',
        code: 'turn.unknown',
      }),
    );
  });
  await expect(texts(followTurn(client, TURN, { pauseMs: 1 }))).rejects.toMatchObject({
    code: 'turn.unknown',
    message: 'No such turn.',
  });
  expect(seen.length).toBe(1);
});

test('a stream that never brings anything is given up', async () => {
  const { client, seen } = await serve((_request, response) => stream(response, ': hello\n\n', 'drops'));
  await expect(texts(followTurn(client, TURN, { pauseMs: 1, dropsMax: 3 }))).rejects.toMatchObject({
    code: 'cli.stream-lost',
  });
  expect(seen.length).toBe(3);
});

const accepted = {
  turn_id: TURN,
  thread_id: `thr_${'0'.repeat(32)}`,
  seq: 1,
  state: 'pending',
  replayed: false,
  links: { self: '/x', events: '/y' },
};

test('whoever asks hears the turn that a merged message is answered by, and sees one end', async () => {
  const answering = `turn_${'1'.repeat(32)}`;
  const message = {
    type: 'message',
    turn_id: answering,
    text: 'Both.',
    topic: 't',
    mode: 'RESPOND',
    confidence: 1,
    exchange_id: `ex_${'0'.repeat(32)}`,
    citations: [],
  };
  const merged = { ...DONE, state: 'merged', merged_into: answering };
  const { client, seen } = await serve(
    (_request, response) =>
      response.writeHead(202, { 'content-type': 'application/json' }).end(JSON.stringify(accepted)),
    (_request, response) => stream(response, sse('1-1000000002', merged), 'ends'),
    (_request, response) =>
      stream(
        response,
        sse('1-1000000001', message) + sse('1-1000000002', { ...DONE, turn_id: answering } as never),
        'ends',
      ),
  );
  const answer = await askOnce(client, { text: 'x', source: 'cli' });
  expect(answer).toMatchObject({
    message: { text: 'Both.' },
    done: { turn_id: answering, state: 'answered' },
  });
  expect(seen.map(({ url }) => url)).toEqual([
    '/messages',
    `/turns/${TURN}/events`,
    `/turns/${answering}/events`,
  ]);
  // A place in one turn's stream is none in another's.
  expect(seen[2]?.headers['last-event-id']).toBeUndefined();
});

test('a busy server is asked again with the same Idempotency-Key', async () => {
  const { client, seen } = await serve(
    (_request, response) => response.writeHead(503, { 'retry-after': '0.01' }).end('{}'),
    (_request, response) => response.destroy(),
    (_request, response) =>
      response.writeHead(202, { 'content-type': 'application/json' }).end(JSON.stringify(accepted)),
  );
  expect(await sendMessage(client, { text: 'x', source: 'cli' })).toMatchObject({ turn_id: TURN });
  const keys = new Set(seen.map(({ headers }) => headers['idempotency-key']));
  expect(seen.length).toBe(3);
  expect(keys.size).toBe(1);
});
