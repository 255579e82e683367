import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import { type Database } from '@salience/database';
import { findPersonSession, openPersonSession } from '@salience/database/operators';
import { bearerOf } from '../http/bearer.ts';
import { KeyLookups } from '../http/key-lookups.ts';
import { refuseForeignPages } from '../http/loopback.ts';
import { httpProblem } from '../http/problems.ts';
import { addressOf, StrangerLine } from '../http/stranger-line.ts';
import { personCookie, sessionOf } from '../http/session-cookie.ts';

/** The person of this machine, as proved by a request. */
export interface Person {
  /** Seconds until the browser session ends; null for the token itself, which does not expire. */
  readonly seconds: number | null;
}

/** Options of the person door. */
export interface PersonDoorOptions {
  readonly db: Database;
  /** The person's token. If undefined, no caller is the person. */
  readonly token: string | undefined;
  /** How long a session is cached, in milliseconds; at most 5,000. */
  readonly cacheMs: number;
}

const sessionPattern = /^ps_[\w-]{43}$/;
const codePattern = /^pc_[\w-]{43}$/;

/**
 * Recognises the person of this machine by the token, which no tool of an agent gets, or by the session of a browser that exchanged a
 * code made with it. A new token ends both.
 */
export class PersonDoor {
  readonly #options: PersonDoorOptions;
  readonly #sessions: KeyLookups<{ readonly until: number }>;
  readonly #codes = new StrangerLine();
  readonly #hash: Buffer | undefined;

  constructor(options: PersonDoorOptions) {
    this.#options = options;
    this.#sessions = new KeyLookups(Math.min(options.cacheMs, 5_000));
    this.#hash = options.token === undefined ? undefined : sha256(options.token);
  }

  /**
   * The person of a request; undefined if it has neither token nor session. Throws 401 for a wrong token, which never counts as no
   * token, and 403 for a page that is not ours.
   */
  async find(request: Request): Promise<Person | undefined> {
    const shown = bearerOf(request);
    if (shown?.startsWith('pt_')) {
      if (this.#hash === undefined || !timingSafeEqual(sha256(shown), this.#hash)) throw wrongToken();
      return { seconds: null };
    }
    const session = sessionOf(request, personCookie);
    if (session === undefined || this.#hash === undefined || !sessionPattern.test(session)) return undefined;
    const { db } = this.#options;
    const hash = this.#hash.toString('hex');
    const found = await this.#sessions.find(sha256(session).toString('hex'), addressOf(request), async () => {
      const goodForMs = await findPersonSession(db, session, hash);
      return goodForMs === undefined ? undefined : { until: performance.now() + goodForMs };
    });
    if (found === undefined || found.until <= performance.now()) return undefined;
    refuseForeignPages(request);
    return { seconds: Math.floor((found.until - performance.now()) / 1_000) };
  }

  /** Exchanges a code for a browser session, once. Throws 401 for an invalid code. */
  async open(request: Request, code: string, seconds: number): Promise<{ token: string; seconds: number }> {
    const personHash = this.#hash?.toString('hex');
    const opened =
      personHash === undefined || !codePattern.test(code)
        ? undefined
        : await this.#codes.run(addressOf(request), () =>
            openPersonSession(this.#options.db, { code, personHash }, seconds),
          );
    if (opened === undefined) throw wrongCode();
    return opened;
  }

  /** Where sessions and codes are stored. Throws 401 if this server has no token. */
  hash(): string {
    if (this.#hash === undefined) throw personRequired();
    return this.#hash.toString('hex');
  }
}

/** The problem of a request that only the person of this machine may make. */
export function personRequired() {
  return refusal(
    'Only the person of this machine may do this: expected "Authorization: Bearer pt_…" with the token in the file person-token of the home folder, or the key of an agent. The salience commands send the token automatically; "salience open" signs a browser in.',
    '',
  );
}

function wrongToken() {
  return refusal(
    'This is not the token of the person of this machine. The token is in the file person-token of the home folder of "salience up".',
    ', error="invalid_token"',
  );
}

function wrongCode() {
  return refusal(
    'This code was used, has expired or is unknown. "salience open" prints an address with a new one.',
    ', error="invalid_token"',
  );
}

function refusal(detail: string, more: string) {
  const headers = { 'WWW-Authenticate': `Bearer realm="salience"${more}` };
  return httpProblem(401, 'person.required', detail, { headers });
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
