import type { AgentId, ThreadId } from '@salience/contracts';
import { endedAfter, type ThreadPlace, type TurnRow } from '@salience/database/turns';
import {
  type PolledRequest,
  type PolledSink,
  PolledStreams,
  type PolledStreamsOptions,
} from './polled-streams.ts';

/** What hears the turns of a thread. */
export interface ThreadSink extends PolledSink {
  /** Ended turns, in their order. */
  turns(turns: readonly TurnRow[]): void;
}

/** Which thread to follow, from where, for whom. */
export interface ThreadFollowRequest extends PolledRequest {
  readonly threadId: ThreadId;
  /** The place of the last turn that the client knows. */
  readonly after: number;
  readonly sink: ThreadSink;
}

/** Turns of one thread in one read; the rest is read at once after them. */
const turnsMax = 50;

interface Follower extends Omit<ThreadFollowRequest, 'after'> {
  after: number;
}

/** The open streams of threads in a process: each hears every turn of its thread when it has ended, whoever began it and wherever it ran. */
export class ThreadStreams extends PolledStreams<Follower> {
  constructor(options: PolledStreamsOptions) {
    super(options, { name: 'thread-streams', words: 'streams of threads' });
  }

  /** Feeds the sink until the client disconnects, cannot keep up, may not listen any more, or `detachMs` are over. Never rejects. */
  follow(request: ThreadFollowRequest): Promise<void> {
    return this.keep({ ...request });
  }

  protected async tell(agentId: AgentId, followers: readonly Follower[]): Promise<boolean> {
    const turns = await endedAfter(this.db, agentId, placesOf(followers), turnsMax);
    const byThread = Map.groupBy(turns, ({ threadId }) => threadId);
    for (const follower of followers) tellOne(follower, byThread.get(follower.threadId) ?? []);
    return [...byThread.values()].some(({ length }) => length === turnsMax);
  }
}

function tellOne(follower: Follower, turns: readonly TurnRow[]): void {
  const fresh = turns.filter(({ seq }) => seq > follower.after);
  const last = fresh.at(-1);
  if (last === undefined) return;
  follower.after = last.seq;
  follower.sink.turns(fresh);
}

/** The least place of each thread. */
function placesOf(followers: readonly Follower[]): ThreadPlace[] {
  const least = new Map<ThreadId, number>();
  for (const { after, threadId } of followers)
    least.set(threadId, Math.min(after, least.get(threadId) ?? Infinity));
  return Array.from(least, ([threadId, after]) => ({ threadId, after }));
}
