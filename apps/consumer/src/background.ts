import { messageOf } from '@salience/errors';
import type { Logger } from '@salience/telemetry';

/** Work that no response waits for, such as waking a lane. Failures are logged; a drain waits for it. */
export class Background {
  readonly #log: Logger;
  readonly #inHand = new Set<Promise<void>>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Starts work; `message` and `fields` are logged when it fails. */
  run(work: () => Promise<void>, message: string, fields: object): void {
    this.keep(
      work().catch((error: unknown) => this.#log.warn({ ...fields, cause: messageOf(error) }, message)),
    );
  }

  /** Tracks work that was already started and never rejects. */
  keep(work: Promise<void>): void {
    const running = work.finally(() => this.#inHand.delete(running));
    this.#inHand.add(running);
  }

  /** Resolves when no work is left. */
  async settled(): Promise<void> {
    await Promise.all(this.#inHand);
  }
}
