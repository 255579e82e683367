/** What drivers say of a connection whose other end went away: sockets, and Postgres as it shuts down. */
const lostCodes = new Set(['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

/** True for the loss of a connection, as opposed to a defect of ours. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && lostCodes.has(String(error.code))) return true;
  return /^(?:Connection terminated|Connection is closed)/.test(error.message);
}
