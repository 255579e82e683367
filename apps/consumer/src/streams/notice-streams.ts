import type { AgentId, Id } from '@salience/contracts';
import { type NoticePlace, noticesAfter, type ToldNotice } from '@salience/database/notices';
import {
  type PolledRequest,
  type PolledSink,
  PolledStreams,
  type PolledStreamsOptions,
} from './polled-streams.ts';

/** A notice at its place in the stream. */
export interface PlacedNotice extends ToldNotice {
  readonly place: NoticePlace;
}

/** What hears the notices of an agent. */
export interface NoticeSink extends PolledSink {
  notices(notices: readonly PlacedNotice[]): void;
}

/** Whose notices to follow, from where. */
export interface NoticeFollowRequest extends PolledRequest {
  readonly after: NoticePlace;
  /** Only those for this person. */
  readonly person: Id<'person'> | undefined;
  readonly sink: NoticeSink;
}

/** Notices in one read; the rest is read at once after them. */
const noticesMax = 50;

interface Follower extends Omit<NoticeFollowRequest, 'after'> {
  after: NoticePlace;
}

/**
 * The open streams of notices in a process: each hears every turn that nobody asked for when it has ended, in whatever thread and wherever
 * it ran.
 */
export class NoticeStreams extends PolledStreams<Follower> {
  constructor(options: PolledStreamsOptions) {
    super(options, { name: 'notice-streams', words: 'streams of notices' });
  }

  /** Feeds the sink until the client disconnects, cannot keep up, may not listen any more, or `detachMs` are over. Never rejects. */
  follow(request: NoticeFollowRequest): Promise<void> {
    return this.keep({ ...request });
  }

  protected async tell(agentId: AgentId, followers: readonly Follower[]): Promise<boolean> {
    const from = followers
      .map(({ after }) => after)
      .reduce((least, one) => (isAfter(one, least) ? least : one));
    const { items, upto } = await noticesAfter(this.db, agentId, from, noticesMax);
    const notices = items.map(({ xid, ...told }) => ({ ...told, place: { xid, turn: told.turn.id } }));
    for (const follower of followers) tellOne(follower, notices);
    if (items.length === noticesMax) return true;
    // Nothing before `upto` can come any more: the next read begins there.
    const place = { xid: upto, turn: '' };
    for (const follower of followers) if (isAfter(place, follower.after)) follower.after = place;
    return false;
  }
}

function tellOne(follower: Follower, notices: readonly PlacedNotice[]): void {
  const fresh = notices.filter(({ place }) => isAfter(place, follower.after));
  const last = fresh.at(-1);
  if (last === undefined) return;
  follower.after = last.place;
  const { person } = follower;
  const theirs = person === undefined ? fresh : fresh.filter(({ notice }) => notice.personId === person);
  if (theirs.length > 0) follower.sink.notices(theirs);
}

/** True if a place comes after another in the stream. */
function isAfter(a: NoticePlace, b: NoticePlace): boolean {
  if (a.xid === b.xid) return a.turn > b.turn;
  return BigInt(a.xid) > BigInt(b.xid);
}
