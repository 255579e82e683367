import type { Readable } from 'node:stream';
import { cleanText } from './result-text.ts';

/** Where this package writes. Messages are constant, data are fields. */
export interface McpLog {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** How much of one connection's output is ever logged, in characters. */
const charsMax = 65_536;

/** How much of it fits in one line of the log. */
const lineChars = 2_000;

/**
 * Reads what a server writes to its standard error, to its end, so that the server never waits for a reader. Its words may
 * be anything, secrets and conversation included: they are seen at level debug only, and at most 64 Ki characters of them;
 * at level info there is one line with how much it was.
 */
export function logServerOutput(stream: Readable, server: string, log: McpLog): void {
  let bytes = 0;
  let told = 0;
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.byteLength;
    if (told >= charsMax) return;
    const line = cleanText(chunk.toString('utf8')).slice(0, lineChars);
    told += line.length;
    log.debug({ server, line }, 'a tool server wrote to its standard error');
  });
  stream.on('error', () => undefined);
  stream.once('end', () => {
    if (bytes > 0) log.info({ server, bytes }, 'a tool server has written to its standard error');
  });
}
