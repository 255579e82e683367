import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { type ApiClient, refused } from './api-client.ts';

/** An open event stream. */
export interface EventStream {
  /** The server's time when it answered, in milliseconds; undefined where it does not say. */
  readonly openedAt: number | undefined;
  /** Ends when the server ends the stream; throws when the connection breaks. */
  readonly messages: AsyncIterable<EventSourceMessage>;
}

/**
 * Opens an event stream after the event with the given id. Throws `cli.not-running` when nothing answers, and the
 * problem that the server names when it refuses.
 */
export async function openEventStream(
  client: ApiClient,
  path: string,
  lastEventId: string | undefined,
  signal: AbortSignal | undefined,
): Promise<EventStream> {
  const response = await client.send(path, {
    headers: {
      accept: 'text/event-stream',
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    ...(signal === undefined ? {} : { signal }),
  });
  if (!response.ok || response.body === null) throw refused(response, await response.text(), path);
  const said = Date.parse(response.headers.get('date') ?? '');
  return { openedAt: Number.isNaN(said) ? undefined : said, messages: messagesOf(response.body) };
}

async function* messagesOf(bytes: ReadableStream<Uint8Array>): AsyncGenerator<EventSourceMessage> {
  const arrived: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => arrived.push(message) });
  const decoder = new TextDecoder();
  for await (const chunk of bytes) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* arrived.splice(0);
  }
}
