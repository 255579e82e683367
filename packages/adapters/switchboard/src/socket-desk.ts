import type { Socket } from 'socket.io';
import type { z } from 'zod';
import type { Problem, RoomState } from '@salience/contracts';
import type { RateLimit } from './rate-limit.ts';
import type { RoomFeeds } from './room-feeds.ts';
import type { AdmittedVisitor, Meant, Place, ProblemOf, RoomsPort } from './rooms-port.ts';
import { refusal } from './refusal.ts';
import { placeSchema, type SocketEvent, socketEvents, syncSchema } from './socket-events.ts';
import type { SwitchboardLimits } from './switchboard-limits.ts';

/** A socket with who it is. */
export interface OpenSocket {
  readonly admitted: AdmittedVisitor;
  readonly socket: Socket;
  readonly rate: RateLimit;
}

/** What the desk is made of. */
export interface DeskOptions {
  readonly rooms: RoomsPort;
  readonly feeds: RoomFeeds;
  readonly limits: SwitchboardLimits;
  readonly problemOf: ProblemOf;
  readonly log: { warn(fields: object, message: string): void };
  /** A room has another event. */
  readonly tell: (room: string) => void;
  /** A room was read. */
  readonly known: (state: RoomState) => void;
  readonly count: (what: 'event' | 'refused', amount: number) => void;
}

type Answer = { readonly ok: true } & Readonly<Record<string, unknown>>;

/** Takes what sockets send. Whatever comes is answered, with a result or with a problem; nothing that comes throws. */
export class SocketDesk {
  readonly #options: DeskOptions;
  readonly #open = new Set<OpenSocket>();
  readonly #rooms = new Map<OpenSocket, Set<string>>();
  readonly #working = new Set<Promise<unknown>>();

  constructor(options: DeskOptions) {
    this.#options = options;
  }

  /** Sockets that are open or being opened. */
  get size(): number {
    return this.#open.size;
  }

  /** Whether another socket of this visitor fits. */
  hasPlace({ counted }: AdmittedVisitor): boolean {
    const { sockets, socketsPerVisitor } = this.#options.limits;
    if (this.#open.size >= sockets) return false;
    let theirs = 0;
    for (const { admitted } of this.#open) if (admitted.counted === counted) theirs += 1;
    return theirs < socketsPerVisitor;
  }

  /** Counts a socket from its handshake on. */
  entering(open: OpenSocket): void {
    this.#open.add(open);
    this.#rooms.set(open, new Set());
    // Of a client that went away before it was connected nothing else tells.
    open.socket.conn.once('close', () => this.#closed(open));
  }

  /** Listens to a connected socket. What it sends is done one after another, in its order. */
  opened(open: OpenSocket): void {
    let before: Promise<unknown> = Promise.resolve();
    open.socket.onAny((name: unknown, ...rest: unknown[]) => {
      const last = rest.at(-1);
      const reply = typeof last === 'function' ? (last as (answer: unknown) => void) : undefined;
      const isFree = open.rate.take(performance.now());
      const work = before.then(() => this.#take(open, String(name), rest[0], { isFree, reply }));
      before = work;
      void this.#track(work);
    });
  }

  /** Somebody is no member of a room any more: no socket of theirs hears it. */
  putOut(room: string, { kind, member }: Meant): void {
    const { rooms } = this.#options;
    for (const open of this.#open) {
      const { kind: is, member: who } = rooms.memberOf(open.admitted.visitor);
      if (is === kind && who === member) this.#takeOut(open, room);
    }
  }

  /** Puts out whoever is not among the members of a room. */
  keep({ id, members }: RoomState): void {
    const { rooms } = this.#options;
    const known = new Set(members.map(({ kind, member }) => `${kind} ${member}`));
    for (const open of this.#open) {
      const { kind, member } = rooms.memberOf(open.admitted.visitor);
      if (!known.has(`${kind} ${member}`)) this.#takeOut(open, id);
    }
  }

  /** Renews the presence of every open socket, and closes those whose visitor may not be here any more. */
  async renew(): Promise<void> {
    const { limits, log, problemOf, rooms } = this.#options;
    const places = [...this.#open].flatMap((open) => this.#placesOf(open));
    await this.#track(
      Promise.all([
        places.length === 0 ? undefined : rooms.renew(places),
        ...[...this.#open].map(({ admitted, socket }) => {
          // Cut: one that is closed in order waits until everything before that is read.
          if (unreadOf(socket) > limits.unread) socket.request.socket.destroy();
          return admitted.readmit().catch((error: unknown) => {
            // Only a refusal: a database that is away refuses nobody.
            if ([401, 403, 404].includes(problemOf(error).status)) socket.disconnect(true);
          });
        }),
      ]).catch((error: unknown) =>
        log.warn({ code: problemOf(error).code }, 'presence not renewed; it is renewed again'),
      ),
    );
  }

  /** Resolves when everything that was begun has ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#working);
  }

  async #take(
    open: OpenSocket,
    name: string,
    input: unknown,
    { isFree, reply }: { readonly isFree: boolean; readonly reply: ((answer: unknown) => void) | undefined },
  ): Promise<void> {
    const { count, problemOf } = this.#options;
    try {
      if (!isFree) throw tooMany();
      const answer = await this.#run(open, name, input);
      count('event', 1);
      reply?.(answer);
    } catch (error) {
      count('refused', 1);
      const problem: Problem = problemOf(error);
      if (reply === undefined) open.socket.emit('problem', { event: name.slice(0, 64), problem });
      else reply({ ok: false, problem });
    }
  }

  async #run(open: OpenSocket, name: string, input: unknown): Promise<Answer> {
    if (name === 'join_channel') return this.#join(open, read(placeSchema, input).channelId);
    if (name === 'leave_channel') return this.#leave(open, read(placeSchema, input).channelId);
    if (name === 'room:sync') return this.#sync(open, read(syncSchema, input));
    const event: SocketEvent | undefined = socketEvents.get(name);
    if (event === undefined) {
      throw refusal(404, 'event.unknown', 'There is no such event. docs/switchboard.md lists the events.');
    }
    const asked = read(event.schema, input) as { readonly channelId?: string };
    const { rooms } = this.#options;
    const told = await event.run({ rooms, visitor: open.admitted.visitor }, asked);
    if (asked.channelId !== undefined) this.#options.tell(asked.channelId);
    return { ok: true, ...told };
  }

  async #join(open: OpenSocket, room: string): Promise<Answer> {
    const { feeds, known, limits, rooms, tell } = this.#options;
    const theirs = this.#rooms.get(open);
    if (theirs === undefined) throw gone();
    if (!theirs.has(room) && theirs.size >= limits.roomsPerSocket) {
      const detail = `Expected at most ${limits.roomsPerSocket} rooms to a socket. Leave one, or open another socket.`;
      throw refusal(422, 'room.too-many', detail);
    }
    await rooms.join(open.admitted.visitor, placeOf(open, room));
    const feed = feeds.hold(room);
    let isIn = false;
    try {
      const state = await feed.join((read) => {
        known(read);
        const { kind, member } = rooms.memberOf(open.admitted.visitor);
        // Put out meanwhile.
        if (!read.members.some((one) => one.kind === kind && one.member === member)) throw notMember();
        if (!this.#open.has(open)) throw gone();
        isIn = true;
        // Joining twice only repeats the state.
        if (theirs.has(room)) feeds.release(room);
        theirs.add(room);
        void open.socket.join(room);
        open.socket.emit('room:state', read);
      });
      tell(room);
      return { ok: true, room: state.id, seq: state.seq };
    } catch (error) {
      if (!isIn) feeds.release(room);
      // A socket that was closed while it joined leaves nobody behind.
      if (!this.#open.has(open)) await rooms.drop([placeOf(open, room)]).catch(() => {});
      throw error;
    }
  }

  async #leave(open: OpenSocket, room: string): Promise<Answer> {
    const { rooms, tell } = this.#options;
    this.#takeOut(open, room);
    await rooms.leave(open.admitted.visitor, placeOf(open, room));
    tell(room);
    return { ok: true };
  }

  #takeOut(open: OpenSocket, room: string): void {
    if (this.#rooms.get(open)?.delete(room) !== true) return;
    void open.socket.leave(room);
    this.#options.feeds.release(room);
  }

  async #sync(
    open: OpenSocket,
    { channelId, seq }: { readonly channelId: string; readonly seq: number },
  ): Promise<Answer> {
    const feed =
      this.#rooms.get(open)?.has(channelId) === true ? this.#options.feeds.of(channelId) : undefined;
    if (feed === undefined) {
      throw refusal(
        409,
        'room.not-joined',
        'Expected a room that this socket has joined. Send join_channel first.',
      );
    }
    return { ok: true, room: channelId, ...(await feed.missed(seq)) };
  }

  #closed(open: OpenSocket): void {
    const places = this.#placesOf(open);
    this.#open.delete(open);
    this.#rooms.delete(open);
    if (places.length === 0) return;
    const { feeds, rooms, tell } = this.#options;
    for (const { room } of places) feeds.release(room);
    void this.#track(
      rooms.drop(places).then(
        () => {
          for (const { room } of places) tell(room);
        },
        // Presence that nobody renews ends by itself.
        () => {},
      ),
    );
  }

  #placesOf(open: OpenSocket): Place[] {
    return [...(this.#rooms.get(open) ?? [])].map((room) => placeOf(open, room));
  }

  #track<T>(work: Promise<T>): Promise<T> {
    this.#working.add(work);
    void work.finally(() => this.#working.delete(work)).catch(() => {});
    return work;
  }
}

/** Packets that wait for a client to read. */
function unreadOf({ conn }: Socket): number {
  return (conn as unknown as { readonly writeBuffer: readonly unknown[] }).writeBuffer.length;
}

function placeOf({ socket }: OpenSocket, room: string): Place {
  return { socket: socket.id, room };
}

function read<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, 5).map(({ message, path }) => ({
    path: path.map(String).join('.').slice(0, 100),
    message,
  }));
  const list = issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ');
  throw refusal(422, 'event.invalid', `The event is invalid: ${list}.`, issues);
}

function tooMany() {
  return refusal(429, 'room.throttled', 'Too many events came from this socket. Send them more slowly.');
}

function notMember() {
  const detail = 'This is no member of the room any more. A moderator adds an agent.';
  return refusal(404, 'room.not-member', detail);
}

function gone() {
  return refusal(409, 'room.not-joined', 'The socket was closed.');
}
