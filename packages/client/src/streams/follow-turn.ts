import { ApiError } from '../http/api-error.ts';
import { pause } from '../http/pause.ts';
import { pauseAfter, type RetryRules } from '../http/retry.ts';
import { addressOf, type RequestOptions } from '../http/routes.ts';
import type { TransportOptions } from '../http/transport.ts';
import { type OpenEvents, openEvents } from './server-events.ts';
import { type TurnEvent, TurnProgress } from './turn-progress.ts';

/** How a turn is followed. */
export interface FollowOptions extends RequestOptions {
  /** The id of the last event that the caller has. Without it the stream begins at the beginning. */
  readonly after?: string | undefined;
}

/** A stream that is open already, to begin with. */
interface Begun extends FollowOptions {
  readonly first?: OpenEvents;
}

/**
 * The events of a turn up to `done`. A connection that drops, is silent or ends as `detached` is opened again after the last event that
 * came. Throws `client.stream-lost` after too many drops in a row without a new event, and the server's error at once when it refuses.
 * `detached` is no drop: a turn may take as long as it likes.
 */
export async function* followTurn(
  transport: TransportOptions,
  turnId: string,
  { after, first, signal, timeoutMs }: Begun,
): AsyncGenerator<TurnEvent> {
  const progress = new TurnProgress(after);
  const address = addressOf('/turns/:turn/events', { params: { turn: turnId } });
  const request = { method: 'GET', address, signal, timeoutMs, safe: true };
  let stream = first;
  let drops = 0;
  let detachments = 0;
  for (;;) {
    let cause: ApiError | undefined;
    let detached = false;
    try {
      stream ??= await openEvents(transport, request, progress.lastEventId);
      for await (const event of stream.events) {
        const shown = progress.take(event);
        detached ||= isDetached(event.data);
        if (shown.length > 0) drops = detachments = 0;
        yield* shown;
        if (shown.at(-1)?.type === 'done') return;
      }
      if (stream.response.status === 204) return;
    } catch (error) {
      if (!(error instanceof ApiError) || !error.retryable) throw error;
      cause = error;
    }
    stream = undefined;
    drops = detached ? 0 : drops + 1;
    if (drops > 0 && drops >= transport.retry.triesMax) throw lost(turnId, drops, cause);
    detachments = detached ? detachments + 1 : 0;
    await pause(waitAfter(Math.max(drops, detachments), cause, transport.retry), signal);
  }
}

/**
 * The pause after so many streams in a row that brought nothing, in milliseconds. After a stream that went well the next one is opened at
 * once; not after several that a stopping server detached without a word.
 */
function waitAfter(inRow: number, cause: ApiError | undefined, retry: RetryRules): number {
  return Math.max(inRow === 1 ? 0 : pauseAfter(inRow - 1, retry), cause?.retryAfterMs ?? 0);
}

function isDetached(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'detached';
}

function lost(turnId: string, drops: number, cause: ApiError | undefined): ApiError {
  const message = `The stream of ${turnId} was lost ${drops} times in a row. The turn goes on: follow it again, or read it.`;
  return new ApiError({ code: 'client.stream-lost', message, status: 0, retryable: true, cause });
}
