import { afterEvent, afterEvents, type RoomEvent, type RoomState } from './room-state.ts';
import { openRoomSocket, type RoomSocket, type SocketAnswer, type SocketAuth } from './room-socket.ts';

const answerMs = 10_000;
const unreached: SocketAnswer = {
  ok: false,
  problem: {
    type: 'about:blank',
    title: 'No answer',
    status: 0,
    code: 'network',
    detail: 'The server does not answer. This page tries again by itself.',
  },
};

/** Whether the socket of a room is open now. */
export type Link = 'opening' | 'open' | 'lost';

/** Who is told of a room. */
export interface RoomWatcher {
  readonly onState: (state: RoomState) => void;
  readonly onLink: (link: Link) => void;
  /** Why the room is not shown; undefined when it is. */
  readonly onProblem: (detail: string | undefined) => void;
}

/** A room that is followed by a socket of its own: every event once and in order, and what is missing is asked for. */
export class FollowedRoom {
  readonly #room: string;
  readonly #watcher: RoomWatcher;
  #state: RoomState | undefined;
  #socket: RoomSocket | undefined;
  #over = false;
  #repairing = false;

  constructor(room: string, auth: SocketAuth, watcher: RoomWatcher) {
    this.#room = room;
    this.#watcher = watcher;
    openRoomSocket(auth).then(
      (socket) => this.#opened(socket),
      () =>
        watcher.onProblem(
          'The part of the page that connects to rooms could not be loaded. Load the page again.',
        ),
    );
  }

  /** Asks the room for something. Resolves with the answer, also when there was none. */
  async send(event: string, input: object = {}): Promise<SocketAnswer> {
    if (this.#socket === undefined) return unreached;
    return this.#socket
      .timeout(answerMs)
      .emitWithAck(event, { channelId: this.#room, ...input })
      .catch(() => unreached);
  }

  stop(): void {
    this.#over = true;
    this.#socket?.disconnect();
  }

  #opened(socket: RoomSocket): void {
    if (this.#over) {
      socket.disconnect();
      return;
    }
    this.#socket = socket;
    const { onLink, onProblem } = this.#watcher;
    socket.on('connect', () => {
      onLink('open');
      void this.#join();
    });
    socket.on('disconnect', () => onLink('lost'));
    socket.on('connect_error', (error) => {
      onLink('lost');
      onProblem(error.data?.detail);
    });
    socket.on('room:state', (read) => {
      if (read.id === this.#room && read.seq >= (this.#state?.seq ?? 0)) this.#show(read);
    });
    socket.on('room:event', (event) => this.#take(event));
  }

  #show(next: RoomState): void {
    this.#state = next;
    if (!this.#over) this.#watcher.onState(next);
  }

  async #join(): Promise<void> {
    const answer = await this.send('join_channel');
    if (!this.#over) this.#watcher.onProblem(answer.ok ? undefined : answer.problem.detail);
  }

  #take(event: RoomEvent & { readonly room?: string }): void {
    if (this.#state === undefined || event.room !== this.#room) return;
    const next = afterEvent(this.#state, event);
    if (next === 'again') void this.#join();
    else if (next === 'missing') void this.#repair();
    else if (next !== 'same') this.#show(next);
  }

  async #repair(): Promise<void> {
    if (this.#repairing || this.#state === undefined) return;
    this.#repairing = true;
    const answer = await this.send('room:sync', { seq: this.#state.seq });
    this.#repairing = false;
    if (!answer.ok) return;
    this.#show(afterEvents(answer.state ?? this.#state, answer.events ?? []));
  }
}
