import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { createClient } from '@salience/client';
import { type SpawnedApp, until } from '@salience/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerHttp } from '../src/index.ts';
import { waitedAnswer } from '../src/tools/waited-answer.ts';
import { startWorld, type World } from './world.ts';

/** No digest: what is asked waits until a test starts one. */
let world: World;
let other: SpawnedApp;

beforeAll(async () => {
  world = await startWorld([]);
  other = await world.spawn('consumer');
}, 120_000);
afterAll(() => world.close());

type Called = {
  readonly structuredContent?: Record<string, string | null>;
  readonly content: readonly { readonly text: string }[];
};
const ask = (client: Client, args: Record<string, unknown>, signal?: AbortSignal) =>
  client.callTool(
    { name: 'ask', arguments: args },
    undefined,
    signal === undefined ? {} : { signal },
  ) as Promise<unknown> as Promise<Called>;
const statesIn = async (thread: string) => (await world.turnsIn(thread)).map(({ state }) => state);
const reaches = (thread: string, state: string) =>
  until(async () => (await statesIn(thread)).join() === state, { what: `${thread} ${state}`, everyMs: 20 });
const methodOf = (init: RequestInit | undefined) =>
  typeof init?.body === 'string' ? (JSON.parse(init.body) as { method?: string }).method : undefined;

/** The fetch of a client whose cancels go to an address, and the text of each answer to a call, once it has ended. */
function cancellingAt(at: string) {
  const answers: Promise<string>[] = [];
  const how: typeof fetch = async (input, init) => {
    const cancels = methodOf(init) === 'notifications/cancelled';
    const response = await fetch(cancels ? `${at}/mcp` : input, init);
    if (methodOf(init) === 'tools/call') answers.push(response.clone().text());
    return response;
  };
  return { answers, how };
}

describe('a turn that its caller takes back', () => {
  test.each(['the same replica', 'another replica'])('is cancelled by way of %s', async (where) => {
    const { answers, how } = cancellingAt(where === 'another replica' ? other.httpUrl() : world.url);
    const client = await world.connectHttp(world.keys.ada, { fetch: how });
    const thread = `taken-back-at-${where.replaceAll(' ', '-')}`;
    const stop = new AbortController();
    const gone = ask(client, { text: 'Where is the boat?', thread }, stop.signal).catch(String);
    await reaches(thread, 'pending');
    stop.abort('enough');
    expect(await gone).toContain('enough');
    await reaches(thread, 'cancelled');
    // What was taken back is not answered, and its stream ends.
    expect(await Promise.all(answers)).toEqual([expect.not.stringContaining('result')]);
  });

  test('is cancelled over standard input and output', async () => {
    const client = await world.connect('stdio', world.keys.ada);
    const stop = new AbortController();
    const gone = ask(client, { text: 'Where is the boat?', thread: 'stdio' }, stop.signal).catch(String);
    await reaches('stdio', 'pending');
    stop.abort('enough');
    await gone;
    await reaches('stdio', 'cancelled');
  });

  test('is not begun where the word that takes it back is faster', async () => {
    let cancelled = (): void => undefined;
    const first = new Promise<void>((resolve) => (cancelled = resolve));
    const { answers, how } = cancellingAt(world.url);
    const client = await world.connectHttp(world.keys.ada, {
      fetch: async (input, init) => {
        if (methodOf(init) === 'tools/call') await first;
        const response = await how(input, init);
        if (methodOf(init) === 'notifications/cancelled') cancelled();
        return response;
      },
    });
    const stop = new AbortController();
    const gone = ask(client, { text: 'Where?', thread: 'never-begun' }, stop.signal).catch(String);
    stop.abort('too fast');
    expect(await gone).toContain('too fast');
    await until(() => answers.length === 1, { what: 'the call is answered', everyMs: 5 });
    await Promise.all(answers);
    expect(await statesIn('never-begun')).toEqual([]);
  });

  test('is cancelled also where it was committed and its caller did not know yet', async () => {
    const taken = new AbortController();
    const client = createClient({
      baseUrl: world.url,
      key: world.keys.ada,
      // The server commits, the message is taken back, and only then its answer would come to whoever still waits.
      fetch: async (input, { signal, ...init } = {}) => {
        const response = await fetch(input, init);
        if (input === `${world.url}/chat`) taken.abort(new Error('taken back'));
        signal?.throwIfAborted();
        const body = response.body?.pipeThrough(new TransformStream(), signal ? { signal } : {});
        return new Response(body, response);
      },
    });
    const message = { text: 'Where?', thread_id: 'committed' };
    const waiting = {
      idempotencyKey: 'committed',
      cancelled: taken.signal,
      left: new AbortController().signal,
    };
    await expect(waitedAnswer(client, message, waiting)).rejects.toThrow('taken back');
    expect(await statesIn('committed')).toEqual(['cancelled']);
  });

  test('threat: nobody but the client that asked takes a call back, though ids of calls are the same', async () => {
    const client = await world.connectHttp(world.keys.ada, {});
    const twin = await world.connectHttp(world.keys.ada, {});
    const stop = new AbortController();
    const thread = 'not-yours';
    void ask(client, { text: 'Mine.', thread }).catch(() => undefined);
    const gone = ask(twin, { text: 'Of the twin.', thread: 'twin' }, stop.signal).catch(String);
    await Promise.all([reaches(thread, 'pending'), reaches('twin', 'pending')]);
    stop.abort('mine alone');
    await gone;
    await reaches('twin', 'cancelled');
    expect(await statesIn(thread)).toEqual(['pending']);
  });
});

describe('a connection that ends', () => {
  test('cancels nothing: asked again under its key the turn is answered', async () => {
    const thread = 'connection-lost';
    const args = { text: 'My sister Ana lives in Porto.', thread, idempotency_key: 'lost-1' };
    const lost = await world.connectHttp(world.keys.ada, {});
    const gone = ask(lost, args).catch(String);
    await reaches(thread, 'pending');
    await lost.close();
    await gone;
    const again = ask(await world.connectHttp(world.keys.ada, {}), args);
    const digest = await world.spawn('digest');
    const [turn] = await world.turnsIn(thread);
    expect((await again).structuredContent).toMatchObject({ turn_id: turn?.id, state: 'answered' });
    expect(await statesIn(thread)).toEqual(['answered']);
    await digest.stop();
  }, 60_000);

  test('leaves its client the word that takes the call back', async () => {
    const thread = 'left-then-taken-back';
    const session = await sessionOf(world.keys.ada);
    const left = new AbortController();
    const params = { name: 'ask', arguments: { text: 'Where?', thread } };
    const gone = rpc({ id: 7, method: 'tools/call', params }, session, left.signal)
      .then((response) => response.text())
      .catch(String);
    await reaches(thread, 'pending');
    left.abort(new Error('off the network'));
    expect(await gone).toContain('off the network');
    const cancel = { method: 'notifications/cancelled', params: { requestId: 7, reason: 'later' } };
    expect((await rpc(cancel, session)).status).toBe(202);
    await reaches(thread, 'cancelled');
  });

  test('before its request began is not answered, and nothing waits for it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const calls = {
      run: () => Promise.reject(new Error('nothing may run')),
      cancel: () => undefined,
    };
    const client = createClient({ baseUrl: world.url, key: world.keys.ada });
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const server = createServer((request, response) => {
      response.once('close', () => resolve(answerHttp(client, '1', { request, response, body, calls })));
      request.socket.destroy();
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    await fetch(`http://127.0.0.1:${port}/mcp`).catch(() => undefined);
    await promise;
    await new Promise((closed) => server.close(closed));
  });
});

describe('a replica that stops', () => {
  test('says which turn goes on, and under which key it is asked for again', async () => {
    const leaving = await world.spawn('consumer');
    const client = await world.connectHttp(world.keys.ada, { at: leaving.httpUrl() });
    const args = { text: 'My brother Rui lives in Faro.', thread: 'rolling' };
    const told = ask(client, args);
    await reaches('rolling', 'pending');
    const [stopped, { structuredContent }] = await Promise.all([leaving.stop(), told]);
    const [turn] = await world.turnsIn('rolling');
    expect([stopped, structuredContent]).toEqual([
      0,
      expect.objectContaining({ turn_id: turn?.id, state: 'running', reply: null }),
    ]);
    const key = structuredContent?.['idempotency_key'];
    expect(structuredContent?.['next']).toContain(key);
    const again = ask(await world.connectHttp(world.keys.ada, {}), { ...args, idempotency_key: key });
    const digest = await world.spawn('digest');
    expect((await again).structuredContent).toMatchObject({ turn_id: turn?.id, state: 'answered' });
    await digest.stop();
  }, 60_000);
});

const headersOf = (key: string) => ({
  authorization: `Bearer ${key}`,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
});

/** Headers of a client that has begun a session. */
async function sessionOf(key: string): Promise<Record<string, string>> {
  const clientInfo = { name: 'raw', version: '1' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  const begun = await rpc({ id: 0, method: 'initialize', params }, headersOf(key));
  await begun.text();
  return { ...headersOf(key), 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' };
}

function rpc(message: object, headers: Record<string, string>, signal?: AbortSignal): Promise<Response> {
  return fetch(`${world.url}/mcp`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    ...(signal === undefined ? {} : { signal }),
  });
}
