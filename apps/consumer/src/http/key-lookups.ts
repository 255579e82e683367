import { StrangerLine } from './stranger-line.ts';

const keptMax = 1_000;

/**
 * Looks up keys without letting guesses overload the database: a key is looked up once at a time, wrong ones are remembered, and
 * unknown keys queue separately from keys that were valid before. Everything stored is bounded, and is the hash of a key, never the
 * key.
 */
export class KeyLookups<T> {
  readonly #believedMs: number;
  readonly #right = new Map<string, { readonly found: T; readonly until: number }>();
  readonly #wrong = new Map<string, number>();
  readonly #asked = new Map<string, Promise<T | undefined>>();
  readonly #strangers = new StrangerLine();

  /** An answer is cached for `believedMs`. A wrong key never becomes valid, so it may stay cached. */
  constructor(believedMs: number) {
    this.#believedMs = believedMs;
  }

  /**
   * What the key with this hash, sent from this address, opens; undefined for a wrong one. Throws 429 if too many unknown keys wait.
   */
  async find(hash: string, address: string, load: () => Promise<T | undefined>): Promise<T | undefined> {
    const now = performance.now();
    const right = this.#right.get(hash);
    if (right !== undefined && right.until > now) return right.found;
    if ((this.#wrong.get(hash) ?? 0) > now) return undefined;
    const asked = this.#asked.get(hash);
    if (asked !== undefined) return asked;
    const look = right === undefined ? () => this.#strangers.run(address, load) : load;
    const asking = this.#ask(hash, look).finally(() => this.#asked.delete(hash));
    this.#asked.set(hash, asking);
    return asking;
  }

  async #ask(hash: string, look: () => Promise<T | undefined>): Promise<T | undefined> {
    const found = await look();
    const until = performance.now() + this.#believedMs;
    if (found === undefined) {
      this.#right.delete(hash);
      keep(this.#wrong, hash, until);
    } else {
      keep(this.#right, hash, { found, until });
    }
    return found;
  }
}

/** Keeps the newest entries. */
function keep<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= keptMax) break;
    map.delete(oldest);
  }
}
