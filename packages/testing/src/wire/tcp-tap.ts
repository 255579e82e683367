import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A server that passes everything on to another, and shows what clients say on the way. */
export interface TcpTap {
  readonly port: number;
  stop(): Promise<void>;
}

/** Passes connections on to `127.0.0.1:port`; `listen` is called for each and gets every piece the client sends; `passed` gets the bytes of both directions, and `rewrite` may change what the server says. */
export async function startTap(
  port: number,
  listen: () => (piece: Buffer) => void,
  passed: (bytes: number) => void = () => {},
  rewrite: (piece: Buffer) => Buffer = (piece) => piece,
): Promise<TcpTap> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    const hear = listen();
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      // One end breaking ends the other; whose fault it was is told by whoever asked.
      socket.on('error', () => {});
      socket.once('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (piece) => {
      hear(piece);
      passed(piece.length);
      upstream.write(piece);
    });
    upstream.on('data', (piece) => {
      passed(piece.length);
      client.write(rewrite(piece));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
