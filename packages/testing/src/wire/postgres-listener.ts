/**
 * Reads what a client sends to Postgres and calls `trip` for every message after which it has to wait for the server:
 * a simple query, or the sync that ends an extended one, however many messages came before it. It is told the name of the
 * statement that was run last; one without a name has none.
 */
export function postgresListener(trip: (statement: string) => void): (piece: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let statement = '';
  let started = false;
  return (piece) => {
    rest = Buffer.concat([rest, piece]);
    for (;;) {
      // The first message, which names the user, has no letter before its length.
      const lengthAt = started ? 1 : 0;
      if (rest.length < lengthAt + 4) return;
      const length = lengthAt + rest.readInt32BE(lengthAt);
      if (rest.length < length) return;
      const letter = started ? String.fromCharCode(rest[0] ?? 0) : '';
      // The name of a portal, then that of the statement.
      if (letter === 'B') statement = rest.toString('utf8', 5, lengthAt + length).split('\0')[1] ?? '';
      if (letter === 'Q') statement = '';
      if (letter === 'Q' || letter === 'S') trip(statement);
      started = true;
      rest = rest.subarray(length);
    }
  };
}
