import type { Accepted } from '@salience/contracts';
import { isSalienceError, messageOf } from '@salience/errors';
import type { ApiClient } from '../client/api-client.ts';
import { followThread, type HeardTurn } from '../client/thread-stream.ts';
import { type Stop, stoppable } from '../until-stopped.ts';
import { heardTurn } from './heard-turn.ts';

/** Who hears turns that were not begun here. */
export interface ThreadHearer {
  hear(text: string): void;
  /** The thread cannot be listened to. */
  lost(cause: string): void;
}

/** Listens to the conversation of a terminal: a reminder or what follows an approval is told there too. */
export class ThreadListener {
  readonly #client: ApiClient;
  readonly #hearer: ThreadHearer;
  /** Turns that were begun here, and so are told already. */
  readonly #own = new Set<string>();
  #thread: string | undefined;
  /** Of the thread that is listened to, once a message was accepted in it. */
  #threadId: string | undefined;
  #stop: Stop | undefined;
  #waiting: HeardTurn[] | undefined;

  constructor(client: ApiClient, hearer: ThreadHearer) {
    this.#client = client;
    this.#hearer = hearer;
  }

  /** Turns that wait until the answer is written. */
  get held(): number {
    return this.#waiting?.length ?? 0;
  }

  /** Listens to a thread from now on, or after a place, instead of the one before. */
  follow(thread: string, after?: number): void {
    if (thread === this.#thread) return;
    this.close();
    this.#thread = thread;
    this.#stop = stoppable();
    void this.#listen(thread, after, this.#stop);
  }

  /** A message was accepted here; what comes after it in its thread is heard. */
  own({ seq, thread_id: threadId, turn_id: turnId }: Pick<Accepted, 'seq' | 'thread_id' | 'turn_id'>): void {
    this.#own.add(turnId);
    if (this.#thread === undefined || (this.#threadId !== undefined && this.#threadId !== threadId))
      this.follow(threadId, seq);
    this.#threadId = threadId;
  }

  /** Holds back what comes while an answer is being written; the result tells it. */
  pause(): () => void {
    const waiting: HeardTurn[] = [];
    this.#waiting = waiting;
    return () => {
      this.#waiting = undefined;
      for (const turn of waiting) this.#tell(turn);
    };
  }

  close(): void {
    this.#stop?.now();
    this.#thread = undefined;
    this.#threadId = undefined;
  }

  async #listen(thread: string, after: number | undefined, stop: Stop): Promise<void> {
    try {
      for await (const turn of followThread(this.#client, thread, { stop, after })) {
        if (stop.signal.aborted) return;
        if (this.#waiting === undefined) this.#tell(turn);
        else this.#waiting.push(turn);
      }
    } catch (error) {
      if (stop.signal.aborted) return;
      if (this.#thread === thread) this.#thread = undefined;
      // A new name has no thread before its first message, which will be followed.
      if (!(isSalienceError(error) && error.code === 'thread.unknown')) this.#hearer.lost(messageOf(error));
    }
  }

  #tell(turn: HeardTurn): void {
    if (this.#own.has(turn.turn_id)) return;
    const text = heardTurn(turn);
    if (text !== undefined) this.#hearer.hear(text);
  }
}
