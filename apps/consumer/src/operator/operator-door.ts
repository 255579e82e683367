import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { type Database, type OperatorDoor as DoorAnswer, openOperatorDoor } from '@salience/database';
import { bearerOf } from '../http/bearer.ts';
import { KeyLookups } from '../http/key-lookups.ts';
import { refuseBrowserAttacks, refuseForeignPages } from '../http/loopback.ts';
import { httpProblem } from '../http/problems.ts';
import { sessionCookieOf } from './session-cookie.ts';

/** Who operates: what the audit log calls it. */
export interface Operator {
  /** `operator:<key name>`, or `local` where no key is needed. */
  readonly actor: string;
  /** Seconds until the browser's session ends; null without a session. */
  readonly seconds: number | null;
}

/** How the door is kept. */
export interface OperatorDoorOptions {
  readonly db: Database;
  /** True when only this machine can connect. */
  readonly loopback: boolean;
  /** How long an answer is believed, in milliseconds; at most 5,000. */
  readonly cacheMs: number;
}

type Key = NonNullable<DoorAnswer['key']>;
interface Found {
  readonly key: Key;
  /** When it expires, on this process's clock. */
  readonly until: number;
}

const keyPattern = /^op_[\w-]{43}$/;
const sessionPattern = /^os_[\w-]{43}$/;

/**
 * Decides who may operate. On a loopback bind without any operator key whoever is on this machine may; anywhere else, and
 * as soon as a key exists, `Authorization: Bearer op_…` or a browser's session is needed. Keys of agents open nothing.
 */
export class OperatorDoor {
  readonly #options: OperatorDoorOptions;
  readonly #found: KeyLookups<Found>;
  #closed: { readonly asked: Promise<boolean>; readonly until: number } | undefined;

  constructor(options: OperatorDoorOptions) {
    this.#options = options;
    this.#found = new KeyLookups(this.#believedMs());
  }

  /** The operator behind a request. Throws 401 without a good key or session, 403 for a page that is not ours. */
  async admit(request: Request): Promise<Operator> {
    if (request.headers.authorization !== undefined) {
      const key = bearerOf(request);
      const found = key === undefined ? undefined : await this.#lookUp(key, keyPattern, 'key');
      if (found === undefined) throw wrongKey();
      return { actor: `operator:${found.key.name}`, seconds: null };
    }
    const session = sessionCookieOf(request);
    const found = session === undefined ? undefined : await this.#lookUp(session, sessionPattern, 'session');
    if (found !== undefined) {
      refuseForeignPages(request);
      const seconds = Math.floor((found.until - performance.now()) / 1_000);
      return { actor: `operator:${found.key.name}`, seconds };
    }
    if (!this.#options.loopback || (await this.#isClosed())) throw required();
    refuseBrowserAttacks(request.headers);
    refuseForeignPages(request);
    return { actor: 'local', seconds: null };
  }

  /** True when this text is a good operator key now; guesses are slowed down as everywhere. */
  async knows(key: string): Promise<boolean> {
    return (await this.#lookUp(key, keyPattern, 'key')) !== undefined;
  }

  async #lookUp(secret: string, pattern: RegExp, kind: 'key' | 'session'): Promise<Found | undefined> {
    if (!pattern.test(secret)) return undefined;
    const hash = createHash('sha256').update(secret).digest('hex');
    const found = await this.#found.find(hash, async () => {
      const { key } = await openOperatorDoor(this.#options.db, { [kind]: secret });
      if (key === null) return undefined;
      return { key, until: performance.now() + (key.goodForMs ?? Number.POSITIVE_INFINITY) };
    });
    return found !== undefined && found.until > performance.now() ? found : undefined;
  }

  /** Whether keys are in use; asked once in a while. */
  #isClosed(): Promise<boolean> {
    const now = performance.now();
    if (this.#closed === undefined || this.#closed.until <= now) {
      const asked = openOperatorDoor(this.#options.db, {}).then((door) => door.closed);
      this.#closed = { asked, until: now + this.#believedMs() };
      asked.catch(() => (this.#closed = undefined));
    }
    return this.#closed.asked;
  }

  #believedMs(): number {
    return Math.min(this.#options.cacheMs, 5_000);
  }
}

function required() {
  return refusal(
    'Expected "Authorization: Bearer op_…", got no operator key. Make one with "salience operator key create", or sign in at /operator/sign-in.',
    '',
  );
}

/** The problem of a key or session that opens nothing. */
export function wrongKey() {
  return refusal(
    'This is no operator key, or it expired or was revoked. "salience operator key list" shows which there are; keys of agents (sk_…) open no operator routes.',
    ', error="invalid_token"',
  );
}

function refusal(detail: string, more: string) {
  const headers = { 'WWW-Authenticate': `Bearer realm="salience operator"${more}` };
  return httpProblem(401, 'operator.required', detail, { headers });
}
