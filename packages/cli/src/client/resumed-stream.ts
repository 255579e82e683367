import { isSalienceError } from '@salience/errors';
import type { EventSourceMessage } from 'eventsource-parser';
import type { Stop } from '../until-stopped.ts';
import type { ApiClient } from './api-client.ts';
import { openEventStream } from './event-stream.ts';

const pauseMs = 250;
const pauseMsMax = 5_000;

/** How a stream without an end is read. */
export interface ResumedStream {
  readonly path: string;
  readonly stop: Stop;
  /** The id of the last event that came; undefined before the first. */
  readonly lastId: () => string | undefined;
  /** Told each time the stream is open: the server's time in milliseconds, where it says it. */
  readonly onOpen?: (openedAt: number | undefined) => void;
  /** Told when the connection broke, and when it is back. */
  readonly onConnection?: ((state: 'back' | 'lost') => void) | undefined;
}

/**
 * The messages of a stream until the stop, and after a break on from where it broke. Throws `cli.not-running` when nothing answers at first,
 * and whenever the server refuses.
 */
export async function* resumedStream(
  client: ApiClient,
  { lastId, onConnection, onOpen, path, stop }: ResumedStream,
): AsyncGenerator<EventSourceMessage> {
  let [connected, drops] = [false, 0];
  while (!stop.signal.aborted) {
    try {
      const stream = await openEventStream(client, path, lastId(), stop.signal);
      onOpen?.(stream.openedAt);
      if (drops > 0) onConnection?.('back');
      [connected, drops] = [true, 0];
      yield* stream.messages;
    } catch (error) {
      if (stop.signal.aborted) return;
      if (!connected || isFinal(error)) throw error;
    }
    if (stop.signal.aborted) return;
    drops += 1;
    if (drops === 1) onConnection?.('lost');
    await stop.orAfter(Math.min(pauseMsMax, pauseMs * 2 ** (drops - 1)));
  }
}

/** A refusal is final; a busy or an absent server may come back. */
export function isFinal(error: unknown): boolean {
  return isSalienceError(error) && error.kind !== 'retryable' && error.code !== 'cli.not-running';
}
