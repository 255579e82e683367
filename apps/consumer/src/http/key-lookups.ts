import { httpProblem } from './problems.ts';

const keptMax = 1_000;
/** Keys never seen before that are looked up at a time, and how many more may wait for their turn. */
const strangersAtOnce = 2;
const strangersWaitingMax = 100;

/**
 * Finds out what a key opens without letting guesses reach the database faster than it can bear: a key is asked for
 * once at a time, a wrong one is remembered, and keys never seen before queue up apart from those that were right once.
 * Everything kept is bounded, and is the hash of a key, never the key.
 */
export class KeyLookups<T> {
  readonly #believedMs: number;
  readonly #right = new Map<string, { readonly found: T; readonly until: number }>();
  readonly #wrong = new Map<string, number>();
  readonly #asked = new Map<string, Promise<T | undefined>>();
  readonly #waiting: (() => void)[] = [];
  #strangers = 0;

  /** An answer is believed for `believedMs`. A wrong key never becomes right, so that changes nothing for it. */
  constructor(believedMs: number) {
    this.#believedMs = believedMs;
  }

  /** What the key of this hash opens; undefined for a wrong one. Throws 429 when too many strangers wait. */
  async find(hash: string, load: () => Promise<T | undefined>): Promise<T | undefined> {
    const now = performance.now();
    const right = this.#right.get(hash);
    if (right !== undefined && right.until > now) return right.found;
    if ((this.#wrong.get(hash) ?? 0) > now) return undefined;
    const asked = this.#asked.get(hash);
    if (asked !== undefined) return asked;
    const asking = this.#ask(hash, load, right !== undefined).finally(() => this.#asked.delete(hash));
    this.#asked.set(hash, asking);
    return asking;
  }

  async #ask(hash: string, load: () => Promise<T | undefined>, known: boolean): Promise<T | undefined> {
    const found = known ? await load() : await this.#asStranger(load);
    const until = performance.now() + this.#believedMs;
    if (found === undefined) {
      this.#right.delete(hash);
      keep(this.#wrong, hash, until);
    } else {
      keep(this.#right, hash, { found, until });
    }
    return found;
  }

  async #asStranger(load: () => Promise<T | undefined>): Promise<T | undefined> {
    if (this.#strangers >= strangersAtOnce) {
      if (this.#waiting.length >= strangersWaitingMax) {
        const detail = 'Too many unknown keys are being tried. If yours is right, try again in a moment.';
        throw httpProblem(429, 'key.throttled', detail, { headers: { 'Retry-After': '1' } });
      }
      // Whoever ends hands its place on, so the count stays.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#strangers += 1;
    }
    try {
      return await load();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#strangers -= 1;
      else next();
    }
  }
}

/** Keeps the newest; the oldest goes. */
function keep<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= keptMax) break;
    map.delete(oldest);
  }
}
