import type { Accepted, StreamEvent } from '@salience/contracts';
import type { ApiClient } from '../client/api-client.ts';
import { type OutgoingMessage, sendMessage } from '../client/send-message.ts';
import { followTurn } from '../client/turn-stream.ts';

type MessageEvent = Extract<StreamEvent, { type: 'message' }>;
type ErrorEvent = Extract<StreamEvent, { type: 'error' }>;
type DoneEvent = Extract<StreamEvent, { type: 'done' }>;

/** Hears an answer while it is written. */
export interface AnswerListener {
  onStatus?(status: string): void;
  onDelta?(text: string): void;
  /** Another worker took over: what was heard so far is void. */
  onReset?(): void;
}

/** How one message ended. */
export interface Answer {
  readonly accepted: Accepted;
  readonly message: MessageEvent | undefined;
  readonly error: ErrorEvent | undefined;
  readonly done: DoneEvent | undefined;
}

/** Sends a message and listens until its turn has ended, or the one that it was merged into. */
export async function askOnce(
  client: ApiClient,
  message: OutgoingMessage,
  listener: AnswerListener = {},
  signal?: AbortSignal,
): Promise<Answer> {
  const accepted = await sendMessage(client, message);
  let written: MessageEvent | undefined;
  let error: ErrorEvent | undefined;
  let done: DoneEvent | undefined;
  for await (const event of followAnswer(client, accepted.turn_id, signal)) {
    if (event.type === 'status') listener.onStatus?.(event.status);
    else if (event.type === 'delta') listener.onDelta?.(event.text);
    else if (event.type === 'reset') listener.onReset?.();
    else if (event.type === 'message') written = event;
    else if (event.type === 'error') error = event;
    else if (event.type === 'done') done = event;
  }
  return { accepted, message: written, error, done };
}

/** The events of a turn; for a merged turn, the events of the turn that answers it. */
async function* followAnswer(
  client: ApiClient,
  turnId: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<StreamEvent> {
  let next: string | undefined = turnId;
  while (next !== undefined) {
    const followed: string = next;
    next = undefined;
    for await (const event of followTurn(client, followed, signal === undefined ? {} : { signal })) {
      if (event.type === 'done' && event.merged_into !== undefined) next = event.merged_into;
      else yield event;
    }
  }
}

/** True when the turn ended as it should: answered, or rightly left alone. */
export function endedWell(answer: Answer): boolean {
  return answer.done !== undefined && ['answered', 'ignored', 'merged'].includes(answer.done.state);
}
