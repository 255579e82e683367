import { connect } from 'node:net';

/** Asks the server on the port, or on the socket at a path, how it wants a client to prove itself: the code of its authentication request. */
export function authenticationAsked(at: number | string, user: string): Promise<number> {
  const body = Buffer.from(`user\0${user}\0database\0postgres\0\0`);
  const start = Buffer.alloc(8);
  start.writeInt32BE(8 + body.length, 0);
  start.writeInt32BE(196_608, 4);
  return new Promise((resolve, reject) => {
    const place = typeof at === 'string' ? { path: at } : { host: '127.0.0.1', port: at };
    const socket = connect(place, () => socket.write(Buffer.concat([start, body])));
    socket.once('error', reject);
    // Whoever got the port of a server that is gone may take connections and say nothing.
    socket.setTimeout(5_000, () => socket.destroy(new Error('The server does not answer')));
    socket.once('close', () => reject(new Error('The server hung up')));
    socket.once('data', (answer: Buffer) => {
      socket.destroy();
      if (answer.toString('latin1', 0, 1) === 'R') resolve(answer.readInt32BE(5));
      else reject(new Error(`The server refused: ${answer.toString('latin1')}`));
    });
  });
}

/** The code of a request for SCRAM, the only way in that never sends the password. */
export const SCRAM = 10;
