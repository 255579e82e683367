import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import { type Database, findPersonSession, openPersonSession } from '@salience/database';
import { bearerOf } from '../http/bearer.ts';
import { KeyLookups } from '../http/key-lookups.ts';
import { refuseForeignPages } from '../http/loopback.ts';
import { httpProblem } from '../http/problems.ts';
import { addressOf, StrangerLine } from '../http/stranger-line.ts';
import { personCookie, sessionOf } from '../http/session-cookie.ts';

/** The person of this machine, as a request showed it. */
export interface Person {
  /** Seconds until the browser's session ends; null for the token itself, which has no end. */
  readonly seconds: number | null;
}

/** How the door is kept. */
export interface PersonDoorOptions {
  readonly db: Database;
  /** The person's token; undefined where none was given, and then nobody is the person. */
  readonly token: string | undefined;
  /** How long a session is believed, in milliseconds; at most 5,000. */
  readonly cacheMs: number;
}

const sessionPattern = /^ps_[\w-]{43}$/;
const codePattern = /^pc_[\w-]{43}$/;

/**
 * Knows the person of this machine: by the token, which no tool of an agent is given, or by the session of a browser that
 * showed a code made with it. Both end with the token they stand for.
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
   * The person behind a request; undefined where it shows neither token nor session. Throws 401 for a wrong token, which
   * never counts as none, and 403 for a page that is not ours.
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

  /** Gives a browser its session for a code, once. Throws 401 for a code that is not good. */
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

  /** What sessions and codes are kept with. Throws 401 where this server was given no token. */
  hash(): string {
    if (this.#hash === undefined) throw personRequired();
    return this.#hash.toString('hex');
  }
}

/** The problem of a request that is for the person of this machine alone, from somebody who did not show to be that. */
export function personRequired() {
  return refusal(
    'This is for the person of this machine: expected "Authorization: Bearer pt_…" with the token in the file person-token of the home folder, or the key of an agent. The commands of salience send it by themselves; "salience open" signs a browser in.',
    '',
  );
}

function wrongToken() {
  return refusal(
    'This is not the token of this machine’s person. It stands in the file person-token of the home folder of "salience up".',
    ', error="invalid_token"',
  );
}

function wrongCode() {
  return refusal(
    'This code was used, is too old or was never made. "salience open" prints an address with a new one.',
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
