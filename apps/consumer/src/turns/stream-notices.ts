import { type Id, isLate, type NoticeEvent, noticePositionPattern } from '@salience/contracts';
import { listNotices, type NoticePlace, noticesAfter, type ToldNotice } from '@salience/database/notices';
import type { Request, Response } from 'express';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { httpProblem } from '../http/problems.ts';
import type { NoticeFollowRequest } from '../streams/notice-streams.ts';
import { type SseEvent, SseWriter, sseHeaders } from '../streams/sse.ts';
import { noticeView } from './notice-view.ts';
import { readerLeft } from './stream-turn.ts';

/** The place after which a client goes on; undefined if it names none. Throws 400 for a Last-Event-ID that we never sent. */
export function lastNoticeOf(request: Request): NoticePlace | undefined {
  const text = request.headers['last-event-id'];
  if (text === undefined || text === '') return undefined;
  const [, xid, turn] = (typeof text === 'string' && noticePositionPattern.exec(text)) || [];
  if (xid !== undefined && turn !== undefined && BigInt(xid) < 2n ** 64n) return { xid, turn };
  throw httpProblem(
    400,
    'stream.position',
    'Expected the id of an event of this stream in Last-Event-ID. Omit it to hear what comes from now on.',
  );
}

/** Notices that were missed, in one answer; what is left is told when the next stream opens. */
const missedMax = 200;

/**
 * Streams the notices of an agent as their turns end, those after a place, until the client leaves. With `missed`, first those before the
 * place that no stream has shown, oldest first.
 */
export async function streamNotices(
  context: ConsumerContext,
  caller: Caller,
  request: Pick<NoticeFollowRequest, 'person' | 'readmit'> & {
    readonly after: NoticePlace | undefined;
    readonly missed: boolean;
  },
  response: Response,
): Promise<void> {
  const { person, readmit } = request;
  const { agent } = caller;
  const { upto } = await noticesAfter(context.db, agent.id, undefined, 1);
  // A place ahead of every transaction is of another database, such as the one before a restore.
  const { after: said } = request;
  const after = said !== undefined && BigInt(said.xid) <= BigInt(upto) ? said : { xid: upto, turn: '' };
  const missed = request.missed ? await missedBefore(context, caller, after, person) : [];
  const now = (await context.clock.now()).getTime();
  response.status(200).set(sseHeaders);
  if (response.req.method !== 'HEAD') {
    const id = idOf(after);
    const opening: NoticeEvent = { type: 'listening', after: id };
    const writer = new SseWriter(response, [{ id, data: opening }]);
    const tell = (told: readonly ToldNotice[], events: readonly SseEvent[]) =>
      writer.write(events, () =>
        context.seen.note(
          caller,
          told.map(({ turn }) => turn),
        ),
      );
    // Their ids are not places of the stream: whoever loses the connection among them goes on from its beginning.
    if (missed.length > 0)
      tell(
        missed,
        missed.map((one) => eventOf(one, now, id)),
      );
    await context.noticeStreams.follow({
      agentId: agent.id,
      after,
      person,
      readmit,
      left: readerLeft(response),
      sink: {
        notices: (notices) =>
          tell(
            notices,
            notices.map((one) => eventOf(one, undefined, idOf(one.place))),
          ),
        keepAlive: () => writer.keepAlive(),
        backlogBytes: () => writer.backlogBytes(),
      },
    });
  }
  response.end();
}

function missedBefore(
  { db }: ConsumerContext,
  { agent }: Caller,
  { xid }: NoticePlace,
  person: Id<'person'> | undefined,
): Promise<ToldNotice[]> {
  return listNotices(db, agent.id, {
    state: 'unseen',
    limit: missedMax,
    person,
    oldestFirst: true,
    upto: xid,
  });
}

/** `now`: of what is told later than when its turn ended. It is not late where a channel brought it in time. */
function eventOf(told: ToldNotice, now: number | undefined, id: string): SseEvent {
  const { notice, turn } = told;
  const brought = notice.deliveries.flatMap(({ settledAt, state }) =>
    state === 'delivered' && settledAt !== null ? [Date.parse(settledAt)] : [],
  );
  const at = Math.min(now ?? Date.parse(turn.endedAt ?? notice.createdAt), ...brought);
  const event: NoticeEvent = { type: 'notice', ...noticeView(told), late: isLate(notice.dueAt, at) };
  return { id, data: event };
}

function idOf({ turn, xid }: NoticePlace): string {
  return `${xid}.${turn}`;
}
