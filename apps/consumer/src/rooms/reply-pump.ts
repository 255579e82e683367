import { openReplies } from '@salience/database/rooms';
import type { Database } from '@salience/database';

/** What posting replies takes. */
export interface ReplyPorts {
  readonly db: Database;
  /** Posts the answers of turns that have ended; resolves when nothing more has. */
  readonly post: () => Promise<void>;
  readonly trouble: (error: unknown) => void;
}

/** How often open turns are looked at. */
const openMs = 500;
/** How often it is asked whether there are any, for those of a replica that is gone. */
const idleMs = 5_000;

/** Posts the answers of turns that belong into rooms, as they end. Any replica may; each answer is posted once. */
export class ReplyPump {
  readonly #ports: ReplyPorts;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #stopped = true;

  constructor(ports: ReplyPorts) {
    this.#ports = ports;
  }

  start(): void {
    this.#stopped = false;
    this.#next(0);
  }

  /** A turn was begun whose answer belongs into a room. */
  expect(): void {
    this.#next(openMs);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #next(ms: number): void {
    if (this.#stopped) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void (this.#running ??= this.#look()), ms).unref();
  }

  async #look(): Promise<void> {
    const { db, post, trouble } = this.#ports;
    let wait = idleMs;
    try {
      if ((await openReplies(db)) > 0) {
        await post();
        wait = openMs;
      }
    } catch (error) {
      trouble(error);
    }
    this.#running = undefined;
    this.#next(wait);
  }
}
