import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { type Database } from '@salience/database';
import {
  type OperatorDoor as DoorAnswer,
  openOperatorDoor,
  type ShownOperatorKey,
} from '@salience/database/operators';
import { bearerOf } from '../http/bearer.ts';
import { KeyLookups } from '../http/key-lookups.ts';
import { refuseForeignPages, refuseOutsiders } from '../http/loopback.ts';
import { httpProblem } from '../http/problems.ts';
import { addressOf } from '../http/stranger-line.ts';
import { operatorCookie, sessionOf } from '../http/session-cookie.ts';
import type { PersonDoor } from '../person/person-door.ts';

/** The operator of a request. */
export interface Operator {
  /** `operator:<key name>`, or `person` if no operator key exists. */
  readonly actor: string;
  /** Seconds until the browser session ends; null without one. */
  readonly seconds: number | null;
  /**
   * What was shown, for changes that the database checks itself: the operator key, or the token of the person of this machine.
   * Undefined for the session of a browser. Never log it.
   */
  readonly shown: ShownOperatorKey | undefined;
}

/** Options of the operator door. */
export interface OperatorDoorOptions {
  readonly db: Database;
  /** True if only this machine can connect and no key is required. */
  readonly trustsMachine: boolean;
  readonly person: PersonDoor;
  /** How long an answer is cached, in milliseconds; at most 5,000. */
  readonly cacheMs: number;
}

type Key = NonNullable<DoorAnswer['key']>;
interface Found {
  readonly key: Key;
  /** When it expires, by this process's clock. */
  readonly until: number;
}

const keyPattern = /^op_[\w-]{43}$/;
const sessionPattern = /^os_[\w-]{43}$/;

/**
 * Decides who may operate: callers with `Authorization: Bearer op_…`, browsers with an operator session, and, as long as no operator
 * key exists, the person of this machine. Keys of agents do not count, nor does being on this machine.
 */
export class OperatorDoor {
  readonly #options: OperatorDoorOptions;
  readonly #found: KeyLookups<Found>;
  #closed: { readonly asked: Promise<boolean>; readonly until: number } | undefined;

  constructor(options: OperatorDoorOptions) {
    this.#options = options;
    this.#found = new KeyLookups(this.#believedMs());
  }

  /** The operator of a request. Throws 401 without a valid key or session, 403 for a page that is not ours. */
  async admit(request: Request): Promise<Operator> {
    const key = bearerOf(request);
    if (request.headers.authorization !== undefined && key?.startsWith('pt_') !== true) {
      const found = key === undefined ? undefined : await this.#lookUp(request, key, keyPattern, 'key');
      if (found === undefined) throw wrongKey();
      return { actor: `operator:${found.key.name}`, seconds: null, shown: { operatorKey: key } };
    }
    const session = sessionOf(request, operatorCookie);
    const found =
      session === undefined ? undefined : await this.#lookUp(request, session, sessionPattern, 'session');
    if (found !== undefined) {
      refuseForeignPages(request);
      const seconds = Math.floor((found.until - performance.now()) / 1_000);
      return { actor: `operator:${found.key.name}`, seconds, shown: undefined };
    }
    const person = await this.#options.person.find(request);
    if (person !== undefined && !(await this.#isClosed())) {
      const shown = person.seconds === null ? { operatorKey: undefined } : undefined;
      return { actor: 'person', seconds: person.seconds, shown };
    }
    if (person === undefined && this.#options.trustsMachine) refuseOutsiders(request);
    throw required();
  }

  /** True if this text is a valid operator key now. Guesses are throttled as everywhere. */
  async knows(request: Request, key: string): Promise<boolean> {
    return (await this.#lookUp(request, key, keyPattern, 'key')) !== undefined;
  }

  async #lookUp(
    request: Request,
    secret: string,
    pattern: RegExp,
    kind: 'key' | 'session',
  ): Promise<Found | undefined> {
    if (!pattern.test(secret)) return undefined;
    const hash = createHash('sha256').update(secret).digest('hex');
    const found = await this.#found.find(hash, addressOf(request), async () => {
      const { key } = await openOperatorDoor(this.#options.db, { [kind]: secret });
      if (key === null) return undefined;
      return { key, until: performance.now() + (key.goodForMs ?? Number.POSITIVE_INFINITY) };
    });
    return found !== undefined && found.until > performance.now() ? found : undefined;
  }

  /** Whether operator keys exist; cached. */
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
    'Expected "Authorization: Bearer op_…" or a session of /operator/sign-in; while no operator key exists, the token of the person of this machine (pt_…) or a browser signed in by "salience open". Create a key with "salience operator key create <name>".',
    '',
  );
}

/** The problem of an invalid key or session. */
export function wrongKey() {
  return refusal(
    'This is not an operator key, or it expired or was revoked. List keys with "salience operator key list"; keys of agents (sk_…) are not valid for operator routes.',
    ', error="invalid_token"',
  );
}

function refusal(detail: string, more: string) {
  const headers = { 'WWW-Authenticate': `Bearer realm="salience operator"${more}` };
  return httpProblem(401, 'operator.required', detail, { headers });
}
