import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * Where a connection is cut: behind so many bytes for the client (`down`) or for the server (`up`), or before the client gets to read the
 * first piece that matches (`before`).
 */
export type Cut = { readonly down: number } | { readonly up: number } | { readonly before: RegExp };

/** A port of loopback that leads to a server, and cuts connections. */
export interface CuttingDoor {
  readonly host: string;
  readonly port: number;
  /** Every command that passed, in order, without what follows its name but for EXAMINE; as `UID FETCH`. */
  readonly heard: readonly string[];
  /** Of each connection that was cut as planned: what the client had got of it, as Latin-1. */
  readonly cuts: readonly string[];
  /** Plans cuts, each of the next connection that has none. */
  cut(...plans: readonly Cut[]): void;
  close(): Promise<void>;
}

/** A tag, and a command with its folder. */
const command = /^[0-9A-Z]+ (UID [A-Z]+|EXAMINE \S+|[A-Z]+)\b/;

/** Opens one. */
export async function cuttingDoor(port: number): Promise<CuttingDoor> {
  const heard: string[] = [];
  const cuts: string[] = [];
  const planned: Cut[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      // Whoever ends it, both ends end.
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        (socket === client ? upstream : client).destroy();
      });
    }
    pass(client, upstream, { heard, cuts, cut: planned.shift() });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    heard,
    cuts,
    cut: (...plans) => void planned.push(...plans),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Limit {
  readonly up: number;
  readonly down: number;
  readonly before?: RegExp;
}

interface Passage {
  readonly heard: string[];
  readonly cuts: string[];
  readonly cut: Cut | undefined;
}

/** Passes everything on, both ways, up to the cut. */
function pass(client: Socket, upstream: Socket, { cut, cuts, heard }: Passage): void {
  const limit: Limit = { up: Infinity, down: Infinity, ...cut };
  let [up, down, isCut] = [0, '', false];
  const end = (): void => {
    cuts.push(down);
    client.destroy();
    upstream.destroy();
  };
  const give = (to: Socket, bytes: Buffer, most: number): void => {
    isCut = bytes.length >= most;
    if (isCut) to.write(bytes.subarray(0, most), end);
    else to.write(bytes);
  };
  client.on('data', (bytes: Buffer) => {
    if (isCut) return;
    for (const line of bytes.toString('latin1').split('\r\n')) {
      const [, name] = command.exec(line) ?? [];
      if (name !== undefined) heard.push(name);
    }
    give(upstream, bytes, limit.up - up);
    up += bytes.length;
  });
  upstream.on('data', (bytes: Buffer) => {
    if (isCut) return;
    const text = bytes.toString('latin1');
    if (limit.before?.test(text) === true) {
      isCut = true;
      return end();
    }
    const most = limit.down - down.length;
    down += text.slice(0, most);
    give(client, bytes, most);
  });
}
