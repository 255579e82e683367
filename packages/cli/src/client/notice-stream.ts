import { type NoticeEvent, noticeEventSchema } from '@salience/contracts';
import type { Stop } from '../until-stopped.ts';
import type { ApiClient } from './api-client.ts';
import { resumedStream } from './resumed-stream.ts';

/** A turn that nobody asked for. */
export type HeardNotice = Extract<NoticeEvent, { type: 'notice' }>;

/** How the notices of an agent are followed. */
export interface NoticeFollowOptions {
  readonly stop: Stop;
  /** True to be told first what no stream has shown yet. */
  readonly missed: boolean;
  /** Told when the connection broke, and when it is back. */
  readonly onConnection?: ((state: 'back' | 'lost') => void) | undefined;
}

/** Every turn of the agent that nobody asked for, when it has ended: each once, until the stop. Throws as `resumedStream` does. */
export async function* followNotices(
  client: ApiClient,
  { missed, onConnection, stop }: NoticeFollowOptions,
): AsyncGenerator<HeardNotice> {
  let lastId: string | undefined;
  // What was missed has no place of its own: it may come again after a break.
  const told = new Set<string>();
  const path = `/notices/events?missed=${missed}`;
  for await (const { data, id } of resumedStream(client, {
    path,
    stop,
    onConnection,
    lastId: () => lastId,
  })) {
    if (id !== undefined) lastId = id;
    const event = toEvent(data);
    if (event?.type !== 'notice' || told.has(event.turn_id)) continue;
    told.add(event.turn_id);
    yield event;
  }
}

/** Undefined for events that this version does not know: a newer server may say more. */
function toEvent(data: string): NoticeEvent | undefined {
  try {
    return noticeEventSchema.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}
