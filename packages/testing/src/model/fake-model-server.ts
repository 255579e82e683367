import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pause } from '../until.ts';
import { type ModelReply, type ModelRequest, type ModelScript, piecesOf, replyOf } from './model-script.ts';

/** A server that speaks the OpenAI chat completions protocol and does what its script says. */
export interface FakeModelServer {
  /** Up to and including `/v1`, for OPENAI_BASE_URL. */
  readonly baseUrl: string;
  /** The environment that makes an app use it for every role. */
  readonly env: Readonly<Record<string, string>>;
  /** Replaces the script; requests are counted from 1 again for it. */
  script(script: ModelScript): void;
  /** Every completion that was asked for, in order. */
  requests(): readonly ModelRequest[];
  /** Numbers (from 1, over all scripts) of the requests whose client left before the answer was complete. */
  aborted(): readonly number[];
  close(): Promise<void>;
}

/** The id of its one model. */
const model = 'fake-model';
const json = { 'content-type': 'application/json' };

/** Starts the server on a free loopback port. Without a script every request gets the same sentence. */
export async function createFakeModelServer(script: ModelScript = []): Promise<FakeModelServer> {
  const requests: ModelRequest[] = [];
  const aborted: number[] = [];
  let current = { script, first: 0 };

  const complete = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await readRequest(incoming);
    requests.push(request);
    const number = requests.length;
    response.once('close', () => {
      if (!response.writableEnded) aborted.push(number);
    });
    await answer(request, replyOf(current.script, request, number - current.first), response);
  };
  const server = createServer((incoming, response) => {
    const path = incoming.url?.split('?')[0];
    if (path === '/v1/models') {
      response.writeHead(200, json).end(
        JSON.stringify({
          object: 'list',
          data: [{ id: model, object: 'model', created: 0, owned_by: 'tests' }],
        }),
      );
    } else if (path === '/v1/chat/completions' && incoming.method === 'POST') {
      complete(incoming, response).catch((cause: unknown) => response.destroy(cause as Error));
    } else
      response.writeHead(404, json).end(JSON.stringify({ error: { message: `nothing at ${path ?? '?'}` } }));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return {
    baseUrl,
    env: { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: 'test', SALIENCE_MODEL: `openai:${model}` },
    script: (next) => {
      current = { script: next, first: requests.length };
    },
    requests: () => requests,
    aborted: () => aborted,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readRequest(incoming: IncomingMessage): Promise<ModelRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
  return {
    model: String(body.model),
    stream: body.stream === true,
    messages: (body.messages ?? []) as ModelRequest['messages'],
    body,
    headers: incoming.headers,
  };
}

async function answer(request: ModelRequest, reply: ModelReply, response: ServerResponse): Promise<void> {
  if (reply.latencyMs !== undefined) await pause(reply.latencyMs);
  if (reply.stall === 'head') return;
  if (reply.rateLimitS !== undefined) {
    response
      .writeHead(429, { ...json, 'retry-after': String(reply.rateLimitS) })
      .end(errorBody('rate limit reached', 'rate_limit_exceeded'));
  } else if (reply.status !== undefined) {
    response.writeHead(reply.status, json).end(errorBody(`status ${reply.status} was scripted`, 'scripted'));
  } else if (reply.wrongType === true) {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<html><body>Sign in to the network</body></html>');
  } else if (request.stream) await stream(reply, response);
  else whole(reply, response);
}

function errorBody(message: string, code: string): string {
  return JSON.stringify({ error: { message, type: code, code } });
}

function whole(reply: ModelReply, response: ServerResponse): void {
  const content = piecesOf(reply).join('');
  const body = JSON.stringify({
    id: 'chatcmpl-test',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: usageOf(content),
  });
  response.writeHead(200, json);
  if (reply.stall !== undefined) return void response.write(body.slice(0, 10));
  if (reply.dropAfter !== undefined) return void response.write(body.slice(0, 10), () => response.destroy());
  response.end(reply.brokenJson === true ? body.slice(0, body.length / 2) : body);
}

async function stream(reply: ModelReply, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const pieces = piecesOf(reply);
  response.write(event({ role: 'assistant', content: '' }));
  for (const [index, piece] of pieces.entries()) {
    if (response.destroyed || reply.stall === index) return;
    if (reply.dropAfter === index) return void response.destroy();
    if (reply.pieceMs !== undefined) await pause(reply.pieceMs);
    const line = event({ content: piece });
    const broken = reply.brokenJson === true && index === pieces.length - 1;
    await sent(response, broken ? `${line.slice(0, line.length / 2)}\n\n` : line);
  }
  if (reply.stall !== undefined) return;
  if (reply.dropAfter !== undefined) return void response.destroy();
  response.write(event({}, 'stop', usageOf(pieces.join(''))));
  response.end('data: [DONE]\n\n');
}

/** Resolves when the bytes are on their way, so that a cut afterwards takes nothing of them back. */
function sent(response: ServerResponse, bytes: string): Promise<void> {
  return new Promise((resolve) => {
    response.write(bytes, () => resolve());
  });
}

function event(delta: object, finish: string | null = null, usage?: object): string {
  const body = {
    id: 'chatcmpl-test',
    object: 'chat.completion.chunk',
    created: 0,
    model,
    choices: [{ index: 0, delta, finish_reason: finish }],
    usage,
  };
  return `data: ${JSON.stringify(body)}\n\n`;
}

function usageOf(content: string): object {
  const completion = content.split(/\s+/).length;
  return { prompt_tokens: 10, completion_tokens: completion, total_tokens: 10 + completion };
}
