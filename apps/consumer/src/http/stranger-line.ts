import { isIPv6 } from 'node:net';
import type { Request } from 'express';
import { httpProblem } from './problems.ts';

/** Concurrent look-ups of unknown keys, and how many may wait: per address, and in all. */
const atOnce = 2;
const waitingMax = { address: 1_000, all: 5_000 };

/**
 * The waiting line of unknown keys: one line per address, served in turn, so that guesses from one address do not delay another. A
 * line holds as many entries as a thousand requests take. If all lines are full, the longest gives up its last entry for an address
 * with fewer.
 */
export class StrangerLine {
  readonly #lines = new Map<string, Waiting[]>();
  #running = 0;
  #waiting = 0;

  /** Runs a look-up when it is its turn. Throws 429 if too many wait. */
  async run<T>(address: string, load: () => Promise<T>): Promise<T> {
    if (this.#running < atOnce) this.#running += 1;
    else await this.#wait(address);
    try {
      return await load();
    } finally {
      // A finished look-up passes its slot on, so the count stays.
      const next = this.#next();
      if (next === undefined) this.#running -= 1;
      else next.go();
    }
  }

  #wait(address: string): Promise<void> {
    const line = this.#lines.get(address) ?? [];
    if (line.length >= waitingMax.address) throw throttled();
    if (this.#waiting >= waitingMax.all) this.#shorten(line.length);
    this.#waiting += 1;
    this.#lines.set(address, line);
    return new Promise((resolve, reject) => line.push({ go: resolve, giveUp: reject }));
  }

  /** Rejects the last entry of the longest line if that has clearly more entries. */
  #shorten(length: number): void {
    const longest = [...this.#lines.values()].reduce((a, b) => (b.length > a.length ? b : a));
    if (longest.length <= length + 1) throw throttled();
    this.#waiting -= 1;
    longest.pop()?.giveUp(throttled());
  }

  /** The first entry of the next line; that line moves behind the others. */
  #next(): Waiting | undefined {
    const [address, line] = this.#lines.entries().next().value ?? [];
    if (address === undefined || line === undefined) return undefined;
    this.#lines.delete(address);
    const first = line.shift();
    if (line.length > 0) this.#lines.set(address, line);
    this.#waiting -= 1;
    return first;
  }
}

interface Waiting {
  readonly go: () => void;
  readonly giveUp: (error: Error) => void;
}

/** The line of a request: its address; for IPv6 the network of one customer (64 bits). */
export function addressOf({ socket }: Request): string {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? [];
  const groups = head === '' ? [] : head.split(':');
  const zeros = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  return [...groups, ...Array.from({ length: zeros }, () => '0')].slice(0, 4).join(':');
}

function throttled() {
  const detail = 'Too many unknown keys are being tried. If yours is valid, try again in a moment.';
  return httpProblem(429, 'key.throttled', detail, { headers: { 'Retry-After': '1' } });
}
