import type { Response } from 'express';
import type { Caller } from './door.ts';
import { FairLine } from './fair-line.ts';
import { httpProblem } from './problems.ts';

/**
 * Reads that take time in proportion to what an agent remembers. Two run at a time in this process, callers in turn, so that whoever
 * repeats them leaves connections to the database for everything else.
 */
export class LongReads {
  readonly #line = new FairLine(tooMany);

  /** Reads when it is the caller's turn; what nobody waits for any more is not read. Throws 429 if too many wait. */
  run<T>({ agent, name }: Caller, response: Response, load: () => Promise<T>): Promise<T> {
    return this.#line.run(`${agent.id}/${name}`, () => {
      if (response.destroyed) throw tooMany();
      return load();
    });
  }
}

function tooMany() {
  const detail = 'Too many long reads wait already. Try again when some of yours were answered.';
  return httpProblem(429, 'reads.limit', detail, { headers: { 'Retry-After': '1' } });
}
