import type { Response } from 'express';
import type { Caller } from '../http/door.ts';
import { httpProblem } from '../http/problems.ts';

/** Bounds how many streams one caller holds open, so that none can use up the server for the others. */
export class StreamLimit {
  readonly #max: number;
  readonly #open = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Takes a place until the response is closed. Throws 429 when the caller has all it may have. */
  take(caller: Caller, response: Response): void {
    const key = `${caller.agent.id}/${caller.name}`;
    const open = this.#open.get(key) ?? 0;
    if (open >= this.#max) {
      const detail = `You hold ${open} streams open, which is the most. Close some, or send by POST /messages.`;
      throw httpProblem(429, 'streams.limit', detail, { headers: { 'Retry-After': '5' } });
    }
    this.#open.set(key, open + 1);
    response.once('close', () => {
      const left = (this.#open.get(key) ?? 1) - 1;
      if (left === 0) this.#open.delete(key);
      else this.#open.set(key, left);
    });
  }
}
