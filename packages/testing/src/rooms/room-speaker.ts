import type { RoomMessage } from '@salience/contracts';
import { io, type Socket } from 'socket.io-client';
import { asPerson, personToken } from '../apps/person.ts';
import type { Places } from './room-listener.ts';

/** A message that somebody posted, and what they were told of it. */
export interface PostedMessage {
  readonly id: string;
  readonly content: string;
  /** Its place in the room, each time that somebody was told. */
  readonly told: readonly number[];
}

const answerMs = 15_000;
const pauseMs = 150;

/** A person who speaks in a room, over sockets and routes, at whichever replica is there, until somebody says that the message arrived. */
export class RoomSpeaker {
  readonly #room: string;
  readonly #places: Places;
  readonly #sockets = new Map<string, Promise<Socket>>();
  /** Tries that were answered by nobody, or by a refusal that passes, by why. */
  readonly retries: Record<string, number> = {};

  constructor(room: string, places: Places) {
    this.#room = room;
    this.#places = places;
  }

  /** Posts until it is told where the message stands; `turn` says at which replica and which way it begins. */
  async post(
    message: { readonly id: string; readonly content: string; readonly name: string },
    turn: number,
  ): Promise<number> {
    for (let n = turn; ; n += 1) {
      const places = this.#places();
      const place = places[n % places.length];
      const told =
        place === undefined
          ? 'nobody is there'
          : await (n % 2 === 0 ? this.#bySocket(place, message) : this.#byRoute(place, message)).catch(
              reasonOf,
            );
      if (typeof told === 'number') return told;
      this.retries[told] = (this.retries[told] ?? 0) + 1;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  /** Every connection breaks off. */
  breakOff(): void {
    for (const opening of this.#sockets.values())
      void opening.then(
        (socket) => socket.disconnect(),
        () => {},
      );
    this.#sockets.clear();
  }

  async #bySocket(
    place: string,
    message: { id: string; content: string; name: string },
  ): Promise<number | string> {
    const key = `${place} ${message.name}`;
    const opening = this.#sockets.get(key) ?? this.#open(place, message.name);
    this.#sockets.set(key, opening);
    try {
      const socket = await opening;
      const { content, id } = message;
      const answer = (await socket
        .timeout(answerMs)
        .emitWithAck('post_message', { channelId: this.#room, id, content })) as {
        ok: boolean;
        seq?: number;
        problem?: { code?: string };
      };
      return answer.ok ? (answer.seq ?? 'without a place') : (answer.problem?.code ?? 'refused');
    } catch (error) {
      this.#sockets.delete(key);
      void opening.then(
        (socket) => socket.disconnect(),
        () => {},
      );
      throw error;
    }
  }

  async #open(place: string, name: string): Promise<Socket> {
    const socket = io(place, {
      transports: ['websocket'],
      auth: { apiKey: personToken, name },
      forceNew: true,
      reconnection: false,
    });
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    await socket.timeout(answerMs).emitWithAck('join_channel', { channelId: this.#room });
    return socket;
  }

  async #byRoute(place: string, { content, id }: { id: string; content: string }): Promise<number | string> {
    const response = await fetch(`${place}/rooms/${this.#room}/messages`, {
      method: 'POST',
      headers: { ...asPerson, 'content-type': 'application/json' },
      body: JSON.stringify({ id, content }),
      signal: AbortSignal.timeout(answerMs),
    });
    const told = (await response.json()) as RoomMessage & { readonly code?: string };
    return response.status === 201 ? told.seq : (told.code ?? String(response.status));
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
