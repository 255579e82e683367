import type { EndedEvent, EventPosition, LiveEvent, TurnId } from '@salience/contracts';
import { messageOf } from '@salience/errors';
import type { Deps } from './deps.ts';

/** Deltas are collected for this long: one message to the queue server instead of one per word. */
const gatherMs = 25;
/** How long a complete answer is held back for the commit that follows. */
const writtenMs = 250;

/** The live events of a running turn. All are ephemeral; a failure to send is logged once. */
export interface LiveReply {
  /** Says that the answer is being written. */
  thinking(): void;
  delta(text: string): void;
  /** The text sent so far is void: the answer begins again. */
  reset(): void;
  /** The answer is complete: its last deltas are sent with the terminal event. */
  written(): void;
  /** Sends the collected deltas with the terminal event, and the content of the end if it is known. Call after the commit, never before. */
  ended(told?: EndedEvent['told']): Promise<void>;
  /** Drops the collected deltas: another worker takes the turn. */
  dropped(): void;
}

/** Makes the sender of one turn's live events under one fence. */
export function createLiveReply(
  deps: Pick<Deps, 'queues' | 'log'>,
  turnId: TurnId,
  fence: number,
): LiveReply {
  let n = 0;
  let held: { position: EventPosition; event: LiveEvent }[] = [];
  let text = '';
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> = Promise.resolve();
  let failed = false;

  const push = (event: LiveEvent): void => {
    n += 1;
    held.push({ position: { fence, n }, event });
  };
  const gather = (): void => {
    if (text !== '') push({ type: 'delta', text });
    text = '';
  };
  const send = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    gather();
    const events = held;
    held = [];
    if (events.length === 0) return sending;
    sending = sending
      .then(() => deps.queues.live.publish(turnId, events))
      .catch((error: unknown) => {
        if (!failed) deps.log.warn({ turnId, cause: messageOf(error) }, 'live events are not delivered');
        failed = true;
      });
    return sending;
  };
  const soon = (): void => {
    timer ??= setTimeout(() => void send(), gatherMs);
  };
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void send(), writtenMs);
  };
  return {
    thinking() {
      push({ type: 'status', status: 'thinking' });
      soon();
    },
    delta(piece) {
      text += piece;
      soon();
    },
    reset() {
      text = '';
      held = held.filter(({ event }) => event.type !== 'delta');
      push({ type: 'reset', reason: 'the model was asked again' });
      soon();
    },
    written: later,
    ended(told) {
      gather();
      push(told === undefined ? { type: 'ended' } : { type: 'ended', told });
      return send();
    },
    dropped() {
      clearTimeout(timer);
      held = [];
      text = '';
    },
  };
}

/** Ends the streams of turns that ended without being run. */
export async function publishEnded(
  deps: Pick<Deps, 'queues' | 'log'>,
  turnIds: readonly TurnId[],
  fence: number,
): Promise<void> {
  await Promise.all(turnIds.map((turnId) => createLiveReply(deps, turnId, fence).ended()));
}
