import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { SelfSigned } from './self-signed.ts';

/** A port of loopback that can be shut and opened again. */
export interface ListeningDoor {
  readonly port: number;
  open(): Promise<void>;
  /** Resolves when the last connection has ended. */
  shut(): Promise<void>;
}

/** Listens at a port that is free, with TLS if there is a certificate. */
export async function listeningDoor(
  serve: (socket: Socket) => void,
  tls: SelfSigned | undefined,
): Promise<ListeningDoor> {
  let port = 0;
  let server: Server | undefined;
  const door: ListeningDoor = {
    get port() {
      return port;
    },
    async open() {
      server = tls === undefined ? createServer(serve) : createTlsServer({ ...tls }, serve);
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      ({ port } = server.address() as AddressInfo);
    },
    async shut() {
      const closing = server;
      server = undefined;
      if (closing === undefined) return;
      await new Promise((resolve) => closing.close(resolve));
    },
  };
  await door.open();
  return door;
}
