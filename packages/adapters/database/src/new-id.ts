import { randomFillSync } from 'node:crypto';
import { formatId, type Id, type IdKind } from '@salience/contracts';

/**
 * Makes an id whose hex is a uuid v7 (RFC 9562): 48 bits of milliseconds, then random bits.
 * `atMs` is business time in milliseconds since 1970; ids of later milliseconds sort later.
 */
export function newId<K extends IdKind>(kind: K, atMs: number = Date.now()): Id<K> {
  const bytes = randomFillSync(new Uint8Array(16));
  const view = new DataView(bytes.buffer);
  view.setUint16(0, Math.floor(atMs / 2 ** 32));
  view.setUint32(2, atMs % 2 ** 32);
  bytes[6] = 0x70 | ((bytes[6] as number) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] as number) & 0x3f);
  return formatId(kind, bytes);
}
