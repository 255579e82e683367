import { setTimeout as delay } from 'node:timers/promises';
import { type StreamEvent, streamEventSchema } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import type { EventSourceMessage } from 'eventsource-parser';
import type { ApiClient } from './api-client.ts';
import { openEventStream } from './event-stream.ts';
import { isFinal } from './resumed-stream.ts';

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
  const path = `/turns/${encodeURIComponent(turnId)}/events`;
  let lastEventId: string | undefined;
  let drops = 0;
  let cause: unknown;
  while (drops < dropsMax) {
    if (drops > 1) await delay(Math.min(5_000, pauseMs * 2 ** (drops - 2)), undefined, signal && { signal });
    try {
      const stream = await openEventStream(client, path, lastEventId, signal);
      for await (const message of stream.messages) {
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
    `The stream of ${turnId} was lost ${dropsMax} times in a row. The turn continues: see it with "./salience why ${turnId}".`,
    { cause },
  );
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
