import { overflowReply } from './act-faults.ts';
import type { ModelDialect, ModelReply } from './model-script.ts';

/** One way for a provider to go wrong, and what must come of it. */
export interface ModelFault {
  readonly name: string;
  /** How the server behaves, on every request. */
  readonly reply: (dialect: ModelDialect) => ModelReply;
  /** What a streamed reply comes to: `ok`, or the code of the error. */
  readonly streamed: string;
  /** What an object that is asked for comes to; undefined where the fault has no meaning there. */
  readonly object: string | undefined;
  /** Requests that are made for one call. */
  readonly tries: number;
}

/** As many as one call makes of a fault that may pass. */
const all = 3;
const text = 'Call it Marguerite.';
const utf8 = new TextEncoder();
const usage = { input_tokens: 10, output_tokens: 0 };

const same = (code: string, tries: number, reply: ModelReply) => ({
  streamed: code,
  object: code,
  tries,
  reply: () => reply,
});
const inStream = (code: string, tries: number, reply: ModelReply) => ({
  streamed: code,
  object: undefined,
  tries,
  reply: () => reply,
});

const refusals: readonly ModelFault[] = [
  { name: 'a wrong key (401)', ...same('llm.auth', 1, { status: 401 }) },
  { name: 'a key that may not (403)', ...same('llm.auth', 1, { status: 403 }) },
  {
    name: 'no quota left',
    ...same('llm.quota', 1, {}),
    reply: (dialect) =>
      dialect === 'anthropic'
        ? {
            status: 400,
            errorCode: 'invalid_request_error',
            errorMessage: 'Your credit balance is too low.',
          }
        : { status: 429, errorCode: 'insufficient_quota' },
  },
  {
    name: 'an unknown model (404)',
    ...same('llm.model-unknown', 1, {}),
    reply: (dialect) => ({
      status: 404,
      errorCode: dialect === 'anthropic' ? 'not_found_error' : 'model_not_found',
    }),
  },
  {
    name: 'a web page that says 404',
    ...same('llm.wrong-address', 1, { status: 404, htmlError: true }),
  },
  {
    name: 'a redirect',
    ...same('llm.wrong-address', 1, { status: 307, headers: { location: 'http://127.0.0.1:9/elsewhere' } }),
  },
  { name: 'a web page that says 200', ...same('llm.wrong-address', 1, { wrongType: true }) },
  { name: 'a request it cannot serve (400)', ...same('llm.bad-request', 1, { status: 400 }) },
  {
    name: 'a context that is too long (400)',
    ...same('llm.context-overflow', 1, {}),
    reply: overflowReply,
  },
  { name: 'a body that is too large (413)', ...same('llm.context-overflow', 1, { status: 413 }) },
  {
    name: 'a content filter',
    ...same('llm.refused', 1, {}),
    reply: (dialect) => ({ text, finish: dialect === 'anthropic' ? 'refusal' : 'content_filter' }),
  },
];

const inAMinute = (): string => new Date(Date.now() + 60_000).toUTCString();

const momentary: readonly ModelFault[] = [
  { name: 'a rate limit of a minute', ...same('llm.rate-limited', 1, { rateLimitS: 60 }) },
  {
    name: 'a rate limit until a date',
    ...same('llm.rate-limited', 1, {}),
    reply: () => ({ status: 429, headers: { 'retry-after': inAMinute() } }),
  },
  { name: 'an absurd rate limit', ...same('llm.rate-limited', 1, { rateLimitS: 1e12 }) },
  { name: 'a rate limit without a time', ...same('llm.rate-limited', all, { status: 429 }) },
  {
    name: 'a rate limit with an unreadable time',
    ...same('llm.rate-limited', all, { status: 429, headers: { 'retry-after': 'soon' } }),
  },
  { name: 'a server error (500)', ...same('llm.provider-error', all, { status: 500 }) },
  {
    name: 'a gateway error as a web page (502)',
    ...same('llm.provider-error', all, { status: 502, htmlError: true }),
  },
  { name: 'overload (503)', ...same('llm.overloaded', all, { status: 503 }) },
  { name: 'overload (529)', ...same('llm.overloaded', all, { status: 529, errorCode: 'overloaded_error' }) },
  {
    name: 'overload told inside the stream',
    ...inStream('llm.overloaded', all, { text, errorAfter: 1, errorCode: 'overloaded_error' }),
  },
  {
    name: 'an error told before the first piece',
    ...inStream('llm.provider-error', all, {}),
    reply: (dialect) => ({
      text,
      errorAfter: 0,
      errorCode: dialect === 'anthropic' ? 'api_error' : 'server_error',
    }),
  },
  { name: 'a connection cut before the head', ...same('llm.unreachable', all, { hangUp: true }) },
  { name: 'a connection cut in the middle', ...same('llm.unreachable', all, { text, dropAfter: 1 }) },
  { name: 'silence before the head', ...same('llm.stalled', all, { stall: 'head' }) },
  { name: 'silence in the middle', ...same('llm.stalled', all, { text, stall: 1 }) },
  {
    name: 'a drip that never ends',
    ...inStream('llm.timeout', 1, { pieces: Array.from({ length: 600 }, () => 'drip '), pieceMs: 20 }),
  },
  {
    name: 'bytes that mean nothing',
    ...same('llm.malformed', all, { bytes: Uint8Array.from({ length: 512 }, (_, at) => (at * 37) % 256) }),
  },
  {
    name: 'an answer that ends inside of its JSON',
    ...same('llm.malformed', all, { text, brokenJson: true }),
  },
  {
    name: 'an object where a stream was asked for',
    ...inStream('llm.malformed', all, {
      bytes: utf8.encode('{"ok": true}'),
      contentType: 'application/json',
    }),
  },
  { name: 'an answer without a body', ...same('llm.malformed', all, { bytes: new Uint8Array() }) },
  { name: 'an answer without text', ...same('llm.malformed', all, { empty: true }) },
];

const harmless: readonly ModelFault[] = [
  {
    name: 'an answer that is cut at its length',
    ...inStream('ok', 1, {}),
    reply: (dialect) => ({ text, finish: dialect === 'anthropic' ? 'max_tokens' : 'length' }),
  },
  {
    name: 'an answer that does not end',
    ...inStream('ok', 1, { pieces: Array.from({ length: 260 }, () => 'more '.repeat(200)) }),
  },
  { name: 'every event twice', ...inStream('ok', 1, { pieces: ['Call ', 'it ', 'Otter.'], twice: true }) },
  { name: 'an answer without usage', ...inStream('ok', 1, { text, noUsage: true }) },
  {
    name: 'characters that no database takes',
    ...inStream('ok', 1, { pieces: ['half \ud83d', '\ude00 and \ud83d', ' alone\0'] }),
  },
  {
    name: 'bytes that are no UTF-8',
    ...inStream('ok', 1, {}),
    reply: (dialect) => ({ bytes: brokenUtf8(dialect) }),
  },
];

/** An answer in the middle of whose text stands a byte that no UTF-8 has. */
function brokenUtf8(dialect: ModelDialect): Uint8Array {
  const openai =
    'data: {"choices":[{"index":0,"delta":{"content":"Call it @ Otter."},"finish_reason":null}]}\n\n' +
    'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
  const events = [
    {
      type: 'message_start',
      message: { id: 'm', role: 'assistant', model: 'fake-model', content: [], usage },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Call it @ Otter.' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 4 } },
    { type: 'message_stop' },
  ];
  const anthropic = events
    .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('');
  return utf8.encode(dialect === 'anthropic' ? anthropic : openai).map((byte) => (byte === 64 ? 0xff : byte));
}

/** Every fault that the fake server can make, with its outcome. A provider that is not there at all is the caller's to make. */
export const modelFaults: readonly ModelFault[] = [...refusals, ...momentary, ...harmless];
