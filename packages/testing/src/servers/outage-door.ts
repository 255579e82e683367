import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A door in front of a server that other tests use too: shut it, and for whoever goes through it the server is away. */
export interface OutageDoor {
  /** The server's address through this door: the same, but for host and port. */
  through(url: string): string;
  /** Refuses connections and breaks those there are, as a server does that ends. */
  shut(): Promise<void>;
  /** Lets everybody through again, on the same port. */
  open(): Promise<void>;
  /** For good. */
  close(): Promise<void>;
}

/** Makes an open door to the server behind `url`. */
export async function outageDoor(url: string): Promise<OutageDoor> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const serve = (): Server =>
    createServer((inside) => {
      const outside = connect(Number(port), hostname);
      for (const socket of [inside, outside]) {
        sockets.add(socket);
        // A broken connection is what this is for.
        socket.on('error', () => {});
        socket.on('close', () => {
          sockets.delete(socket);
          inside.destroy();
          outside.destroy();
        });
      }
      inside.pipe(outside).pipe(inside);
    });
  const listen = async (at: number): Promise<Server> => {
    const server = serve();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(at, '127.0.0.1', resolve);
    });
    return server;
  };
  let server: Server | undefined = await listen(0);
  const own = (server.address() as AddressInfo).port;
  const shut = async (): Promise<void> => {
    const closing = server;
    server = undefined;
    const closed = new Promise<void>((resolve) => {
      if (closing === undefined) resolve();
      else closing.close(() => resolve());
    });
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    through(address) {
      const changed = new URL(address);
      changed.hostname = '127.0.0.1';
      changed.port = String(own);
      return changed.href;
    },
    shut,
    async open() {
      server ??= await listen(own);
    },
    close: shut,
  };
}
