import type { AgentId, Id } from '@salience/contracts';
import type { Database } from '@salience/database';
import { type NoticePlace, noticesAfter, type ToldNotice } from '@salience/database/notices';
import type { Logger, Metrics } from '@salience/telemetry';
import { createLoop, type Loop } from '@salience/worker';
import { keptOpen, type OpenStream } from './kept-open.ts';
import { Outage } from './outage.ts';
import type { StreamIntervals } from './stream-intervals.ts';

/** A notice at its place in the stream. */
export interface PlacedNotice extends ToldNotice {
  readonly place: NoticePlace;
}

/** What hears the notices of an agent. Calls never block and never throw. */
export interface NoticeSink {
  notices(notices: readonly PlacedNotice[]): void;
  keepAlive(): void;
  /** Bytes that the client has not read yet. */
  backlogBytes(): number;
}

/** Whose notices to follow, from where. */
export interface NoticeFollowRequest extends OpenStream {
  readonly agentId: AgentId;
  readonly after: NoticePlace;
  /** Only those for this person. */
  readonly person: Id<'person'> | undefined;
  readonly sink: NoticeSink;
}

/** What the streams of notices need. */
export interface NoticeStreamsOptions {
  readonly db: Database;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'openStreams'>;
  readonly intervals: Pick<
    StreamIntervals,
    'admitMs' | 'backlogBytesMax' | 'detachMs' | 'keepAliveMs' | 'pollMs'
  >;
}

/** Notices in one read; the rest is read at once after them. */
const noticesMax = 50;

interface Follower extends NoticeFollowRequest {
  after: NoticePlace;
  readonly end: () => void;
}

/**
 * The open streams of notices in a process: each hears every turn that nobody asked for when it has ended, in whatever thread and wherever it ran.
 * They read Postgres alone, once per `pollMs` and with one query per agent that is listened to; a turn costs nothing for them.
 */
export class NoticeStreams {
  /** Reads what ended; runs as a service. */
  readonly poll: Loop;
  readonly #options: NoticeStreamsOptions;
  readonly #followers = new Set<Follower>();
  readonly #outage: Outage;
  #closing = false;

  constructor(options: NoticeStreamsOptions) {
    this.#options = options;
    this.#outage = new Outage(options.log, 'streams of notices wait for the database');
    this.poll = createLoop({
      name: 'notice-streams',
      everyMs: options.intervals.pollMs,
      runOnce: () => this.#readAll(),
      onError: (error) => options.log.error({ err: error }, 'streams of notices could not be read'),
    });
  }

  /**
   * Feeds the sink until the client disconnects, cannot keep up, may not listen any more, or `detachMs` are over; then it may resume.
   * Never rejects.
   */
  async follow(request: NoticeFollowRequest): Promise<void> {
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
    try {
      for (;;) {
        const open = followers.filter((follower) => this.#followers.has(follower));
        const [first] = open;
        if (first === undefined) break;
        const from = open
          .map(({ after }) => after)
          .reduce((least, one) => (isAfter(one, least) ? least : one));
        const { items, upto } = await noticesAfter(this.#options.db, first.agentId, from, noticesMax);
        const notices = items.map(({ xid, ...told }) => ({ ...told, place: { xid, turn: told.turn.id } }));
        for (const follower of open) this.#tell(follower, notices);
        if (items.length < noticesMax) {
          // Nothing before `upto` can come any more: the next read begins there.
          const place = { xid: upto, turn: '' };
          for (const follower of open) if (isAfter(place, follower.after)) follower.after = place;
          break;
        }
      }
      this.#outage.over();
    } catch (error) {
      this.#outage.report(error);
    }
  }

  #tell(follower: Follower, notices: readonly PlacedNotice[]): void {
    const fresh = notices.filter(({ place }) => isAfter(place, follower.after));
    const last = fresh.at(-1);
    if (last === undefined) return;
    follower.after = last.place;
    const { person } = follower;
    const theirs = person === undefined ? fresh : fresh.filter(({ notice }) => notice.personId === person);
    if (theirs.length > 0) follower.sink.notices(theirs);
    // A client that cannot keep up resumes where it stopped reading instead of filling our memory.
    if (follower.sink.backlogBytes() > this.#options.intervals.backlogBytesMax) follower.end();
  }
}

/** True if a place comes after another in the stream. */
function isAfter(a: NoticePlace, b: NoticePlace): boolean {
  if (a.xid === b.xid) return a.turn > b.turn;
  return BigInt(a.xid) > BigInt(b.xid);
}
