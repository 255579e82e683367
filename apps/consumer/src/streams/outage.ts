import { messageOf } from '@salience/errors';
import type { Logger } from '@salience/telemetry';

/** Reduces the many errors of one outage to one log line at its start. */
export class Outage {
  readonly #log: Logger;
  readonly #message: string;
  #reported = false;

  constructor(log: Logger, message: string) {
    this.#log = log;
    this.#message = message;
  }

  report(error: unknown): void {
    if (this.#reported) return;
    this.#reported = true;
    this.#log.warn({ cause: messageOf(error) }, this.#message);
  }

  over(): void {
    this.#reported = false;
  }
}
