import type { EventPosition, LiveEvent, TurnId } from '@salience/contracts';
import type pg from 'pg';
import { withinReplyTime } from '../deadline.ts';
import {
  KEEP_EVENTS,
  KEEP_MS,
  type LiveEvents,
  type LiveListener,
  type PositionedEvent,
} from '../live/live-events.ts';
import { LiveTopics } from '../live/live-topics.ts';
import type { TroubleReport } from '../quiet-log.ts';
import { DeltaBuffer } from './delta-buffer.ts';
import { readNotice } from './live-notice.ts';
import { LiveWriter } from './live-writer.ts';
import type { PostgresListener } from './postgres-listener.ts';

/** How often a publishing process deletes old rows, in milliseconds. */
const PURGE_EVERY_MS = 60_000;

const READ = `
SELECT fence::float8 AS fence, n::float8 AS n, event FROM salience_live.events
 WHERE turn_id = $1 AND (fence, n) > ($2, $3) ORDER BY fence, n LIMIT ${KEEP_EVENTS}`;

/**
 * Live events over an unlogged table, which stores them, and NOTIFY, which brings them. Events that do not fit into a notification are
 * read from the table; so are those of a turn of which one may have been missed, as delivery goes on from the last one only.
 */
export class PostgresLive implements LiveEvents {
  readonly topics: LiveTopics;
  readonly #pool: pg.Pool;
  readonly #report: TroubleReport;
  readonly #buffers = new Map<TurnId, DeltaBuffer>();
  readonly #writer: LiveWriter;
  readonly #stale = new Set<TurnId>();
  /** Turns whose last read failed. */
  readonly #missed = new Set<TurnId>();
  #reading: TurnId | undefined;
  #pumping = false;
  #deaf = false;
  #purgedAt = Number.NEGATIVE_INFINITY;

  constructor(pool: pg.Pool, listener: () => PostgresListener, report: TroubleReport) {
    this.#pool = pool;
    this.#report = report;
    this.#writer = new LiveWriter(pool);
    this.topics = new LiveTopics(
      {
        open: () => listener().ready(),
        close: async (turnId) => void this.#missed.delete(turnId),
        read: (turnId, after) => this.#read(turnId, after),
      },
      report,
    );
  }

  async publish(turnId: TurnId, events: readonly PositionedEvent[]): Promise<void> {
    if (events.length === 0) return;
    await withinReplyTime('publish live events', this.#bufferOf(turnId).add(events));
    const ended = events.some(({ event }) => event.type === 'ended');
    if (!ended || performance.now() - this.#purgedAt < PURGE_EVERY_MS) return;
    this.#purgedAt = performance.now();
    this.purge(KEEP_MS).catch(this.#report);
  }

  subscribe(
    turnId: TurnId,
    after: EventPosition | undefined,
    listener: LiveListener,
  ): Promise<() => Promise<void>> {
    return this.topics.subscribe(turnId, after, listener);
  }

  async purge(olderThanMs: number): Promise<number> {
    const sql = `DELETE FROM salience_live.events WHERE at < now() - $1 * interval '1 millisecond'`;
    const { rowCount } = await this.#pool.query(sql, [olderThanMs]);
    return rowCount ?? 0;
  }

  async forget(turnIds: readonly TurnId[]): Promise<void> {
    if (turnIds.length === 0) return;
    const dropped = this.#pool.query('DELETE FROM salience_live.events WHERE turn_id = ANY ($1)', [turnIds]);
    await withinReplyTime('drop live events', dropped);
  }

  /** Handles a notification: delivers the events of turns that have a listener in this process. */
  noticed(notice: string): void {
    for (const { turnId, events } of readNotice(notice)) {
      if (!this.topics.has(turnId)) continue;
      const brought = this.#mayMiss(turnId) ? undefined : events();
      if (brought === undefined) this.#stale.add(turnId);
      else this.topics.deliver(turnId, brought);
    }
    if (this.#stale.size > 0 && !this.#pumping) void this.#pump();
  }

  /** The listening connection broke: until `catchUp` notifications are missed. */
  lost(): void {
    this.#deaf = true;
  }

  /** Reads what was missed; notifications arrive again. */
  async catchUp(): Promise<void> {
    // From here on the topics hold back what arrives until they have read what was missed.
    const read = this.topics.catchUp(async () => {});
    this.#deaf = false;
    await read;
  }

  /** Writes what is still buffered. */
  async flush(): Promise<void> {
    const buffers = [...this.#buffers.values()];
    await Promise.all(buffers.map((buffer) => buffer.flush().catch(this.#report)));
  }

  /** Runs one read at a time, and one read for all notifications that arrived during the last one. */
  async #pump(): Promise<void> {
    this.#pumping = true;
    try {
      for (const turnId of this.#stale) {
        this.#stale.delete(turnId);
        this.#reading = turnId;
        try {
          this.topics.deliver(turnId, await this.#read(turnId, this.topics.needed(turnId)));
        } catch (error) {
          // The next notification, or the recovery of the connection, reads from the same position again.
          this.#report(error);
        }
      }
    } finally {
      this.#reading = undefined;
      this.#pumping = false;
    }
  }

  #bufferOf(turnId: TurnId): DeltaBuffer {
    const known = this.#buffers.get(turnId);
    if (known) return known;
    const write = (events: PositionedEvent[]) => this.#writer.write({ turnId, events });
    const buffer = new DeltaBuffer(write, () => this.#buffers.delete(turnId), this.#report);
    this.#buffers.set(turnId, buffer);
    return buffer;
  }

  /** True if an earlier event of the turn may not have been delivered, so that a later one must not be. */
  #mayMiss(turnId: TurnId): boolean {
    return this.#deaf || this.#reading === turnId || this.#stale.has(turnId) || this.#missed.has(turnId);
  }

  async #read(turnId: TurnId, after: EventPosition | undefined): Promise<PositionedEvent[]> {
    const values = [turnId, after?.fence ?? -1, after?.n ?? -1];
    const query = { name: 'salience-live-read', text: READ, values };
    const { rows } = await this.#pool
      .query<{ fence: number; n: number; event: string }>(query)
      .catch((error: unknown) => {
        if (this.topics.has(turnId)) this.#missed.add(turnId);
        throw error;
      });
    this.#missed.delete(turnId);
    return rows.map((row) => ({
      position: { fence: row.fence, n: row.n },
      event: JSON.parse(row.event) as LiveEvent,
    }));
  }
}
