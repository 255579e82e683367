import { type Answer, ApiError, type AskOptions, type Client, type Message } from '@salience/client';

/** Who waits for an answer. */
export interface Waiting extends Pick<AskOptions, 'onEvent'> {
  readonly idempotencyKey: string;
  /** Aborts when the caller takes its message back: the turn is then cancelled. */
  readonly cancelled: AbortSignal;
  /** Aborts when the connection of the caller ended: the turn goes on. */
  readonly left: AbortSignal;
}

/** A turn whose answer could not be waited for any longer. It goes on. */
export interface StillRunning {
  readonly turn_id: string;
  readonly thread_id: string;
  readonly state: 'running';
}

/** For how long a caller whose connection ended can still take its message back, in milliseconds. */
const laterMs = 600_000;

/**
 * Sends a message and waits for what comes of it. A message that was taken back leaves no turn that runs, at whatever moment that was. Throws
 * what the API refuses, and the reason of the signal that aborted.
 */
export async function waitedAnswer(
  client: Client,
  message: Message,
  { cancelled, idempotencyKey, left, onEvent }: Waiting,
): Promise<Answer | StillRunning> {
  if (cancelled.aborted) throw cancelled.reason;
  const gone = AbortSignal.any([cancelled, left]);
  const stop = new AbortController();
  let turn: Pick<StillRunning, 'thread_id' | 'turn_id'> | undefined;
  // While the message is under way it may be committed already: it is only let go of when its turn is known.
  const letGo = (): void => (turn === undefined ? undefined : stop.abort(gone.reason));
  gone.addEventListener('abort', letGo, { once: true });
  try {
    return await client.ask(message, {
      idempotencyKey,
      signal: stop.signal,
      onEvent: (event) => {
        if (event.type === 'accepted') turn = event;
        if (gone.aborted) letGo();
        onEvent?.(event);
      },
    });
  } catch (error) {
    if (turn === undefined) throw error;
    if (left.aborted && !cancelled.aborted) await abortedWithin(cancelled, laterMs);
    if (cancelled.aborted) await client.turns.cancel(turn.turn_id);
    else if (error instanceof ApiError && error.code === 'client.stream-lost')
      return { turn_id: turn.turn_id, thread_id: turn.thread_id, state: 'running' };
    throw error;
  } finally {
    gone.removeEventListener('abort', letGo);
  }
}

/** Resolves when a signal aborts, or after so long. Keeps no process alive. */
async function abortedWithin(signal: AbortSignal, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    timer = setTimeout(resolve, ms).unref();
  });
  clearTimeout(timer);
}
