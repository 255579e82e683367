import { createHash } from 'node:crypto';
import { SalienceError } from '@salience/errors';

/** What a body is. */
export interface PageBody {
  /** Of its bytes: SHA-256, in hexadecimal digits. */
  readonly hash: string;
  /** After it was unpacked. */
  readonly bytes: number;
  /** The number that it is: a JSON number, or that of the field `value` of a JSON object. */
  readonly value: number | null;
}

/** Longer bodies are not looked through for a number, in bytes. */
const valueBytesMax = 65_536;

/** Reads a body as it comes. Rejects with `page.too-large` as soon as it is longer than `maxBytes`; the rest is not read. */
export async function readBody(response: Response, maxBytes: number, shown: string): Promise<PageBody> {
  const hash = createHash('sha256');
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += piece.length;
    if (bytes > maxBytes)
      throw new SalienceError(
        'page.too-large',
        `Expected at most ${maxBytes} bytes from ${shown}, got more. Watch a smaller page, such as a status in JSON.`,
      );
    hash.update(piece);
    if (bytes <= valueBytesMax) pieces.push(piece);
  }
  return {
    hash: hash.digest('hex'),
    bytes,
    value: bytes > valueBytesMax ? null : valueOf(Buffer.concat(pieces)),
  };
}

function valueOf(body: Buffer): number | null {
  let json: unknown;
  try {
    json = JSON.parse(body.toString('utf8').replace(/^\uFEFF/, ''));
  } catch {
    return null;
  }
  const value = typeof json === 'object' && json !== null && 'value' in json ? json.value : json;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
