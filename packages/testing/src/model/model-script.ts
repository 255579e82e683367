/** The protocols that the server speaks. Ollama's is OpenAI's with habits of its own. */
export type ModelDialect = 'openai' | 'anthropic' | 'ollama';

/** A tool call that the server writes. */
export interface ScriptedCall {
  readonly tool: string;
  /** A text is written as it is, whatever it is: broken JSON, half an object. */
  readonly arguments: object | string;
  /** Null: none is given; default one that the request and the call's place determine. */
  readonly id?: string | null;
  /** Pieces that the arguments come in, 2 unless told; Ollama always writes them whole. */
  readonly deltas?: number;
}

/** A request as it came. */
export interface ModelRequest {
  readonly dialect: ModelDialect;
  readonly model: string;
  readonly stream: boolean;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * How the server behaves on one request. Everything but `text`, `pieces`, `calls` and `latencyMs` is a fault. Where pieces are
 * counted, those of the calls follow those of the text.
 */
export interface ModelReply {
  /** What it says; default a fixed sentence. */
  readonly text?: string;
  /** Pieces to stream it in; default its words. */
  readonly pieces?: readonly string[];
  /** What it calls, after what it says; with calls and without `text` or `pieces` it says nothing. */
  readonly calls?: readonly ScriptedCall[];
  /** Before the first byte. */
  readonly latencyMs?: number;
  /** Between two pieces. */
  readonly pieceMs?: number;
  /** Answers with this status and an error body: 500, 401, … */
  readonly status?: number;
  /** The error's code in that body, in the words of the dialect: `insufficient_quota`, `overloaded_error`, … */
  readonly errorCode?: string;
  /** The error's message in that body. */
  readonly errorMessage?: string;
  /** The part of the request that it is about, where the dialect names one. */
  readonly errorParam?: string | undefined;
  /** The whole error body, in the words of a server of its own kind. */
  readonly errorBody?: string;
  /** Headers of an answer with a status, such as Retry-After. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Answers a status with a web page in place of an error body, as a proxy does. */
  readonly htmlError?: boolean;
  /** Answers 429 with this Retry-After, in seconds. */
  readonly rateLimitS?: number;
  /** An error event in the stream after this many pieces, with `errorCode`. */
  readonly errorAfter?: number;
  /** `head`: not one byte, ever; a number: stands still after that many pieces. Until the client goes. */
  readonly stall?: 'head' | number;
  /** Cuts the connection after this many pieces. */
  readonly dropAfter?: number;
  /** Cuts the connection before the first byte. */
  readonly hangUp?: boolean;
  /** The body ends inside of its JSON. */
  readonly brokenJson?: boolean;
  /** The body is these bytes, whatever was asked, as if they were an answer. */
  readonly bytes?: Uint8Array;
  /** Answers 200 with a web page. */
  readonly wrongType?: boolean;
  /** The content type of an answer, in place of the right one. */
  readonly contentType?: string;
  /** Answers 200 without any text. */
  readonly empty?: boolean;
  /** Every event of the stream comes twice. */
  readonly twice?: boolean;
  /** Why the answer ends, in the words of the dialect: `length`, `content_filter`, `refusal`, … */
  readonly finish?: string;
  /** Ends without saying what it used. */
  readonly noUsage?: boolean;
}

/** Replies in order (the last one stays), or by the request and its number, counted from 1. */
export type ModelScript = readonly ModelReply[] | ((request: ModelRequest, n: number) => ModelReply);

/** The reply that a script gives to request number `n`. */
export function replyOf(script: ModelScript, request: ModelRequest, n: number): ModelReply {
  if (typeof script === 'function') return script(request, n);
  return script[Math.min(n, script.length) - 1] ?? {};
}

/** The pieces that a reply is streamed in; joined they are its text. */
export function piecesOf(reply: ModelReply): readonly string[] {
  if (reply.empty === true) return [];
  if (reply.calls !== undefined && reply.text === undefined) return reply.pieces ?? [];
  return reply.pieces ?? (reply.text ?? 'A reply of the fake model.').match(/\S+\s*/g) ?? [];
}

/** The arguments of a call as text. */
export function argumentsOf(call: ScriptedCall): string {
  return typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments);
}

/** The pieces that the arguments of a call are streamed in. */
export function argumentPieces(call: ScriptedCall): string[] {
  const text = argumentsOf(call);
  const size = Math.max(1, Math.ceil(text.length / (call.deltas ?? 2)));
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    text.slice(at * size, (at + 1) * size),
  );
}

/** The id of a call: no two requests of a run share one, since each brings more messages than the one before it. */
export function idOf(call: ScriptedCall, request: ModelRequest, index: number): string | undefined {
  if (call.id === null) return undefined;
  return call.id ?? `call_${request.messages.length}_${index}`;
}
