import type { Shapes } from '../../api/routes.gen.ts';
import type { RoomEvent, RoomState } from './room-state.ts';

/** Who a socket speaks for: the session of the browser, an agent by its key, or a guest by a name. */
export interface SocketAuth {
  readonly name?: string;
  readonly apiKey?: string;
}

/** What the server answers to what a socket sends. */
export type SocketAnswer =
  | ({ readonly ok: true } & {
      readonly events?: readonly RoomEvent[];
      readonly state?: RoomState;
    })
  | { readonly ok: false; readonly problem: Shapes['Problem'] };

/** The part of Socket.IO's client that is used. */
export interface RoomSocket {
  on(event: 'connect' | 'disconnect', handle: () => void): void;
  on(event: 'connect_error', handle: (error: Error & { data?: { detail?: string } }) => void): void;
  on(event: 'room:state', handle: (state: RoomState) => void): void;
  on(event: 'room:event', handle: (event: RoomEvent) => void): void;
  timeout(ms: number): { emitWithAck(event: string, input: object): Promise<SocketAnswer> };
  disconnect(): void;
}

interface Client {
  readonly io: (options: object) => RoomSocket;
}

/** Served by consumer, in the version of its server. */
const client = '/assets/socket.io.js';

/** Opens a socket of rooms; it connects again by itself. The client is loaded when the first one is opened. */
export async function openRoomSocket(auth: SocketAuth): Promise<RoomSocket> {
  const { io } = (await import(client)) as Client;
  return io({ transports: ['websocket'], auth, reconnectionDelayMax: 2_000, forceNew: true });
}
