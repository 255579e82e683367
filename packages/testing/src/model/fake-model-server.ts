import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closesWithFile } from '../servers/test-run.ts';
import { pause } from '../until.ts';
import { type Dialect, dialects } from './dialects.ts';
import {
  type ModelDialect,
  type ModelReply,
  type ModelRequest,
  type ModelScript,
  piecesOf,
  replyOf,
} from './model-script.ts';
import { brokenRule } from './request-rules.ts';

/**
 * A server that speaks the OpenAI chat completions (as OpenAI and as Ollama do) and the Anthropic messages protocol and does what its
 * script says, but for requests that break what those providers publish of schemas, tools and parameters: those it refuses with 400.
 */
export interface FakeModelServer {
  /** Up to and including `/v1`, for OPENAI_BASE_URL and ANTHROPIC_BASE_URL. */
  readonly baseUrl: string;
  /** The environment that makes an app use it for every role, in the words of OpenAI. */
  readonly env: Readonly<Record<string, string>>;
  /** The same in the words of Anthropic. */
  readonly anthropicEnv: Readonly<Record<string, string>>;
  /** The same in the words of Ollama. */
  readonly ollamaEnv: Readonly<Record<string, string>>;
  /** Replaces the script; requests are counted from 1 again for it. */
  script(script: ModelScript): void;
  /** Every completion that was asked for, in order. */
  requests(): readonly ModelRequest[];
  /** Why requests were refused for the rules of their protocol, in order; no script has a say in that. */
  refused(): readonly string[];
  /** Numbers (from 1, over all scripts) of the requests whose client left before the answer was complete. */
  aborted(): readonly number[];
  close(): Promise<void>;
}

/** The id of its one model. */
const model = 'fake-model';
const json = { 'content-type': 'application/json' };
const html = { 'content-type': 'text/html' };
const page = '<html><body>Sign in to the network</body></html>';

const paths: Readonly<Record<string, ModelDialect>> = {
  '/v1/chat/completions': 'openai',
  '/v1/messages': 'anthropic',
  '/ollama/v1/chat/completions': 'ollama',
};

/** Starts the server on a free loopback port. Without a script every request gets the same sentence. */
export async function createFakeModelServer(script: ModelScript = []): Promise<FakeModelServer> {
  const requests: ModelRequest[] = [];
  const aborted: number[] = [];
  const refused: string[] = [];
  let current = { script, first: 0 };

  const complete = async (
    dialect: ModelDialect,
    incoming: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const request = await readRequest(dialect, incoming);
    requests.push(request);
    const number = requests.length;
    response.once('close', () => {
      if (!response.writableEnded) aborted.push(number);
    });
    const broken = brokenRule(request);
    const reply =
      broken === undefined
        ? replyOf(current.script, request, number - current.first)
        : { status: 400, errorCode: broken.code, errorMessage: broken.message, errorParam: broken.param };
    if (broken !== undefined) refused.push(broken.message);
    await answer(request, reply, response);
  };
  const server = createServer((incoming, response) => {
    const path = incoming.url?.split('?')[0] ?? '';
    const dialect = paths[path];
    if (path === '/v1/models') {
      const data = [{ id: model, object: 'model', created: 0, owned_by: 'tests' }];
      response.writeHead(200, json).end(JSON.stringify({ object: 'list', data }));
    } else if (dialect !== undefined && incoming.method === 'POST') {
      complete(dialect, incoming, response).catch((cause: unknown) => response.destroy(cause as Error));
    } else response.writeHead(404, html).end(`<html><body>nothing at ${path}</body></html>`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const baseUrl = `${origin}/v1`;
  return {
    baseUrl,
    env: { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: 'test', SALIENCE_MODEL: `openai:${model}` },
    anthropicEnv: {
      ANTHROPIC_BASE_URL: baseUrl,
      ANTHROPIC_API_KEY: 'test',
      SALIENCE_MODEL: `anthropic:${model}`,
    },
    ollamaEnv: { OLLAMA_BASE_URL: `${origin}/ollama`, SALIENCE_MODEL: `ollama:${model}` },
    script: (next) => {
      current = { script: next, first: requests.length };
    },
    requests: () => requests,
    refused: () => refused,
    aborted: () => aborted,
    close: closesWithFile(
      () =>
        new Promise((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    ),
  };
}

async function readRequest(dialect: ModelDialect, incoming: IncomingMessage): Promise<ModelRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
  return {
    dialect,
    model: String(body.model),
    stream: body.stream === true,
    messages: (body.messages ?? []) as ModelRequest['messages'],
    body,
    headers: incoming.headers,
  };
}

async function answer(request: ModelRequest, reply: ModelReply, response: ServerResponse): Promise<void> {
  const dialect = dialects[request.dialect];
  if (reply.latencyMs !== undefined) await pause(reply.latencyMs);
  if (reply.stall === 'head') return;
  if (reply.hangUp === true) return void response.destroy();
  const status = reply.rateLimitS === undefined ? reply.status : 429;
  if (status !== undefined) {
    const after = reply.rateLimitS === undefined ? {} : { 'retry-after': String(reply.rateLimitS) };
    const type = reply.htmlError === true ? html : json;
    const code = reply.errorCode ?? (status === 429 ? 'rate_limit_exceeded' : 'scripted');
    const text = reply.errorMessage ?? `status ${status} was scripted`;
    response
      .writeHead(status, { ...type, ...after, ...reply.headers })
      .end(
        reply.htmlError === true ? page : (reply.errorBody ?? dialect.error(code, text, reply.errorParam)),
      );
  } else if (reply.wrongType === true) {
    response.writeHead(200, html).end(page);
  } else if (reply.bytes !== undefined) {
    response.writeHead(200, { 'content-type': typeOf(request, reply) }).end(reply.bytes);
  } else if (request.stream) await stream(dialect, request, reply, response);
  else whole(dialect, request, reply, response);
}

function typeOf(request: ModelRequest, reply: ModelReply): string {
  return reply.contentType ?? (request.stream ? 'text/event-stream' : 'application/json');
}

function whole(dialect: Dialect, request: ModelRequest, reply: ModelReply, response: ServerResponse): void {
  const body = dialect.whole(reply, request);
  response.writeHead(200, { 'content-type': typeOf(request, reply) });
  if (reply.stall !== undefined) return void response.write(body.slice(0, 10));
  if (reply.dropAfter !== undefined) return void response.write(body.slice(0, 10), () => response.destroy());
  response.end(reply.brokenJson === true ? body.slice(0, body.length / 2) : body);
}

async function stream(
  dialect: Dialect,
  request: ModelRequest,
  reply: ModelReply,
  response: ServerResponse,
): Promise<void> {
  response.writeHead(200, { 'content-type': typeOf(request, reply), 'cache-control': 'no-cache' });
  const pieces = [
    ...piecesOf(reply).map((text) => dialect.piece(text)),
    ...(reply.calls ?? []).flatMap((call, index) => dialect.call(call, index, request)),
  ];
  const times = reply.twice === true ? 2 : 1;
  response.write(dialect.begin(request));
  for (const [index, piece] of pieces.entries()) {
    if (response.destroyed || reply.stall === index) return;
    if (reply.dropAfter === index) return void response.destroy();
    if (reply.errorAfter === index) break;
    if (reply.pieceMs !== undefined) await pause(reply.pieceMs);
    const line = piece.repeat(times);
    const broken = reply.brokenJson === true && index === pieces.length - 1;
    await sent(response, broken ? `${line.slice(0, line.length / 2)}\n\n` : line);
  }
  if (reply.stall !== undefined) return;
  if (reply.dropAfter !== undefined) return void response.destroy();
  if (reply.errorAfter !== undefined)
    return void response.end(dialect.errorEvent(reply.errorCode ?? 'server_error', 'scripted'));
  response.end(dialect.end(reply).repeat(times));
}

/** Resolves when the bytes are on their way, so that a cut afterwards takes nothing of them back. */
function sent(response: ServerResponse, bytes: string): Promise<void> {
  return new Promise((resolve) => {
    response.write(bytes, () => resolve());
  });
}
