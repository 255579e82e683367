/** How much a socket may send: `burst` events at once, and then `perSecond`. */
export interface SocketRate {
  readonly burst: number;
  readonly perSecond: number;
}

/** Counts what one socket sends. Time in milliseconds of a clock that only rises. */
export class RateLimit {
  readonly #rate: SocketRate;
  #left: number;
  #at: number;

  constructor(rate: SocketRate, now: number) {
    this.#rate = rate;
    this.#left = rate.burst;
    this.#at = now;
  }

  /** Whether one more event may be taken now. */
  take(now: number): boolean {
    const { burst, perSecond } = this.#rate;
    this.#left = Math.min(burst, this.#left + ((now - this.#at) / 1_000) * perSecond);
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
