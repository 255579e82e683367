import type { Clock, Database } from '@salience/database';
import { messageOf } from '@salience/errors';
import type { Logger } from '@salience/telemetry';

/** An event that is found by looking at what was written lately. `key` names it for ever. */
export interface WindowedEvent {
  readonly type: string;
  readonly key: string;
  readonly at: string;
}

/** Receives events in the order in which they were found. */
export interface WindowListener<V> {
  events(events: readonly V[]): void;
  /** Called after every query without new events, so that a listener can keep its connection alive. */
  quiet(): void;
  /** Called when the server stops. */
  closed(): void;
}

/** How often and how far back Postgres is queried; milliseconds. */
export interface WindowIntervals {
  readonly pollMs: number;
  /** A row may be committed this long after its time, because of connection waits and locks. */
  readonly lookBackMs: number;
  /** How far back a client may resume. */
  readonly resumeMs: number;
  /** Maximum number of events of one kind per query; more are reported as a gap. */
  readonly limit: number;
}

/** One query: what was written in the last `windowMs` before `now`, for these listeners. */
export interface EventWindow<L> {
  readonly now: Date;
  readonly windowMs: number;
  readonly limit: number;
  readonly listeners: readonly L[];
}

/** What a query found. */
export interface FoundEvents<V> {
  readonly views: readonly V[];
  /** Of whom there was more of one kind than it may find; null: of nobody in particular. */
  readonly full: readonly (string | null)[];
}

/** Where events are read. */
export interface EventSource {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Events that are read from Postgres. One query a second serves every listener of this process; without listeners there are no queries.
 * Rows become visible out of order, so each query covers a little more than the last second and passes on what is new.
 */
export abstract class WindowedEvents<V extends WindowedEvent, L extends WindowListener<V>> {
  protected readonly source: EventSource;
  readonly #times: WindowIntervals;
  readonly #words: string;
  readonly #listeners = new Set<L>();
  /** Keys that were passed on, with the time until which they may be found again. */
  readonly #seen = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #lookedAt: number | undefined;
  #beginning: Promise<void> | undefined;

  /** @param words what these events are, as the log names them: `fleet events` */
  constructor(source: EventSource, times: WindowIntervals, words: string) {
    this.source = source;
    this.#times = times;
    this.#words = words;
  }

  /** Reads what was written in a window, oldest first. */
  protected abstract load(window: EventWindow<L>): Promise<FoundEvents<V>>;

  /** The event that says that those of `of` before it are missing; null: of everybody. */
  protected abstract gapAt(at: string, of: string | null): V;

  /** Whose event it is; null: nobody's in particular. */
  protected ownerOf(_view: V): string | null {
    return null;
  }

  /** What of these a listener is told. */
  protected told(_listener: L, views: readonly V[]): readonly V[] {
    return views;
  }

  /** Number of clients. */
  get size(): number {
    return this.#listeners.size;
  }

  /**
   * Passes on new events. Resolves when that is in effect; the result ends it. Who hears of more than those before it may be told of the
   * last moments too.
   */
  async listen(listener: L): Promise<() => void> {
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

  /** What a listener missed since a moment (milliseconds), including late events; too long ago begins with a gap. */
  async since(ms: number, listener: L): Promise<readonly V[]> {
    const { lookBackMs, resumeMs } = this.#times;
    const now = await this.source.clock.now();
    const wanted = Math.max(0, now.getTime() - ms) + lookBackMs;
    const { full, views } = await this.#read(now, Math.min(wanted, resumeMs), [listener]);
    const told = this.told(listener, views);
    return full.length > 0 || wanted > resumeMs ? [this.#gapBefore(told[0], now, null), ...told] : told;
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
        const told = this.told(listener, fresh);
        if (told.length > 0) listener.events(told);
        listener.quiet();
      }
    } catch (error) {
      // The next query covers everything since the last successful one.
      this.source.log.warn({ cause: messageOf(error) }, `${this.#words} could not be read; trying again`);
      for (const listener of this.#listeners) listener.quiet();
    } finally {
      this.#plan();
    }
  }

  /** Queries once; returns new events. */
  async #look(): Promise<readonly V[]> {
    const { lookBackMs, resumeMs } = this.#times;
    const startedAt = performance.now();
    const missed = this.#lookedAt === undefined ? 0 : startedAt - this.#lookedAt;
    const now = await this.source.clock.now();
    const { full, views } = await this.#read(now, Math.min(missed + lookBackMs, resumeMs), [
      ...this.#listeners,
    ]);
    const fresh = views.filter((view) => !this.#seen.has(view.key));
    // A full page of new events: there were more, which is told to whoever hears of that owner and to nobody else.
    const newOf = (of: string | null) => fresh.filter((view) => this.ownerOf(view) === of).length;
    const lost = this.#lookedAt === undefined ? [] : full.filter((of) => newOf(of) >= this.#times.limit);
    this.#lookedAt = startedAt;
    this.#note(views, startedAt + 2 * (missed + lookBackMs));
    for (const [key, end] of this.#seen) if (end < startedAt) this.#seen.delete(key);
    return [...lost.map((of) => this.#gapBefore(fresh[0], now, of)), ...fresh];
  }

  #note(views: readonly V[], until: number): void {
    for (const { key } of views) this.#seen.set(key, until);
  }

  #read(now: Date, windowMs: number, listeners: readonly L[]): Promise<FoundEvents<V>> {
    return this.load({ now, windowMs: Math.ceil(windowMs), limit: this.#times.limit, listeners });
  }

  #gapBefore(first: V | undefined, now: Date, of: string | null): V {
    return this.gapAt(first?.at ?? now.toISOString(), of);
  }
}
