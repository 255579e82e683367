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
import type { PostgresListener } from './postgres-listener.ts';

/** The NOTIFY channel. Carries only a turn's id. */
export const LIVE_CHANNEL = 'salience_live';
/** How often a publishing process deletes old rows, in milliseconds. */
const PURGE_EVERY_MS = 60_000;

/** Discards events of a worker whose fence is outdated, so that a later subscriber does not replay them. */
const INSERT = `
WITH kept AS (
  INSERT INTO salience_live.events (turn_id, fence, n, event)
  SELECT $1, fence, n, event FROM unnest($2::bigint[], $3::bigint[], $4::text[]) AS given (fence, n, event)
   WHERE NOT EXISTS (SELECT FROM salience_live.events AS newer WHERE newer.turn_id = $1 AND newer.fence > given.fence)
  ON CONFLICT DO NOTHING
)
SELECT pg_notify('${LIVE_CHANNEL}', $1)`;

const READ = `
SELECT fence::float8 AS fence, n::float8 AS n, event FROM salience_live.events
 WHERE turn_id = $1 AND (fence, n) > ($2, $3) ORDER BY fence, n LIMIT ${KEEP_EVENTS}`;

/** Live events over an unlogged table, which stores them, and NOTIFY, which announces them. */
export class PostgresLive implements LiveEvents {
  readonly topics: LiveTopics;
  readonly #pool: pg.Pool;
  readonly #report: TroubleReport;
  readonly #buffers = new Map<TurnId, DeltaBuffer>();
  readonly #stale = new Set<TurnId>();
  #pumping = false;
  #purgedAt = Number.NEGATIVE_INFINITY;

  constructor(pool: pg.Pool, listener: () => PostgresListener, report: TroubleReport) {
    this.#pool = pool;
    this.#report = report;
    this.topics = new LiveTopics(
      {
        open: () => listener().ready(),
        close: async () => {},
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

  /** Handles a notification: reads the turn's events if this process has a listener. */
  noticed(turnId: TurnId): void {
    if (!this.topics.has(turnId)) return;
    this.#stale.add(turnId);
    if (!this.#pumping) void this.#pump();
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
        try {
          this.topics.deliver(turnId, await this.#read(turnId, this.topics.needed(turnId)));
        } catch (error) {
          // The next notification, or the recovery of the connection, reads from the same position again.
          this.#report(error);
        }
      }
    } finally {
      this.#pumping = false;
    }
  }

  #bufferOf(turnId: TurnId): DeltaBuffer {
    const known = this.#buffers.get(turnId);
    if (known) return known;
    const write = (batch: PositionedEvent[]) => this.#write(turnId, batch);
    const buffer = new DeltaBuffer(write, () => this.#buffers.delete(turnId), this.#report);
    this.#buffers.set(turnId, buffer);
    return buffer;
  }

  async #write(turnId: TurnId, events: readonly PositionedEvent[]): Promise<void> {
    const fences = events.map(({ position }) => position.fence);
    const ns = events.map(({ position }) => position.n);
    const texts = events.map(({ event }) => JSON.stringify(event));
    await this.#pool.query({
      name: 'salience-live-write',
      text: INSERT,
      values: [turnId, fences, ns, texts],
    });
  }

  async #read(turnId: TurnId, after: EventPosition | undefined): Promise<PositionedEvent[]> {
    const values = [turnId, after?.fence ?? -1, after?.n ?? -1];
    const { rows } = await this.#pool.query<{ fence: number; n: number; event: string }>({
      name: 'salience-live-read',
      text: READ,
      values,
    });
    return rows.map((row) => ({
      position: { fence: row.fence, n: row.n },
      event: JSON.parse(row.event) as LiveEvent,
    }));
  }
}
