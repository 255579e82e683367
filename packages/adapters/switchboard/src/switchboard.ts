import { createServer, type IncomingMessage, type Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ExtendedError, Server, type Socket } from 'socket.io';
import type { RoomEvent, RoomState } from '@salience/contracts';
import { bridgeEventOf } from './bridge-events.ts';
import { createFanOut, type RoomSignals, type RoomStream } from './fan-out.ts';
import { RoomFeeds } from './room-feeds.ts';
import type { AdmittedVisitor, ProblemOf, RoomsPort } from './rooms-port.ts';
import { RateLimit } from './rate-limit.ts';
import { refusal } from './refusal.ts';
import { type OpenSocket, SocketDesk } from './socket-desk.ts';
import { defaultSwitchboardLimits, type SwitchboardLimits } from './switchboard-limits.ts';

/** What the switchboard is made of. */
export interface SwitchboardOptions {
  /** The server whose upgrades it takes; its requests stay the server's. */
  readonly server: HttpServer;
  readonly rooms: RoomsPort;
  /** Who a socket is, by its handshake. Rejects with the problem that refuses it. */
  readonly admit: (
    request: IncomingMessage,
    auth: Readonly<Record<string, unknown>>,
  ) => Promise<AdmittedVisitor>;
  readonly problemOf: ProblemOf;
  readonly signals: RoomSignals;
  /** Redis for the adapter; without it signals carry the hints. */
  readonly stream?: RoomStream | undefined;
  readonly log: { warn(fields: object, message: string): void };
  /** Counts what came and what was shown. */
  readonly count?: (what: 'event' | 'refused' | 'shown', amount: number) => void;
  readonly limits?: Partial<SwitchboardLimits>;
}

/** Rooms over Socket.IO. */
export interface Switchboard {
  /** A room has another event, made by this process without a socket. */
  readonly tell: (room: string) => void;
  /** Sockets that are open here. */
  sockets(): number;
  /** Closes every socket; clients go on at another replica. */
  close(): Promise<void>;
}

/** The path of Socket.IO. */
const path = '/socket.io';
/** A message of 20,000 characters in the dearest of scripts, with its frame. */
const frameBytesMax = 128 * 1024;
const handshakeMs = 10_000;

/** Whether a request opens a socket of the switchboard: a server with an upgrade listener hands every other upgrade to its routes. */
export function opensSocket({ url }: { readonly url?: string | undefined }): boolean {
  return url !== undefined && (url.startsWith(`${path}/?`) || url === `${path}/`);
}

/** Takes the server's upgrades for Socket.IO. Websocket only: no request without an upgrade is answered here. */
export function createSwitchboard(options: SwitchboardOptions): Switchboard {
  const limits = { ...defaultSwitchboardLimits, ...options.limits };
  const { count = () => {}, log } = options;
  const io = new Server({
    path,
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: frameBytesMax,
    connectTimeout: handshakeMs,
    perMessageDeflate: false,
    httpCompression: false,
    allowUpgrades: false,
  });
  // Socket.IO replaces the request listeners of the server that it is attached to, and closes it. It gets one that never listens.
  const inner = createServer();
  io.attach(inner);
  const upgraded = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (socket.destroyed || !socket.writable) socket.destroy();
    else inner.emit('upgrade', request, socket, head);
  };
  options.server.on('upgrade', upgraded);

  const names = new Map<string, string>();
  const feeds = openFeeds(io, options, names, () => desk);
  const fanOut = createFanOut(io, options, (room) => feeds.of(room)?.hint());
  const tell = (room: string): void => {
    feeds.of(room)?.hint();
    fanOut.tell(room);
  };
  const desk: SocketDesk = new SocketDesk({
    ...options,
    feeds,
    limits,
    tell,
    known: (state: RoomState) => void names.set(state.id, state.name),
    count,
  });
  admitAll(io, options, limits, desk);
  const timers = [
    setInterval(() => void desk.renew(), limits.renewMs),
    setInterval(
      () =>
        void feeds.look().catch((error: unknown) => {
          log.warn({ code: options.problemOf(error).code }, 'rooms not looked at; they are looked at again');
        }),
      limits.lookMs,
    ),
  ];
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    options.server.off('upgrade', upgraded);
    for (const timer of timers) clearInterval(timer);
    await io.close();
    await desk.settled();
    await fanOut.close();
  };
  return { tell, sockets: () => desk.size, close: () => (closing ??= close()) };
}

/** What happened, shown to the sockets of this process; whoever is no member any more is put out by it. */
function openFeeds(
  io: Server,
  { count, log, problemOf, rooms }: SwitchboardOptions,
  names: ReadonlyMap<string, string>,
  desk: () => SocketDesk,
): RoomFeeds {
  return new RoomFeeds(rooms, {
    rooms,
    show: (room, events) => {
      for (const event of events) {
        show(io, room, names.get(room) ?? room, event);
        if (event.kind === 'left') desk().putOut(room, { kind: event.memberKind, member: event.who });
      }
      count?.('shown', events.length);
    },
    showState: (state) => {
      desk().keep(state);
      io.local.to(state.id).emit('room:state', state);
    },
    trouble: (room, error) =>
      log.warn({ room, code: problemOf(error).code }, 'room not read; it is read again'),
  });
}

/** Admits each socket by its handshake, and hands it to the desk. */
function admitAll(
  io: Server,
  { admit, count, problemOf }: SwitchboardOptions,
  limits: SwitchboardLimits,
  desk: SocketDesk,
): void {
  const enter = async (socket: Socket, done: (refused?: ExtendedError) => void): Promise<void> => {
    try {
      const admitted = await admit(socket.request, socket.handshake.auth);
      if (!desk.hasPlace(admitted)) throw full();
      const open: OpenSocket = { admitted, socket, rate: new RateLimit(limits.rate, performance.now()) };
      socket.data = open;
      desk.entering(open);
      done();
    } catch (error) {
      count?.('refused', 1);
      const problem = problemOf(error);
      done(Object.assign(new Error(problem.detail), { data: problem }));
    }
  };
  io.use((socket, done) => void enter(socket, done));
  io.on('connection', (socket) => desk.opened(socket.data as OpenSocket));
}

/** Shows one event to the sockets of this process: whole, and as clients of a Bridge know it. */
function show(io: Server, room: string, name: string, event: RoomEvent): void {
  const here = io.local.to(room);
  here.emit('room:event', { room, ...event });
  const told = bridgeEventOf(room, name, event);
  if (told !== undefined) here.emit(told.name, told.fields);
}

function full() {
  return refusal(503, 'room.full', 'Too many sockets are open. Close some, or use another replica.');
}
