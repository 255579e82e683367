import { createHash, randomBytes } from 'node:crypto';

/** A new key in clear text, and what is stored of it. */
export interface Secret {
  readonly key: string;
  readonly hash: string;
  /** The first characters, by which a person distinguishes keys. */
  readonly hint: string;
}

/** Makes a secret of 256 random bits behind a prefix that says what it opens. */
export function makeSecret(prefix: 'op_' | 'os_' | 'pc_' | 'ps_' | 'pt_' | 'sk_'): Secret {
  const key = `${prefix}${randomBytes(32).toString('base64url')}`;
  return { key, hash: hashSecret(key), hint: key.slice(0, 8) };
}

/**
 * What is kept of a secret. It carries 256 random bits, so a plain hash is enough: there is nothing to guess. It is found
 * by its hash alone, so the time of a look-up tells nothing about any key that exists.
 */
export function hashSecret(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
