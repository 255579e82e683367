import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import { isSalienceError, messageOf, SalienceError } from '@salience/errors';
import { closesWithFile } from '@salience/testing';
import {
  createSwitchboard,
  opensSocket,
  type RoomsPort,
  type RoomSignals,
  type RoomStream,
  type Switchboard,
  type SwitchboardLimits,
} from '../../src/index.ts';

/** A switchboard on a free port, with an HTTP server of its own. */
export interface Desk {
  readonly at: string;
  readonly switchboard: Switchboard;
  /** Connects; the name says who: `agent:…`, `person:…`, or a guest. */
  connect(name: string, more?: Readonly<Record<string, unknown>>): Promise<Client>;
  close(): Promise<void>;
}

/** A client, and everything that it was sent. */
export interface Client {
  readonly socket: Socket;
  readonly heard: { readonly name: string; readonly value: never }[];
  /** The numbers of the events that it was shown. */
  seqs(): number[];
  ask(name: string, ...input: readonly unknown[]): Promise<Answer>;
}

/** What an event is answered with. */
export type Answer = {
  readonly ok: boolean;
  readonly problem?: { readonly status: number; readonly code: string };
} & Readonly<Record<string, unknown>>;

/** Signals within this process. `lossy` drops every hint. */
export function signalBus(lossy = false) {
  const listeners = new Set<(payload: string) => void>();
  return {
    send: async (_channel: string, payload: string) => {
      for (const listener of lossy ? [] : listeners) listener(payload);
      return true;
    },
    listen: async (_channel: string, listener: (payload: string) => void) => {
      listeners.add(listener);
      return async () => void listeners.delete(listener);
    },
  };
}

/** Starts a switchboard; `readmits` is asked when visitors are asked again. */
export async function startDesk(
  rooms: RoomsPort,
  {
    limits,
    readmits = () => true,
    signals = signalBus(),
    stream,
  }: {
    readonly limits?: Partial<SwitchboardLimits>;
    readonly readmits?: () => boolean;
    readonly signals?: RoomSignals;
    readonly stream?: RoomStream;
  } = {},
): Promise<Desk> {
  const server = createServer({ shouldUpgradeCallback: opensSocket }, (_request, response) =>
    response.end('page'),
  );
  const refused = (status: number, code: string) => new SalienceError(code, code, { data: { status } });
  const switchboard = createSwitchboard({
    server,
    rooms,
    admit: async (_request, auth) => {
      const [kind = 'guest', name = ''] = (auth['name'] as string).split(':');
      if (kind === 'nobody') throw refused(401, 'key.required');
      const readmit = async () => {
        if (!readmits()) throw refused(401, 'key.required');
      };
      if (kind === 'agent')
        return { visitor: { kind, agentId: `agt_${name}`, name }, counted: name, readmit };
      return { visitor: { kind: kind === 'person' ? kind : 'guest', name }, counted: 'people', readmit };
    },
    problemOf: (error) => ({
      type: 'urn:test',
      title: 'Error',
      status: isSalienceError(error) ? Number(error.data['status'] ?? 500) : 500,
      code: isSalienceError(error) ? error.code : 'internal',
      detail: messageOf(error),
    }),
    signals,
    stream,
    log: { warn: () => {} },
    limits: { lookMs: 60_000, renewMs: 60_000, ...limits },
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clients: Socket[] = [];
  return {
    at,
    switchboard,
    connect: async (name, more = {}) => {
      const client = clientOf(at, { name, ...more });
      clients.push(client.socket);
      await new Promise<void>((resolve, reject) => {
        client.socket.once('connect', resolve);
        client.socket.once('connect_error', reject);
      });
      return client;
    },
    close: closesWithFile(async () => {
      for (const socket of clients) socket.disconnect();
      await switchboard.close();
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    }),
  };
}

function clientOf(at: string, auth: Readonly<Record<string, unknown>>): Client {
  const socket = io(at, { transports: ['websocket'], auth, forceNew: true, reconnectionDelay: 50 });
  const heard: { name: string; value: never }[] = [];
  socket.onAny((name: string, value: unknown) => {
    heard.push({ name, value: value as never });
  });
  return {
    socket,
    heard,
    seqs: () =>
      heard.filter(({ name }) => name === 'room:event').map(({ value }) => (value as { seq: number }).seq),
    ask: async (name, ...input) => (await socket.timeout(5_000).emitWithAck(name, ...input)) as Answer,
  };
}
