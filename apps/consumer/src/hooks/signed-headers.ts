import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** The headers of a message that is signed by Standard Webhooks 1. */
export interface SignedHeaders {
  /** What the sender calls the message: the same for each time that it sends it. */
  readonly id: string;
  /** When it says to have sent it, in seconds since 1970. */
  readonly seconds: number;
  /** The signatures of the version that is known here, each of 32 bytes; none where there are only others. */
  readonly signatures: readonly Buffer[];
}

/** Signatures in one header at most: a sender that changes its secret sends two. */
const signaturesMax = 16;
const secretPrefix = 'whsec_';

/** Reads the headers of a signed message; the reason for which they are none otherwise. */
export function readSignedHeaders(headers: IncomingHttpHeaders): SignedHeaders | 'bad-headers' | 'unsigned' {
  const id = headers['webhook-id'];
  const seconds = headers['webhook-timestamp'];
  const signature = headers['webhook-signature'];
  if (signature === undefined || signature === '') return 'unsigned';
  if (typeof id !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(id)) return 'bad-headers';
  if (typeof seconds !== 'string' || !/^\d{1,12}$/.test(seconds)) return 'bad-headers';
  const parts = typeof signature === 'string' ? signature.split(' ') : [];
  const areSignatures = parts.every((part) => /^[a-z0-9]{1,10},[\w+/=-]{1,600}$/i.test(part));
  if (!areSignatures || parts.length === 0 || parts.length > signaturesMax) return 'bad-headers';
  const known = parts.filter((part) => /^v1,[A-Za-z0-9+/]{43}=$/.test(part));
  return {
    id,
    seconds: Number(seconds),
    signatures: known.map((part) => Buffer.from(part.slice(3), 'base64')),
  };
}

/**
 * Which of a hook's secrets signed exactly these headers and these bytes; undefined where none did. Every signature is compared with every secret,
 * over all its bytes, so the time that it takes tells nothing.
 */
export function whoSigned(
  { id, seconds, signatures }: SignedHeaders,
  body: Buffer,
  secrets: { readonly current: string; readonly old: string | null },
): 'current' | 'old' | undefined {
  const isOf = (secret: string): boolean => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
    const right = createHmac('sha256', key).update(`${id}.${seconds}.`).update(body).digest();
    return signatures.filter((signature) => timingSafeEqual(signature, right)).length > 0;
  };
  const byCurrent = isOf(secrets.current);
  const byOld = secrets.old !== null && isOf(secrets.old);
  if (byCurrent) return 'current';
  return byOld ? 'old' : undefined;
}
