import type { Response } from 'express';
import type { Caller } from '../http/door.ts';
import { httpProblem } from '../http/problems.ts';

/** Limits the number of open streams per caller, so that none can exhaust the server. */
export class StreamLimit {
  readonly #max: number;
  readonly #open = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Takes a slot until the response closes. Throws 429 if the caller has reached its limit. */
  take(caller: Caller, response: Response): void {
    const key = `${caller.agent.id}/${caller.name}`;
    const open = this.#open.get(key) ?? 0;
    if (open >= this.#max) {
      const detail = `You have ${open} open streams, which is the limit. Close some, or use POST /messages.`;
      throw httpProblem(429, 'streams.limit', detail, { headers: { 'Retry-After': '5' } });
    }
    // One whose client left meanwhile has closed already, and would never give its slot back.
    if (response.destroyed) return;
    this.#open.set(key, open + 1);
    response.once('close', () => {
      const left = (this.#open.get(key) ?? 1) - 1;
      if (left === 0) this.#open.delete(key);
      else this.#open.set(key, left);
    });
  }
}
