import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server, type Socket } from 'socket.io';

/** A message as the fake Bridge keeps and sends it. */
export type WireMessage = Readonly<Record<string, unknown>>;

/** A request that came, without its key. */
export interface FakeRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly key: string | undefined;
}

/** How the next request is answered instead: a status, an answer that never ends, or a connection that is cut once the request was read. */
export type FakeAnswer = number | 'cut' | 'flood' | { readonly json: unknown };

/** A Bridge on loopback. */
export interface FakeBridge {
  readonly url: string;
  readonly port: number;
  readonly requests: FakeRequest[];
  /** Channels that were joined, in order, over all connections. */
  readonly joined: unknown[];
  readonly transports: string[];
  /** Refuses connections with this message from now on; undefined: no longer. */
  refuse(message: string | undefined): void;
  /** Says something: keeps it, and sends it unless `lost`. */
  say(message: WireMessage, how?: { readonly lost?: boolean; readonly kept?: boolean }): void;
  answer(...answers: readonly FakeAnswer[]): void;
  /** Gives at most so many messages of a history at once; who asks for more is refused, or gets so many. */
  limitPages(max: number, how: 'cut' | 'refuse'): void;
  /** Ends every connection, as a server that restarts does. */
  drop(): void;
  connections(): number;
  close(): Promise<void>;
}

/** Starts a Bridge whose key is `apiKey`. */
export async function fakeBridge(apiKey = 'bridge-key'): Promise<FakeBridge> {
  const kept: WireMessage[] = [];
  const requests: FakeRequest[] = [];
  const joined: unknown[] = [];
  const transports: string[] = [];
  let answers: FakeAnswer[] = [];
  let refusal: string | undefined;
  let pages: Pages = { max: Infinity, how: 'cut' };
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { headers, method = '', url = '' } = request;
      const key = headers['idempotency-key'];
      requests.push({ method, path: url, body, key: typeof key === 'string' ? key : undefined });
      if (headers.authorization !== `Bearer ${apiKey}`) return send(response, 401, {});
      const special = answers.shift();
      if (special !== undefined) return instead(special, request, response);
      route({ method, url, body }, kept, pages, response);
    });
  });
  const io = new Server(server, { transports: ['websocket'], pingInterval: 25_000 });
  io.use((socket, next) => {
    const { auth } = socket.handshake;
    if (refusal !== undefined) next(new Error(refusal));
    else if (auth['apiKey'] === apiKey) next();
    else next(new Error('Unauthorized'));
  });
  io.on('connection', (socket: Socket) => {
    transports.push(socket.conn.transport.name);
    socket.on('join_channel', (asked: { channelId: unknown }, done?: () => void) => {
      joined.push(asked.channelId);
      void socket.join(String(asked.channelId));
      done?.();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    joined,
    transports,
    refuse: (message) => void (refusal = message),
    say(message, { kept: isKept = true, lost = false } = {}) {
      if (isKept) kept.push(message);
      if (!lost) io.to(String(message['channel_id'])).emit('new_message', message);
    },
    answer: (...next) => void (answers = [...next]),
    limitPages: (max, how) => void (pages = { max, how }),
    drop: () => io.disconnectSockets(true),
    connections: () => io.sockets.sockets.size,
    async close() {
      await io.close();
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const text = Buffer.concat(pieces).toString('utf8');
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}

function send(response: ServerResponse, status: number, json: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
}

function instead(answer: FakeAnswer, request: IncomingMessage, response: ServerResponse): void {
  if (typeof answer === 'number') return send(response, answer, { error: 'no' });
  if (answer === 'cut') return void request.socket.destroy();
  if (answer !== 'flood') return send(response, 200, answer.json);
  response.writeHead(200);
  const flood = (): void => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x')));
  };
  response.on('drain', flood).on('error', () => undefined);
  flood();
}

interface Pages {
  readonly max: number;
  readonly how: 'cut' | 'refuse';
}

function route(
  { body, method, url }: { readonly method: string; readonly url: string; readonly body: unknown },
  kept: readonly WireMessage[],
  pages: Pages,
  response: ServerResponse,
): void {
  const at = new URL(url, 'http://bridge.test');
  const [, channel] = /^\/api\/channels\/([^/]+)\/messages$/.exec(at.pathname) ?? [];
  if (channel !== undefined && method === 'GET') {
    const limit = Number(at.searchParams.get('limit'));
    const newest = kept.filter((one) => String(one['channel_id']) === channel).toReversed();
    if (limit > pages.max && pages.how === 'refuse') return send(response, 422, { error: 'limit' });
    return send(response, 200, newest.slice(0, Math.min(limit, pages.max)));
  }
  if (channel !== undefined) return send(response, 200, { id: 9_000 + kept.length });
  if (at.pathname === '/api/voice/raise-hand') return send(response, 200, { success: true, raised: true });
  if (at.pathname === '/api/voice/lower-hand') return send(response, 200, { success: true, raised: false });
  if (at.pathname === '/api/voice/claim')
    return send(response, 200, { claimed: (body as { messageId?: unknown }).messageId !== 13 });
  send(response, 404, {});
}
