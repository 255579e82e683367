import type { FleetEventView } from '@salience/contracts';
import { type Clock, type Database } from '@salience/database';
import { type FleetEvent, loadFleetEvents } from '@salience/database/operators';
import { messageOf } from '@salience/errors';
import type { Logger } from '@salience/telemetry';

/** Receives events in the order in which they were found. */
export interface FleetListener {
  events(events: readonly FleetEventView[]): void;
  /** Called after every query without new events, so that a listener can keep its connection alive. */
  quiet(): void;
  /** Called when the server stops. */
  closed(): void;
}

/** How often and how far back the fleet is queried; milliseconds. */
export interface FleetEventIntervals {
  readonly pollMs: number;
  /** A row may be committed this long after its time, because of connection waits and locks. */
  readonly lookBackMs: number;
  /** How far back a client may resume. */
  readonly resumeMs: number;
  /** Maximum number of events of one kind per query; more are reported as a gap. */
  readonly limit: number;
}

const defaults: FleetEventIntervals = {
  pollMs: 1_000,
  lookBackMs: 30_000,
  resumeMs: 3_600_000,
  limit: 2_000,
};

/**
 * The events of the whole fleet, read from Postgres. One query a second serves every client of this process; without clients there
 * are no queries. Rows become visible out of order, so each query covers the last half minute and passes on what is new.
 */
export class FleetEvents {
  readonly #source: { readonly db: Database; readonly clock: Clock; readonly log: Logger };
  readonly #times: FleetEventIntervals;
  readonly #listeners = new Set<FleetListener>();
  /** Keys that were passed on, with the time until which they may be found again. */
  readonly #seen = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #lookedAt: number | undefined;
  #beginning: Promise<void> | undefined;

  constructor(
    source: { readonly db: Database; readonly clock: Clock; readonly log: Logger },
    times: Partial<FleetEventIntervals> = {},
  ) {
    this.#source = source;
    this.#times = { ...defaults, ...times };
  }

  /** Number of clients. */
  get size(): number {
    return this.#listeners.size;
  }

  /** Passes on new events. Resolves when that is in effect; the result ends it. */
  async listen(listener: FleetListener): Promise<() => void> {
    this.#listeners.add(listener);
    const leave = (): void => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#rest();
    };
    try {
      this.#beginning ??= this.#begin();
      await this.#beginning;
    } catch (error) {
      this.#beginning = undefined;
      leave();
      throw error;
    }
    return leave;
  }

  /** Events since a moment (milliseconds), including late ones; too long ago begins with a gap. */
  async since(ms: number): Promise<FleetEventView[]> {
    const { lookBackMs, resumeMs } = this.#times;
    const now = await this.#source.clock.now();
    const wanted = Math.max(0, now.getTime() - ms) + lookBackMs;
    const { views, gap } = await this.#load(now, Math.min(wanted, resumeMs));
    return gap || wanted > resumeMs ? [gapBefore(views[0], now), ...views] : views;
  }

  /** Ends every client's stream. */
  closeAll(): void {
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    for (const listener of listeners) listener.closed();
    this.#rest();
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#beginning = undefined;
    this.#lookedAt = undefined;
    this.#seen.clear();
  }

  /** The first query only learns what has already happened. */
  async #begin(): Promise<void> {
    await this.#look();
    this.#plan();
  }

  #plan(): void {
    clearTimeout(this.#timer);
    if (this.#listeners.size > 0) this.#timer = setTimeout(() => void this.#tick(), this.#times.pollMs);
  }

  async #tick(): Promise<void> {
    try {
      const fresh = await this.#look();
      for (const listener of this.#listeners) {
        if (fresh.length > 0) listener.events(fresh);
        listener.quiet();
      }
    } catch (error) {
      // The next query covers everything since the last successful one.
      this.#source.log.warn({ cause: messageOf(error) }, 'fleet events could not be read; trying again');
      for (const listener of this.#listeners) listener.quiet();
    } finally {
      this.#plan();
    }
  }

  /** Queries once; returns new events. */
  async #look(): Promise<FleetEventView[]> {
    const { lookBackMs, resumeMs } = this.#times;
    const startedAt = performance.now();
    const missed = this.#lookedAt === undefined ? 0 : startedAt - this.#lookedAt;
    const now = await this.#source.clock.now();
    const { views, gap } = await this.#load(now, Math.min(missed + lookBackMs, resumeMs));
    const fresh = views.filter((view) => !this.#seen.has(view.key));
    // A full page of new events: there were more.
    const lost = gap && this.#lookedAt !== undefined && fresh.length >= this.#times.limit;
    this.#lookedAt = startedAt;
    const until = startedAt + 2 * (missed + lookBackMs);
    for (const view of views) this.#seen.set(view.key, until);
    for (const [key, end] of this.#seen) if (end < startedAt) this.#seen.delete(key);
    return lost ? [gapBefore(fresh[0], now), ...fresh] : fresh;
  }

  async #load(now: Date, windowMs: number): Promise<{ views: FleetEventView[]; gap: boolean }> {
    const { limit } = this.#times;
    const rows = await loadFleetEvents(this.#source.db, { now, windowMs: Math.ceil(windowMs), limit });
    const counts = new Map<string, number>();
    for (const { type } of rows) counts.set(type, (counts.get(type) ?? 0) + 1);
    return { views: rows.map(eventView), gap: [...counts.values()].some((count) => count >= limit) };
  }
}

function gapBefore(first: FleetEventView | undefined, now: Date): FleetEventView {
  const at = first?.at ?? now.toISOString();
  return { type: 'gap', key: `gap.${Date.parse(at)}`, at };
}

/** An event as the API shows it. */
function eventView(event: FleetEvent): FleetEventView {
  const place = { key: event.key, at: new Date(event.at).toISOString() };
  switch (event.type) {
    case 'accepted':
      return { type: event.type, ...place, ...turnPlace(event) };
    case 'ended':
    case 'quarantined':
      return {
        type: event.type,
        ...place,
        ...turnPlace(event),
        state: event.state,
        attempts: event.attempts,
        duration_ms: event.durationMs,
      };
    case 'dead-letter': {
      const { type, queue, job, code, attempts } = event;
      const ids = { agent_id: event.agentId, dead_letter_id: event.deadLetterId };
      return { type, ...place, ...ids, queue, job, code, attempts };
    }
    case 'takeover': {
      const { type, fence, worker, lostWorker } = event;
      const ids = { agent_id: event.agentId, thread_id: event.threadId };
      return { type, ...place, ...ids, fence, lost_worker: lostWorker, worker };
    }
    case 'worker-up':
      return { type: event.type, ...place, worker: event.worker, app: event.app };
    case 'worker-down':
      return { type: event.type, ...place, worker: event.worker, app: event.app, state: event.state };
    case 'operator': {
      const { type, auditId, actor, action, target, outcome } = event;
      return { type, ...place, audit_id: auditId, actor, action, target, outcome };
    }
  }
}

function turnPlace(event: Extract<FleetEvent, { type: 'accepted' | 'ended' | 'quarantined' }>) {
  const { agentId, threadId, turnId, seq } = event;
  return { agent_id: agentId, thread_id: threadId, turn_id: turnId, seq };
}
