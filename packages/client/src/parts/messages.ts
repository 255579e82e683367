import { ApiError } from '../http/api-error.ts';
import { randomKey } from '../http/random-key.ts';
import type { RequestOptions } from '../http/routes.ts';
import { askFor, retried, type TransportOptions } from '../http/transport.ts';
import type { Shapes } from '../routes.gen.ts';
import { type FollowOptions, followTurn } from '../streams/follow-turn.ts';
import { openEvents } from '../streams/server-events.ts';
import type { TurnEvent } from '../streams/turn-progress.ts';

/** A message to the agent; a text alone is one too. */
export type Message = string | Shapes['Message'];

/** How a message is sent. */
export interface SendOptions extends RequestOptions {
  /**
   * Names the message: the same key with the same message is the same turn, also from another process and after a restart. Without it the
   * client makes one, which holds for the retries of this call.
   */
  readonly idempotencyKey?: string | undefined;
}

/** The first event of `chat`: the message is committed, and this is its turn. */
export interface AcceptedEvent {
  readonly type: 'accepted';
  readonly turn_id: string;
  readonly thread_id: string;
  /** True where the key was used before for the same message. */
  readonly replayed: boolean;
}

/** What came of a message. */
export interface Answer {
  readonly turn_id: string;
  readonly thread_id: string;
  /** How the turn ended. */
  readonly state: Extract<TurnEvent, { type: 'done' }>['state'];
  /** The reply in full; null where there is none: the agent chose to be silent, or the turn failed or was cancelled. */
  readonly text: string | null;
  /** The reply with its mode, confidence and citations; null as above. */
  readonly message: Extract<TurnEvent, { type: 'message' }> | null;
  /** Why the turn failed; null where it did not. */
  readonly error: Extract<TurnEvent, { type: 'error' }> | null;
}

/** How a reply is waited for. */
export interface AskOptions extends SendOptions {
  /** Told each event as it comes: for showing a reply while it is written. */
  readonly onEvent?: ((event: AcceptedEvent | TurnEvent) => void) | undefined;
}

/** Sends a message and resolves when it is committed. One turn, whatever was lost on the way. */
export async function sendMessage(
  transport: TransportOptions,
  message: Message,
  { idempotencyKey = randomKey(), signal, timeoutMs }: SendOptions = {},
): Promise<Shapes['Accepted']> {
  const answer = await askFor(transport, {
    method: 'POST',
    address: '/messages',
    body: bodyOf(message),
    headers: { 'idempotency-key': idempotencyKey },
    signal,
    timeoutMs,
    safe: true,
  });
  return answer as Shapes['Accepted'];
}

/** Sends a message and gives the events of its turn, `accepted` first and `done` last. */
export async function* chat(
  transport: TransportOptions,
  message: Message,
  { idempotencyKey = randomKey(), signal, timeoutMs }: SendOptions = {},
): AsyncGenerator<AcceptedEvent | TurnEvent> {
  const request = {
    method: 'POST',
    address: '/chat',
    body: bodyOf(message),
    headers: { 'idempotency-key': idempotencyKey },
    signal,
    timeoutMs,
    safe: true,
  };
  const first = await retried(transport, request, () => openEvents(transport, request, undefined));
  const accepted = acceptedBy(first.response);
  if (accepted === undefined) {
    first.close();
    throw new ApiError({
      code: 'client.not-understood',
      message: 'POST /chat: the answer does not name its turn. Is this the address of Salience?',
      status: first.response.status,
      retryable: false,
    });
  }
  let stays = false;
  try {
    yield accepted;
    stays = true;
  } finally {
    // Whoever leaves the loop here has not begun to read the stream.
    if (!stays) first.close();
  }
  yield* followTurn(transport, accepted.turn_id, { first, signal, timeoutMs });
}

/** Sends a message and resolves with what came of it. A message that was answered together with another has that one's reply. */
export async function ask(
  transport: TransportOptions,
  message: Message,
  { onEvent, ...options }: AskOptions = {},
): Promise<Answer> {
  let accepted: AcceptedEvent | undefined;
  const told = async function* (): AsyncGenerator<TurnEvent> {
    for await (const event of chat(transport, message, options)) {
      onEvent?.(event);
      if (event.type === 'accepted') accepted = event;
      else yield event;
    }
  };
  let end = await endOf(told());
  const seen = new Set<string>();
  while (end.done?.merged_into !== undefined && !seen.has(end.done.merged_into)) {
    seen.add(end.done.merged_into);
    const { signal, timeoutMs } = options;
    end = await endOf(
      followTurn(transport, end.done.merged_into, { signal, timeoutMs } satisfies FollowOptions),
    );
  }
  return {
    turn_id: accepted?.turn_id ?? '',
    thread_id: accepted?.thread_id ?? '',
    state: end.done?.state ?? 'failed',
    text: end.message?.text ?? null,
    message: end.message ?? null,
    error: end.error ?? null,
  };
}

interface End {
  message?: Extract<TurnEvent, { type: 'message' }>;
  error?: Extract<TurnEvent, { type: 'error' }>;
  done?: Extract<TurnEvent, { type: 'done' }>;
}

async function endOf(events: AsyncIterable<TurnEvent>): Promise<End> {
  const end: End = {};
  for await (const event of events) {
    if (event.type === 'message') end.message = event;
    if (event.type === 'error') end.error = event;
    if (event.type === 'done') end.done = event;
  }
  return end;
}

function acceptedBy({ headers }: Response): AcceptedEvent | undefined {
  const turn = headers.get('x-turn-id');
  const thread = headers.get('x-thread-id');
  if (turn === null || thread === null) return undefined;
  return {
    type: 'accepted',
    turn_id: turn,
    thread_id: thread,
    replayed: headers.get('idempotent-replayed') === 'true',
  };
}

function bodyOf(message: Message): Shapes['Message'] {
  return typeof message === 'string' ? { text: message } : message;
}
