import { ApiError, parseJson } from '../http/api-error.ts';
import { type ApiRequest, openOnce, type TransportOptions, unanswered } from '../http/transport.ts';

/** One event of a stream. */
export interface ServerEvent {
  /** Where the stream goes on after it; undefined for events that have no place. */
  readonly id: string | undefined;
  readonly data: unknown;
}

/** A stream that is open. */
export interface OpenEvents {
  readonly response: Response;
  /** Ends when the server ends the stream; throws `ApiError` when the connection breaks or is silent for too long. */
  readonly events: AsyncGenerator<ServerEvent>;
  /** Ends it before its events were begun to be read; a loop over them that is left does so by itself. */
  readonly close: () => void;
}

/** Opens a stream once, after the event of the given id. Throws `ApiError`, or the reason of the signal. */
export async function openEvents(
  options: TransportOptions,
  request: ApiRequest,
  lastEventId: string | undefined,
): Promise<OpenEvents> {
  const headers = {
    ...request.headers,
    accept: 'text/event-stream',
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
  };
  const asked = { ...request, headers };
  const { abort, release, response } = await openOnce(options, asked);
  return {
    response,
    events: read(response, { abort, release, silenceMs: options.silenceMs, request: asked }),
    close() {
      release();
      abort(new DOMException('The stream was left.', 'AbortError'));
    },
  };
}

interface Reading {
  readonly abort: (reason: Error) => void;
  readonly release: () => void;
  readonly silenceMs: number;
  readonly request: ApiRequest;
}

async function* read(
  response: Response,
  { abort, release, request, silenceMs }: Reading,
): AsyncGenerator<ServerEvent> {
  const reader = (response.body as ReadableStream<Uint8Array> | null)?.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    while (reader !== undefined) {
      clearTimeout(timer);
      timer = setTimeout(() => abort(silent(silenceMs)), silenceMs);
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? '';
      // The caller may take its time with an event; that is no silence of the server.
      clearTimeout(timer);
      for (const block of blocks) {
        const event = eventOf(block);
        if (event !== undefined) yield event;
      }
    }
  } catch (error) {
    throw unanswered(error, request);
  } finally {
    clearTimeout(timer);
    release();
    await reader?.cancel().catch(() => {});
  }
}

/** Undefined for comments and for what is no JSON: a newer server may say more. */
function eventOf(block: string): ServerEvent | undefined {
  const lines = block.split(/\r?\n/);
  const data = fieldOf(lines, 'data');
  const value = data === undefined ? undefined : parseJson(data);
  return value === undefined ? undefined : { id: fieldOf(lines, 'id'), data: value };
}

function fieldOf(lines: readonly string[], name: string): string | undefined {
  const found = lines.flatMap((line) =>
    line.startsWith(`${name}:`) ? [line.slice(name.length + 1).replace(/^ /, '')] : [],
  );
  return found.length === 0 ? undefined : found.join('\n');
}

function silent(ms: number): ApiError {
  const message = `The stream was silent for ${ms / 1_000} s; the connection is taken for broken.`;
  return new ApiError({ code: 'client.timeout', message, status: 0, retryable: true });
}
