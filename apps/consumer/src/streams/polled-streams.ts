import type { AgentId } from '@salience/contracts';
import type { Database } from '@salience/database';
import type { Logger, Metrics } from '@salience/telemetry';
import { createLoop, type Loop } from '@salience/worker';
import { keptOpen, type OpenStream } from './kept-open.ts';
import { Outage } from './outage.ts';
import type { StreamIntervals } from './stream-intervals.ts';

/** What writes to the client of a stream. Calls never block and never throw. */
export interface PolledSink {
  keepAlive(): void;
  /** Bytes that the client has not read yet. */
  backlogBytes(): number;
}

/** A stream of an agent that a client asks for. */
export interface PolledRequest extends OpenStream {
  readonly agentId: AgentId;
  readonly sink: PolledSink;
}

/** What streams that read Postgres need. */
export interface PolledStreamsOptions {
  readonly db: Database;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'openStreams'>;
  readonly intervals: Pick<
    StreamIntervals,
    'admitMs' | 'backlogBytesMax' | 'detachMs' | 'keepAliveMs' | 'pollMs'
  >;
}

/**
 * The open streams of one kind in a process. They read Postgres alone, once per `pollMs` and with one query per agent that is listened to,
 * so nothing is lost with a message, and a turn costs nothing for them.
 */
export abstract class PolledStreams<F extends PolledRequest> {
  /** Reads what came; runs as a service. */
  readonly poll: Loop;
  protected readonly db: Database;
  readonly #options: PolledStreamsOptions;
  readonly #followers = new Map<F, { readonly end: () => void }>();
  readonly #outage: Outage;
  #closing = false;

  /** @param what these streams are, as the loop and the log name them: `{ name: 'thread-streams', words: 'streams of threads' }` */
  constructor(options: PolledStreamsOptions, what: { readonly name: string; readonly words: string }) {
    this.db = options.db;
    this.#options = options;
    this.#outage = new Outage(options.log, `${what.words} wait for the database`);
    this.poll = createLoop({
      name: what.name,
      everyMs: options.intervals.pollMs,
      runOnce: () => this.#readAll(),
      onError: (error) => options.log.error({ err: error }, `${what.words} could not be read`),
    });
  }

  /** Reads what followers of one agent do not know yet and tells them. Returns true if more is left to read at once. */
  protected abstract tell(agentId: AgentId, followers: readonly F[]): Promise<boolean>;

  /** Ends every current and later stream; their clients resume on another replica. */
  endAll(): void {
    this.#closing = true;
    for (const { end } of this.#followers.values()) end();
  }

  /** Feeds the sink until the client disconnects, cannot keep up, may not listen any more, or `detachMs` are over; then it may resume. Never rejects. */
  protected async keep(follower: F): Promise<void> {
    if (this.#closing || follower.left.aborted) return;
    const { end, over } = keptOpen(follower, this.#options.intervals);
    this.#followers.set(follower, { end });
    this.#options.metrics.openStreams.add({}, 1);
    void this.#read(follower.agentId, [follower]);
    await over;
    this.#followers.delete(follower);
    this.#options.metrics.openStreams.add({}, -1);
  }

  async #readAll(): Promise<void> {
    const byAgent = Map.groupBy(this.#followers.keys(), ({ agentId }) => agentId);
    // One query per agent: row-level security shows one agent at a time.
    await Promise.all(Array.from(byAgent, ([agentId, followers]) => this.#read(agentId, followers)));
  }

  async #read(agentId: AgentId, followers: readonly F[]): Promise<void> {
    try {
      for (let more = true; more; ) {
        const open = followers.filter((follower) => this.#followers.has(follower));
        more = open.length > 0 && (await this.tell(agentId, open));
        for (const follower of open) this.#endIfBehind(follower);
      }
      this.#outage.over();
    } catch (error) {
      this.#outage.report(error);
    }
  }

  /** A client that cannot keep up resumes where it stopped reading instead of filling our memory. */
  #endIfBehind(follower: F): void {
    if (follower.sink.backlogBytes() > this.#options.intervals.backlogBytesMax)
      this.#followers.get(follower)?.end();
  }
}
