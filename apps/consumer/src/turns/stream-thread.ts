import type { Request, Response } from 'express';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { httpProblem } from '../http/problems.ts';
import { SseWriter, sseHeaders } from '../streams/sse.ts';
import type { ThreadFollowRequest } from '../streams/thread-streams.ts';
import { readerLeft } from './stream-turn.ts';
import { turnView } from './turn-view.ts';

/** The place after which a client goes on; undefined if it names none. Throws 400 for a Last-Event-ID that we never sent. */
export function lastPlaceOf(request: Request): number | undefined {
  const text = request.headers['last-event-id'];
  if (text === undefined || text === '') return undefined;
  if (typeof text === 'string' && /^\d{1,15}$/.test(text)) return Number(text);
  throw httpProblem(
    400,
    'stream.position',
    'Expected the id of an event of this stream in Last-Event-ID, such as 7. Omit it to hear what comes from now on.',
  );
}

/** Streams the turns of a thread as they end, those after a place, until the client leaves. */
export async function streamThread(
  context: ConsumerContext,
  caller: Caller,
  { after, readmit, threadId }: Pick<ThreadFollowRequest, 'after' | 'readmit' | 'threadId'>,
  response: Response,
): Promise<void> {
  response.status(200).set({ ...sseHeaders, 'X-Thread-Id': threadId });
  if (response.req.method !== 'HEAD') {
    const opening = { type: 'listening', thread_id: threadId, after };
    const writer = new SseWriter(response, [{ id: `${after}`, data: opening }]);
    await context.threadStreams.follow({
      agentId: caller.agent.id,
      threadId,
      after,
      readmit,
      left: readerLeft(response),
      sink: {
        turns: (turns) =>
          writer.write(
            turns.map((turn) => ({ id: `${turn.seq}`, data: { type: 'turn', ...turnView(turn) } })),
            () => context.seen.note(caller, turns),
          ),
        keepAlive: () => writer.keepAlive(),
        backlogBytes: () => writer.backlogBytes(),
      },
    });
  }
  response.end();
}
