import type { AgentId, TurnId } from '@salience/contracts';
import { type Database } from '@salience/database';
import { findEndedTurns, loadTurns } from '@salience/database/turns';
import { messageOf } from '@salience/errors';
import type { Queues } from '@salience/queues';
import type { Logger, Metrics } from '@salience/telemetry';
import { createLoop, type Loop } from '@salience/worker';
import { Outage } from './outage.ts';
import { Follower, type FollowRequest, type StreamEnd } from './follower.ts';
import type { StreamIntervals } from './stream-intervals.ts';
import { TurnLoader } from './turn-loader.ts';

/** What the streams of a process need. */
export interface TurnStreamsOptions {
  readonly db: Database;
  readonly queues: Pick<Queues, 'live'>;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'openStreams'>;
  readonly intervals: StreamIntervals;
}

/**
 * All open streams of a process. Live events arrive over one multiplexed subscription. The end of a turn arrives with
 * its content. A stream that missed it, or does not believe it, reads Postgres: at once if it heard that the turn ended, and in any case
 * once per `pollMs` with one query per agent, so a lost message delays the end of a stream but never hangs it.
 */
export class TurnStreams {
  /** Compares every open stream with Postgres; runs as a service. */
  readonly poll: Loop;
  readonly #options: TurnStreamsOptions;
  readonly #followers = new Map<TurnId, Set<Follower>>();
  readonly #loader: TurnLoader;
  readonly #subscribing = new WeakSet<Follower>();
  #closing = false;
  readonly #databaseOutage: Outage;
  readonly #liveOutage: Outage;

  constructor(options: TurnStreamsOptions) {
    this.#options = options;
    this.#databaseOutage = new Outage(options.log, 'open streams wait for the database');
    this.#liveOutage = new Outage(
      options.log,
      'live events are away; streams follow Postgres until they are back',
    );
    this.#loader = new TurnLoader({
      load: async (agentId, turnIds) => {
        const rows = await loadTurns(options.db, agentId, turnIds);
        this.#databaseOutage.over();
        return rows;
      },
      deliver: (row) => {
        for (const follower of this.#of(row.id)) follower.ended(row);
      },
      onError: (error) => this.#databaseOutage.report(error),
    });
    this.poll = createLoop({
      name: 'streams',
      everyMs: options.intervals.pollMs,
      runOnce: () => this.#compareAll(),
      onError: (error) => options.log.error({ err: error }, 'streams could not be compared'),
    });
  }

  /** Streams that are open now. */
  get size(): number {
    let size = 0;
    for (const followers of this.#followers.values()) size += followers.size;
    return size;
  }

  /** Feeds the sink until the turn ends, the stream detaches or the client disconnects. Never rejects. */
  async follow(request: FollowRequest): Promise<StreamEnd> {
    const follower = new Follower(request, this.#options.intervals);
    if (this.#closing) follower.detach();
    if (!follower.open) return follower.over;
    const followers = this.#followers.get(request.turnId) ?? new Set();
    this.#followers.set(request.turnId, followers.add(follower));
    this.#options.metrics.openStreams.add({}, 1);
    void this.#subscribe(follower);
    const end = await follower.over;
    followers.delete(follower);
    if (followers.size === 0 && this.#followers.get(request.turnId) === followers) {
      this.#followers.delete(request.turnId);
    }
    this.#options.metrics.openStreams.add({}, -1);
    void this.#unsubscribe(follower);
    return end;
  }

  /** Loads a turn now instead of at the next comparison. */
  check(agentId: AgentId, turnId: TurnId): void {
    if (this.#followers.has(turnId)) this.#loader.request(agentId, turnId);
  }

  /** Detaches every current and later stream; their clients resume on another replica. */
  detachAll(): void {
    this.#closing = true;
    for (const followers of this.#followers.values()) for (const follower of followers) follower.detach();
  }

  async #compareAll(): Promise<void> {
    const turnsOf = new Map<AgentId, TurnId[]>();
    for (const [turnId, followers] of this.#followers) {
      for (const follower of followers) {
        if (follower.unsubscribe === undefined) void this.#subscribe(follower);
      }
      const [first] = followers;
      if (first === undefined) continue;
      const turns = turnsOf.get(first.agentId) ?? [];
      turns.push(turnId);
      turnsOf.set(first.agentId, turns);
    }
    // One query per agent: row-level security shows one agent at a time.
    await Promise.all([...turnsOf].map(([agentId, turnIds]) => this.#compare(agentId, turnIds)));
  }

  async #compare(agentId: AgentId, turnIds: readonly TurnId[]): Promise<void> {
    try {
      const ended = await findEndedTurns(this.#options.db, agentId, turnIds);
      for (const turnId of ended) this.check(agentId, turnId);
      this.#databaseOutage.over();
    } catch (error) {
      this.#databaseOutage.report(error);
    }
  }

  async #subscribe(follower: Follower): Promise<void> {
    if (this.#subscribing.has(follower)) return;
    this.#subscribing.add(follower);
    const { agentId, turnId } = follower;
    try {
      follower.unsubscribe = await this.#options.queues.live.subscribe(
        turnId,
        follower.position,
        (position, event) => {
          if (event.type !== 'ended') follower.live(position, event);
          else if (!follower.told(position, event)) this.check(agentId, turnId);
        },
      );
      this.#liveOutage.over();
      // The client may have disconnected during the subscription.
      if (!follower.open) await this.#unsubscribe(follower);
    } catch (error) {
      this.#liveOutage.report(error);
    } finally {
      this.#subscribing.delete(follower);
    }
  }

  async #unsubscribe(follower: Follower): Promise<void> {
    const { unsubscribe } = follower;
    follower.unsubscribe = undefined;
    try {
      await unsubscribe?.();
    } catch (error) {
      this.#options.log.debug(
        { turnId: follower.turnId, cause: messageOf(error) },
        'live subscription not ended',
      );
    }
  }

  #of(turnId: TurnId): Follower[] {
    return [...(this.#followers.get(turnId) ?? [])];
  }
}
