import { io, type Socket } from 'socket.io-client';
import type { RoomEvent, RoomState } from '@salience/contracts';

/** What an event is answered with. */
export type SocketAnswer = {
  readonly ok: boolean;
  readonly problem?: { readonly status: number; readonly code: string };
} & Readonly<Record<string, unknown>>;

/** A client of the switchboard, with everything that it was sent. */
export interface RoomClient {
  readonly socket: Socket;
  readonly heard: { readonly name: string; readonly value: Readonly<Record<string, unknown>> }[];
  /** The events of rooms that it was shown, in the order in which they came. */
  events(): RoomEvent[];
  states(): RoomState[];
  ask(name: string, input: unknown): Promise<SocketAnswer>;
}

/** Connects to a consumer; rejects with the problem that refuses it. */
export async function connectRoom(
  at: string,
  auth: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<RoomClient> {
  const socket = io(at, {
    transports: ['websocket'],
    auth,
    extraHeaders: headers,
    forceNew: true,
    reconnectionDelay: 50,
    reconnectionDelayMax: 100,
  });
  const heard: { name: string; value: Readonly<Record<string, unknown>> }[] = [];
  socket.onAny((name: string, value: Readonly<Record<string, unknown>>) => {
    heard.push({ name, value });
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', (error) => {
      socket.disconnect();
      reject(error);
    });
  });
  const valuesOf = (wanted: string) => heard.filter(({ name }) => name === wanted).map(({ value }) => value);
  return {
    socket,
    heard,
    events: () => valuesOf('room:event') as unknown as RoomEvent[],
    states: () => valuesOf('room:state') as unknown as RoomState[],
    ask: async (name, input) => (await socket.timeout(10_000).emitWithAck(name, input)) as SocketAnswer,
  };
}
