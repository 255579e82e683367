import { type Accepted, selfStartedSources } from '@salience/contracts';
import { isSalienceError, messageOf } from '@salience/errors';
import type { ApiClient } from '../client/api-client.ts';
import { followNotices, type HeardNotice } from '../client/notice-stream.ts';
import { followThread, type HeardTurn } from '../client/thread-stream.ts';
import { type Stop, stoppable } from '../until-stopped.ts';
import { heardTurn } from './heard-turn.ts';

/** Who hears turns that were not begun here. */
export interface TurnHearer {
  hear(text: string): void;
  /** Something cannot be listened to. */
  lost(cause: string): void;
}

/**
 * What a terminal hears beside its own answers: every turn of the agent that nobody asked for, in whatever conversation and from before the first
 * message on, and what others say in the conversation that it is in. Each is told once.
 */
export class ChatListener {
  readonly #client: ApiClient;
  readonly #hearer: TurnHearer;
  readonly #zone: string;
  /** Turns that were begun here or told already. */
  readonly #told = new Set<string>();
  readonly #stop = stoppable();
  #thread: string | undefined;
  /** Of the thread that is listened to, once a message was accepted in it. */
  #threadId: string | undefined;
  #threadStop: Stop | undefined;
  #waiting: (() => void)[] | undefined;

  constructor(client: ApiClient, hearer: TurnHearer, zone: string) {
    this.#client = client;
    this.#hearer = hearer;
    this.#zone = zone;
  }

  /** Turns that wait until the answer is written. */
  get held(): number {
    return this.#waiting?.length ?? 0;
  }

  /** Listens to the agent from now on, after what was missed. */
  begin(): void {
    void this.#listenToAgent();
  }

  /** Listens to a thread from now on, or after a place, instead of the one before. */
  follow(thread: string, after?: number): void {
    if (thread === this.#thread) return;
    this.#leaveThread();
    this.#thread = thread;
    this.#threadStop = stoppable();
    void this.#listenToThread(thread, after, this.#threadStop);
  }

  /** A message was accepted here; what comes after it in its thread is heard. */
  own({ seq, thread_id: threadId, turn_id: turnId }: Pick<Accepted, 'seq' | 'thread_id' | 'turn_id'>): void {
    this.#told.add(turnId);
    if (this.#thread === undefined || (this.#threadId !== undefined && this.#threadId !== threadId))
      this.follow(threadId, seq);
    this.#threadId = threadId;
  }

  /** Holds back what comes while an answer is being written; the result tells it. */
  pause(): () => void {
    const waiting: (() => void)[] = [];
    this.#waiting = waiting;
    return () => {
      this.#waiting = undefined;
      for (const tell of waiting) tell();
    };
  }

  close(): void {
    this.#stop.now();
    this.#leaveThread();
  }

  #leaveThread(): void {
    this.#threadStop?.now();
    this.#thread = undefined;
    this.#threadId = undefined;
  }

  async #listenToAgent(): Promise<void> {
    try {
      for await (const notice of followNotices(this.#client, { stop: this.#stop, missed: true })) {
        if (this.#stop.signal.aborted) return;
        this.#soon(() => this.#tellNotice(notice));
      }
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#hearer.lost(messageOf(error));
    }
  }

  async #listenToThread(thread: string, after: number | undefined, stop: Stop): Promise<void> {
    try {
      for await (const turn of followThread(this.#client, thread, { stop, after })) {
        if (stop.signal.aborted) return;
        // The stream of the agent tells what nobody asked for.
        if (!selfStartedSources.includes(turn.source)) this.#soon(() => this.#tell(turn));
      }
    } catch (error) {
      if (stop.signal.aborted) return;
      if (this.#thread === thread) this.#thread = undefined;
      // A new name has no thread before its first message, which will be followed.
      if (!(isSalienceError(error) && error.code === 'thread.unknown')) this.#hearer.lost(messageOf(error));
    }
  }

  #soon(tell: () => void): void {
    if (this.#waiting === undefined) tell();
    else this.#waiting.push(tell);
  }

  #tellNotice(event: HeardNotice): void {
    const { late, notice } = event;
    // Before the first message it is in no conversation, and what belongs to one is named.
    const thread = this.#threadId ?? this.#thread ?? '';
    this.#say(event.turn_id, heardTurn(event, { late, notice, thread, zone: this.#zone }));
  }

  #tell(turn: HeardTurn): void {
    this.#say(turn.turn_id, heardTurn(turn));
  }

  #say(turnId: string, text: string | undefined): void {
    if (this.#told.has(turnId) || text === undefined) return;
    this.#told.add(turnId);
    this.#hearer.hear(text);
  }
}
