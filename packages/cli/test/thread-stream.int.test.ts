import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  exchangeIdSchema,
  idSchema,
  type NoticeEvent,
  type ThreadEvent,
  threadIdSchema,
  turnIdSchema,
} from '@salience/contracts';
import { afterEach, expect, test } from 'vitest';
import { ChatListener } from '../src/chat/chat-listener.ts';
import { createApiClient } from '../src/client/api-client.ts';
import { followThread } from '../src/client/thread-stream.ts';
import { stoppable } from '../src/until-stopped.ts';

const channelIdSchema = idSchema('channel');
const thread = threadIdSchema.parse(`thr_${'0'.repeat(32)}`);
const idOf = (seq: number) => turnIdSchema.parse(`turn_${String(seq).padStart(32, '0')}`);
const listening = (after: number) => sse(after, { type: 'listening', thread_id: thread, after });
const reminder = (seq: number) => sse(seq, { type: 'turn', ...turn(seq) });
const page = (seq: number) => sse(seq, { type: 'turn', ...turn(seq), source: 'page' });
const notice = (seq: number, late: boolean) =>
  sse(`9.${idOf(seq)}`, {
    type: 'notice',
    ...turn(seq),
    late,
    notice: {
      thread_key: 'trip',
      person_id: null,
      due_at: '2026-01-01T08:00:00Z',
      created_at: '2026-01-01T08:00:00Z',
      seen_at: null,
      settled_at: null,
      settled_as: null,
      reason: null,
      deliveries: late
        ? [
            {
              channel_id: channelIdSchema.parse(`chn_${'0'.repeat(32)}`),
              kind: 'mail',
              state: 'delivered',
              error: null,
              settled_at: '2026-01-01T08:05:00Z',
            },
          ]
        : [],
    },
  });
function turn(seq: number) {
  return {
    turn_id: idOf(seq),
    thread_id: thread,
    seq,
    state: 'answered' as const,
    text: 'x',
    speaker: null,
    source: 'reminder',
    trust: 'user' as const,
    attempts: 1,
    accepted_at: '2026-01-01T00:00:00Z',
    ended_at: '2026-01-01T00:00:00Z',
    duration_ms: 1,
    reply: {
      text: `told ${seq}`,
      mode: 'RESPOND' as const,
      topic: 'general',
      confidence: 0.5,
      exchange_id: exchangeIdSchema.parse(`ex_${'0'.repeat(32)}`),
      citations: [],
      model: 'm',
    },
    error: null,
    traceparent: null,
  };
}

let close: (() => Promise<void>) | undefined;

afterEach(async () => {
  await close?.();
  close = undefined;
});

function sse(id: number | string, event: NoticeEvent | ThreadEvent): string {
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

/** A server of both streams: that of the agent, and that of the thread. */
async function serveChat(ofAgent: string, ofThread: string) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(request.url?.startsWith('/notices') === true ? ofAgent : ofThread);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { asked, client: createApiClient({ url, key: undefined, agent: undefined }) };
}

const begins = sse('9.', { type: 'listening', after: '9.' });

function listenerOf(client: ReturnType<typeof createApiClient>) {
  const heard: string[] = [];
  const hearer = { hear: (text: string) => heard.push(text), lost: (cause: string) => heard.push(cause) };
  return { heard, listener: new ChatListener(client, hearer, 'Europe/Berlin') };
}

test('law 18: a terminal hears what was missed before its first message, late and with what was sent', async () => {
  const { asked, client } = await serveChat(begins + notice(1, true) + notice(2, false), '');
  const { heard, listener } = listenerOf(client);
  listener.begin();
  await expect.poll(() => heard).toHaveLength(2);
  expect(asked).toEqual(['/notices/events?missed=true']);
  expect(heard).toEqual([
    '[reminder, in trip, late: it was due Thursday 2026-01-01 09:00 (Europe/Berlin), already sent to your mail at Thursday 2026-01-01 09:05 (Europe/Berlin)]\ntold 1',
    '[reminder, in trip]\ntold 2',
  ]);
  listener.close();
});

test('law 18: a terminal tells each turn once, after the answer that is being written, whichever stream brings it', async () => {
  const agent = begins + notice(2, false) + notice(2, false) + notice(5, false);
  const { client } = await serveChat(agent, listening(1) + reminder(2) + page(3) + page(4));
  const { heard, listener } = listenerOf(client);
  const resume = listener.pause();
  listener.own({ seq: 3, thread_id: thread, turn_id: idOf(3) });
  listener.begin();
  // Two notices, one of which came twice, and two turns of the thread, one of which was begun here.
  await expect.poll(() => listener.held).toBe(4);
  expect(heard).toEqual([]);
  resume();
  expect(heard.toSorted()).toEqual(['[page] x\ntold 4', '[reminder]\ntold 2', '[reminder]\ntold 5']);
  listener.close();
});
