import { connect, createServer, type Server, type Socket } from 'node:net';
import { clusterHosts, portsOf, rewriterFor, withPorts } from './cluster-ports.ts';
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

/** Makes an open door to each server behind the addresses, or to every node of a cluster behind one. All are shut and opened together. */
export async function outageDoor(...urls: readonly string[]): Promise<OutageDoor> {
  const doors = new Map<number, number>();
  const servers = new Map(urls.flatMap((url) => portsOf(url).map((port) => [port, url] as const)));
  const all = await Promise.all(
    [...servers].map(async ([port, url]) => {
      const door = await doorTo({ host: hostOf(url), port }, rewriterFor(url, doors));
      doors.set(port, door.port);
      return door;
    }),
  );
  const each = (act: 'open' | 'shut') => async (): Promise<void> => {
    await Promise.all(all.map((door) => door[act]()));
  };
  return {
    through: (address) => withPorts(address, doors),
    shut: each('shut'),
    open: each('open'),
    close: each('shut'),
  };
}

function hostOf(url: string): string {
  return clusterHosts(url) === undefined ? new URL(url).hostname : '127.0.0.1';
}

interface Door {
  readonly port: number;
  open(): Promise<void>;
  shut(): Promise<void>;
}

/** A door to one server; `rewrite` changes what the server says. */
async function doorTo(
  { host, port }: { readonly host: string; readonly port: number },
  rewrite: ((piece: Buffer) => Buffer) | undefined,
): Promise<Door> {
  const sockets = new Set<Socket>();
  const serve = (): Server =>
    createServer((inside) => {
      const outside = connect(port, host);
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
      inside.pipe(outside);
      if (rewrite === undefined) outside.pipe(inside);
      else outside.on('data', (piece) => inside.write(rewrite(piece)));
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
  return {
    port: own,
    async shut() {
      const closing = server;
      server = undefined;
      const closed = new Promise<void>((resolve) => {
        if (closing === undefined) resolve();
        else closing.close(() => resolve());
      });
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async open() {
      server ??= await listen(own);
    },
  };
}
