import type { RoomEvent, RoomState } from '@salience/contracts';
import { io, type Socket } from 'socket.io-client';
import { personToken } from '../apps/person.ts';

/** What a client of a room was shown. */
export interface ListenedRoom {
  readonly name: string;
  /** The number that its first state had; events follow it. */
  readonly from: number;
  /** Every event that it knows, in the order in which it came to know it. */
  readonly events: readonly { readonly seq: number; readonly kind: string }[];
  /** How often it was connected anew. */
  readonly reconnects: number;
  /** What it was shown and should not have been. */
  readonly faults: readonly string[];
}

type Answer =
  | {
      readonly ok: true;
      readonly seq: number;
      readonly events?: readonly RoomEvent[];
      readonly state?: RoomState;
    }
  | { readonly ok: false; readonly problem: { readonly code: string } };

/** Where a listener may connect, as of now. */
export type Places = () => readonly string[];

const answerMs = 10_000;
const pauseMs = 100;

/**
 * A client that listens to one room as clients shall: it joins, reads the state, and takes each event that follows; after a broken connection it joins again at any replica and asks
 * for what it missed. It notes everything that is out of order, missing or shown twice.
 */
export class RoomListener {
  readonly #name: string;
  readonly #room: string;
  readonly #places: Places;
  #socket: Socket | undefined;
  #from = -1;
  /** The last event that it knows; −1 before the first state. */
  #seq = -1;
  /** Events that came while it repairs; undefined when it does not. */
  #held: RoomEvent[] | undefined;
  #reconnects = 0;
  #stopped = false;
  readonly #events: { seq: number; kind: string }[] = [];
  readonly #faults: string[] = [];

  constructor(name: string, room: string, places: Places) {
    this.#name = name;
    this.#room = room;
    this.#places = places;
  }

  get seq(): number {
    return this.#seq;
  }

  /** Begins to listen; resolves when it has the first state. */
  async start(): Promise<void> {
    while (!this.#stopped && !(await this.#connect())) await pause(pauseMs);
  }

  /** Its connection breaks off, as that of a laptop that is closed; it goes on by itself. */
  breakOff(): void {
    this.#socket?.io.engine.close();
  }

  stop(): ListenedRoom {
    this.#stopped = true;
    this.#socket?.disconnect();
    return {
      name: this.#name,
      from: this.#from,
      events: this.#events,
      reconnects: this.#reconnects,
      faults: this.#faults,
    };
  }

  async #connect(): Promise<boolean> {
    const places = this.#places();
    const place = places[Math.floor(Math.random() * places.length)];
    if (place === undefined) return false;
    const socket = io(place, {
      transports: ['websocket'],
      auth: { apiKey: personToken, name: this.#name },
      forceNew: true,
      reconnection: false,
    });
    const state = new Promise<RoomState>((resolve) => void socket.once('room:state', resolve));
    this.#held = [];
    socket.on('room:event', (event: RoomEvent) => {
      if (this.#socket === socket) this.#take(event);
    });
    this.#socket = socket;
    try {
      await connected(socket);
      const joined = await this.#ask(socket, 'join_channel', { channelId: this.#room });
      if (!joined.ok) throw new Error(joined.problem.code);
      const { seq } = await state;
      await this.#repair(socket, seq);
    } catch {
      this.#held = undefined;
      socket.disconnect();
      return false;
    }
    socket.once('disconnect', () => this.#again());
    if (!socket.connected) this.#again();
    return true;
  }

  #again(): void {
    if (this.#stopped) return;
    this.#reconnects += 1;
    void this.start();
  }

  /** Learns what came before the state that it was shown now, and then what came since. */
  async #repair(socket: Socket, seq: number): Promise<void> {
    if (this.#from < 0) {
      this.#from = seq;
      this.#seq = seq;
    } else if (this.#seq < seq) {
      const missed = await this.#ask(socket, 'room:sync', { channelId: this.#room, seq: this.#seq });
      if (!missed.ok || missed.events === undefined) throw new Error('nothing of what was missed');
      for (const event of missed.events.filter((one) => one.seq <= seq)) this.#know(event);
      if (this.#seq !== seq)
        this.#faults.push(`${this.#name} missed up to ${seq} and was told up to ${this.#seq}`);
    }
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const event of held) this.#know(event);
  }

  #take(event: RoomEvent): void {
    if (this.#held === undefined) this.#know(event);
    else this.#held.push(event);
  }

  #know({ kind, seq }: RoomEvent): void {
    if (seq !== this.#seq + 1) this.#faults.push(`${this.#name} was shown ${seq} after ${this.#seq}`);
    this.#seq = seq;
    this.#events.push({ seq, kind });
  }

  async #ask(socket: Socket, name: string, input: object): Promise<Answer> {
    return (await socket.timeout(answerMs).emitWithAck(name, input)) as Answer;
  }
}

function connected(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
