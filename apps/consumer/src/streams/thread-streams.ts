import type { AgentId, ThreadId } from '@salience/contracts';
import type { Database } from '@salience/database';
import { endedAfter, type ThreadPlace } from '@salience/database/turns';
import type { TurnRow } from '@salience/database/turns';
import type { Logger, Metrics } from '@salience/telemetry';
import { createLoop, type Loop } from '@salience/worker';
import { keptOpen, type OpenStream } from './kept-open.ts';
import { Outage } from './outage.ts';
import type { StreamIntervals } from './stream-intervals.ts';

/** What hears the turns of a thread. Calls never block and never throw. */
export interface ThreadSink {
  /** Ended turns, in their order. */
  turns(turns: readonly TurnRow[]): void;
  keepAlive(): void;
  /** Bytes that the client has not read yet. */
  backlogBytes(): number;
}

/** Which thread to follow, from where, for whom. */
export interface ThreadFollowRequest extends OpenStream {
  readonly agentId: AgentId;
  readonly threadId: ThreadId;
  /** The place of the last turn that the client knows. */
  readonly after: number;
  readonly sink: ThreadSink;
}

/** What the streams of threads need. */
export interface ThreadStreamsOptions {
  readonly db: Database;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'openStreams'>;
  readonly intervals: Pick<
    StreamIntervals,
    'admitMs' | 'backlogBytesMax' | 'detachMs' | 'keepAliveMs' | 'pollMs'
  >;
}

/** Turns of one thread in one read; the rest is read at once after them. */
const turnsMax = 50;

interface Follower extends Omit<ThreadFollowRequest, 'after'> {
  after: number;
  readonly end: () => void;
}

/**
 * The open streams of threads in a process: each hears every turn of its thread when it has ended, whoever began it and wherever it ran. They read
 * Postgres alone, once per `pollMs` and with one query per agent, so nothing is lost with a message, and a turn costs nothing more.
 */
export class ThreadStreams {
  /** Reads what ended; runs as a service. */
  readonly poll: Loop;
  readonly #options: ThreadStreamsOptions;
  readonly #followers = new Set<Follower>();
  readonly #outage: Outage;
  #closing = false;

  constructor(options: ThreadStreamsOptions) {
    this.#options = options;
    this.#outage = new Outage(options.log, 'streams of threads wait for the database');
    this.poll = createLoop({
      name: 'thread-streams',
      everyMs: options.intervals.pollMs,
      runOnce: () => this.#readAll(),
      onError: (error) => options.log.error({ err: error }, 'streams of threads could not be read'),
    });
  }

  /**
   * Feeds the sink until the client disconnects, cannot keep up, may not listen any more, or `detachMs` are over; then it may resume.
   * Never rejects.
   */
  async follow(request: ThreadFollowRequest): Promise<void> {
    if (this.#closing || request.left.aborted) return;
    const { end, over } = keptOpen(request, this.#options.intervals);
    const follower: Follower = { ...request, end };
    this.#followers.add(follower);
    this.#options.metrics.openStreams.add({}, 1);
    void this.#read([follower]);
    await over;
    this.#followers.delete(follower);
    this.#options.metrics.openStreams.add({}, -1);
  }

  /** Ends every current and later stream; their clients resume on another replica. */
  endAll(): void {
    this.#closing = true;
    for (const { end } of this.#followers) end();
  }

  async #readAll(): Promise<void> {
    const byAgent = Map.groupBy(this.#followers, ({ agentId }) => agentId);
    // One query per agent: row-level security shows one agent at a time.
    await Promise.all([...byAgent.values()].map((followers) => this.#read(followers)));
  }

  /** Reads what followers of one agent do not know yet, until nothing is left. */
  async #read(followers: readonly Follower[]): Promise<void> {
    const [first] = followers;
    if (first === undefined) return;
    try {
      for (let more = true; more; ) {
        const open = followers.filter((follower) => this.#followers.has(follower));
        const turns =
          open.length === 0
            ? []
            : await endedAfter(this.#options.db, first.agentId, placesOf(open), turnsMax);
        const byThread = Map.groupBy(turns, ({ threadId }) => threadId);
        for (const follower of open) this.#tell(follower, byThread.get(follower.threadId) ?? []);
        more = [...byThread.values()].some(({ length }) => length === turnsMax);
      }
      this.#outage.over();
    } catch (error) {
      this.#outage.report(error);
    }
  }

  #tell(follower: Follower, turns: readonly TurnRow[]): void {
    const fresh = turns.filter(({ seq }) => seq > follower.after);
    const last = fresh.at(-1);
    if (last === undefined) return;
    follower.after = last.seq;
    follower.sink.turns(fresh);
    // A client that cannot keep up resumes where it stopped reading instead of filling our memory.
    if (follower.sink.backlogBytes() > this.#options.intervals.backlogBytesMax) follower.end();
  }
}

/** The least place of each thread. */
function placesOf(followers: readonly Follower[]): ThreadPlace[] {
  const least = new Map<ThreadId, number>();
  for (const { after, threadId } of followers)
    least.set(threadId, Math.min(after, least.get(threadId) ?? Infinity));
  return Array.from(least, ([threadId, after]) => ({ threadId, after }));
}
