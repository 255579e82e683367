import { setTimeout as delay } from 'node:timers/promises';
import { type StreamEvent, streamEventSchema } from '@salience/contracts';
import { isSalienceError, SalienceError } from '@salience/errors';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { type ApiClient, refused } from './api-client.ts';

/** How a dropped stream is taken up again. */
export interface ResumeOptions {
  /** Drops in a row without a new event before giving up. Default 8. */
  readonly dropsMax?: number;
  /** Milliseconds before the second try; doubles up to 5 s. Default 200. */
  readonly pauseMs?: number;
  readonly signal?: AbortSignal;
}

/**
 * The events of a turn up to `done`. A stream that drops, or ends as `detached`, is taken up again after the
 * last event that came (`Last-Event-ID`). Throws `cli.stream-lost` when that does not help, and at once when
 * the server refuses.
 */
export async function* followTurn(
  client: ApiClient,
  turnId: string,
  options: ResumeOptions = {},
): AsyncGenerator<StreamEvent> {
  const { dropsMax = 8, pauseMs = 200, signal } = options;
  let lastEventId: string | undefined;
  let drops = 0;
  let cause: unknown;
  while (drops < dropsMax) {
    if (drops > 1) await delay(Math.min(5_000, pauseMs * 2 ** (drops - 2)), undefined, signal && { signal });
    try {
      for await (const message of readEvents(client, turnId, lastEventId, signal)) {
        drops = 0;
        if (message.id !== undefined) lastEventId = message.id;
        const event = toEvent(message);
        if (event === undefined) continue;
        yield event;
        if (event.type === 'done') return;
      }
    } catch (error) {
      if (signal?.aborted === true || isFinal(error)) throw error;
      cause = error;
    }
    drops++;
  }
  throw new SalienceError(
    'cli.stream-lost',
    `The stream of ${turnId} was lost ${dropsMax} times in a row. The turn goes on: see it with "npx salience why ${turnId}".`,
    { cause },
  );
}

/** A refusal by the server is final; a busy or an absent server may come back. */
function isFinal(error: unknown): boolean {
  return isSalienceError(error) && error.kind !== 'retryable' && error.code !== 'cli.not-running';
}

async function* readEvents(
  client: ApiClient,
  turnId: string,
  lastEventId: string | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<EventSourceMessage> {
  const path = `/turns/${encodeURIComponent(turnId)}/events`;
  const response = await client.send(path, {
    headers: {
      accept: 'text/event-stream',
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    ...(signal === undefined ? {} : { signal }),
  });
  if (!response.ok || response.body === null) throw refused(response, await response.text(), path);
  const arrived: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => arrived.push(message) });
  const decoder = new TextDecoder();
  const bytes: ReadableStream<Uint8Array> = response.body;
  for await (const chunk of bytes) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* arrived.splice(0);
  }
}

/** Undefined for events that this version does not know: a newer server may say more. */
function toEvent(message: EventSourceMessage): StreamEvent | undefined {
  try {
    const parsed = streamEventSchema.safeParse({
      type: message.event,
      ...(JSON.parse(message.data) as object),
    });
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
