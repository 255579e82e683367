/** A request as it came. */
export interface ModelRequest {
  readonly model: string;
  readonly stream: boolean;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** How the server behaves on one request. Everything but `text` and `latencyMs` is a fault. */
export interface ModelReply {
  /** What it says; default a fixed sentence. */
  readonly text?: string;
  /** Pieces to stream it in; default its words. */
  readonly pieces?: readonly string[];
  /** Before the first byte. */
  readonly latencyMs?: number;
  /** Between two pieces. */
  readonly pieceMs?: number;
  /** Answers with this status and an error body: 500, 401, … */
  readonly status?: number;
  /** Answers 429 with this Retry-After, in seconds. */
  readonly rateLimitS?: number;
  /** `head`: not one byte, ever; a number: stands still after that many pieces. Until the client goes. */
  readonly stall?: 'head' | number;
  /** Cuts the connection after this many pieces. */
  readonly dropAfter?: number;
  /** The body ends inside of its JSON. */
  readonly brokenJson?: boolean;
  /** Answers 200 with a web page. */
  readonly wrongType?: boolean;
  /** Answers 200 without any text. */
  readonly empty?: boolean;
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
  return reply.pieces ?? (reply.text ?? 'A reply of the fake model.').match(/\S+\s*/g) ?? [];
}
