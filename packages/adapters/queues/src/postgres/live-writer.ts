import type pg from 'pg';
import { type LiveWrite, noticesOf } from './live-notice.ts';

/** The NOTIFY channel of live events. */
export const LIVE_CHANNEL = 'salience_live';
const BATCH_MAX = 64;

/** Discards events of a worker whose fence is outdated, so that a later subscriber does not replay them. */
const INSERT = `
WITH kept AS (
  INSERT INTO salience_live.events (turn_id, fence, n, event)
  SELECT turn_id, fence, n, event
    FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[]) AS given (turn_id, fence, n, event)
   WHERE NOT EXISTS (SELECT FROM salience_live.events AS newer
                      WHERE newer.turn_id = given.turn_id AND newer.fence > given.fence)
  ON CONFLICT DO NOTHING
)
SELECT pg_notify('${LIVE_CHANNEL}', notice) FROM unnest($5::text[]) AS notice`;

interface Waiting {
  readonly write: LiveWrite;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Stores and announces the events of many turns: one statement at a time, and what arrives meanwhile goes with the next. NOTIFY
 * serialises commits, so fewer are cheaper.
 */
export class LiveWriter {
  readonly #pool: pg.Pool;
  #waiting: Waiting[] = [];
  #running = false;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Resolves when the events are stored and announced. The caller writes one turn's events one after another. */
  write(write: LiveWrite): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ write, resolve, reject });
      if (this.#running) return;
      this.#running = true;
      // What the same turn of the event loop still brings leaves together.
      setImmediate(() => void this.#run());
    });
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH_MAX);
      try {
        await this.#send(batch.map(({ write }) => write));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#running = false;
  }

  async #send(writes: readonly LiveWrite[]): Promise<void> {
    const rows = writes.flatMap(({ turnId, events }) =>
      events.map(({ position, event }) => ({ turnId, position, text: JSON.stringify(event) })),
    );
    await this.#pool.query({
      name: 'salience-live-write',
      text: INSERT,
      values: [
        rows.map(({ turnId }) => turnId),
        rows.map(({ position }) => position.fence),
        rows.map(({ position }) => position.n),
        rows.map(({ text }) => text),
        noticesOf(writes),
      ],
    });
  }
}
