import { credentialHeaders } from './credentials.ts';

/** One event of a stream. */
export interface ServerEvent {
  readonly id: string | undefined;
  readonly data: unknown;
}

/** Where and how to follow a stream. */
export interface FollowOptions {
  readonly signal: AbortSignal;
  /** Go on after this event. */
  readonly after?: string | undefined;
  /** Told when the stream opens, and when it is lost. */
  readonly onState?: (connected: boolean) => void;
}

/** Pauses between tries, in milliseconds. */
const firstPauseMs = 250;
const longestPauseMs = 5_000;
/** Statuses that trying again does not change. */
const final = new Set([204, 400, 401, 403, 404, 410]);

/**
 * The events of a server-sent stream, read with our own headers, which an EventSource cannot send. A lost stream is opened again after
 * its last event, as often as needed. It ends when the signal aborts, or when the server says that there is nothing to follow.
 */
export async function* follow(path: string, options: FollowOptions): AsyncGenerator<ServerEvent, number> {
  const { signal, onState } = options;
  let { after } = options;
  let pauseMs = firstPauseMs;
  while (!signal.aborted) {
    const response = await open(path, after, signal);
    if (response !== undefined && final.has(response.status)) {
      await response.body?.cancel();
      return response.status;
    }
    if (response?.ok && response.body !== null) {
      onState?.(true);
      pauseMs = firstPauseMs;
      for await (const event of eventsOf(response.body, signal)) {
        after = event.id ?? after;
        yield event;
      }
    }
    if (signal.aborted) break;
    onState?.(false);
    await pause(pauseMs * (0.75 + Math.random() / 2), signal);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }
  return 0;
}

function open(path: string, after: string | undefined, signal: AbortSignal): Promise<Response | undefined> {
  const headers = { ...credentialHeaders(path), ...(after === undefined ? {} : { 'last-event-id': after }) };
  return fetch(path, { headers, signal }).catch(() => undefined);
}

/** Ends quietly when the connection is lost. */
async function* eventsOf(body: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  for (;;) {
    const read = await reader.read().catch(() => undefined);
    if (read === undefined || read.done || signal.aborted) return;
    const blocks = (rest + decoder.decode(read.value, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = parseBlock(block);
      if (event !== undefined) yield event;
    }
  }
}

function parseBlock(block: string): ServerEvent | undefined {
  const lines = block.split('\n');
  const data = lines.flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trimStart()] : []));
  if (data.length === 0) return undefined;
  const id = lines
    .find((line) => line.startsWith('id:'))
    ?.slice(3)
    .trim();
  return { id, data: JSON.parse(data.join('\n')) };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
}
