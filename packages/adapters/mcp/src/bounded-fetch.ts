import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import { messageBytesMax } from './bounds.ts';

/** After a stream has ended: until what it held has been read through. */
const settleMs = 100;

/** A fetch with bounds, and the way to end one of its requests. */
export interface BoundedFetch {
  readonly fetch: FetchLike;
  /** Ends the request of a message, whatever it is doing. */
  readonly drop: (id: RequestId) => void;
}

/**
 * A fetch for streamable HTTP, through `fetch`, that reads no more than 1 MiB of an answer (of a stream: of one event), says when one was larger, and says when
 * the answer to a request has ended without more to come. A stream whose events have ids may be taken up again, so its end
 * is not the end of the request.
 */
export function boundedFetch(
  fetch: FetchLike,
  onEnd: (id: RequestId) => void,
  onTooLarge: (id: RequestId) => void,
): BoundedFetch {
  const running = new Map<RequestId, AbortController>();
  return {
    drop: (id) => running.get(id)?.abort(),
    async fetch(url, init) {
      const id = requestIdOf(init?.body);
      if (id === undefined) return bounded(await fetch(url, init));
      const stop = new AbortController();
      running.set(id, stop);
      const signal = init?.signal ? AbortSignal.any([init.signal, stop.signal]) : stop.signal;
      const response = await fetch(url, { ...init, signal }).catch((error: unknown) => {
        running.delete(id);
        throw error;
      });
      return bounded(response, (end) => {
        running.delete(id);
        if (end === 'too large') onTooLarge(id);
        if (end !== 'resumable') setTimeout(() => onEnd(id), settleMs).unref();
      });
    },
  };
}

/** How an answer ended: whole or broken off, to be taken up again, or unread for its size. */
type End = 'over' | 'resumable' | 'too large';

function bounded(response: Response, ended: (end: End) => void = () => undefined): Response {
  if (!response.body) return response;
  const stream = /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');
  return new Response(boundedBody(response.body, stream, ended), response);
}

function boundedBody(
  body: ReadableStream<Uint8Array>,
  stream: boolean,
  ended: (end: End) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let read = 0;
  let resumable = false;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          ended(resumable ? 'resumable' : 'over');
          controller.close();
          return;
        }
        read += value.byteLength;
        if (read > messageBytesMax) throw new Error(`the answer is larger than ${messageBytesMax} bytes`);
        if (stream) {
          const text = Buffer.from(value).toString('latin1');
          resumable ||= /(?:^|\n)id:/.test(text);
          if (/\n\r?\n/.test(text)) read = 0;
        }
        controller.enqueue(value);
      } catch (error) {
        ended(read > messageBytesMax ? 'too large' : resumable ? 'resumable' : 'over');
        controller.error(error);
        await reader.cancel(error).catch(() => undefined);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function requestIdOf(body: unknown): RequestId | undefined {
  if (typeof body !== 'string') return undefined;
  const message = JSON.parse(body) as { id?: RequestId; method?: string };
  return message.method === undefined ? undefined : message.id;
}
