import { type ThreadEvent, threadEventSchema } from '@salience/contracts';
import type { Stop } from '../until-stopped.ts';
import type { ApiClient } from './api-client.ts';
import { resumedStream } from './resumed-stream.ts';

/** A turn that ended. */
export type HeardTurn = Extract<ThreadEvent, { type: 'turn' }>;

/** How a thread is followed. */
export interface ThreadFollowOptions {
  readonly stop: Stop;
  /** The place of the last turn that is known; without it, what ends from now on. */
  readonly after?: number | undefined;
  /** Told when the connection broke, and when it is back. */
  readonly onConnection?: ((state: 'back' | 'lost') => void) | undefined;
}

/** The turns of a thread, by id or key, when they have ended: each once, until the stop. Throws as `resumedStream` does. */
export async function* followThread(
  client: ApiClient,
  thread: string,
  { after, onConnection, stop }: ThreadFollowOptions,
): AsyncGenerator<HeardTurn> {
  let lastId = after === undefined ? undefined : `${after}`;
  const path = `/threads/${encodeURIComponent(thread)}/events`;
  for await (const { data, id } of resumedStream(client, {
    path,
    stop,
    onConnection,
    lastId: () => lastId,
  })) {
    if (id !== undefined) lastId = id;
    const event = toEvent(data);
    if (event?.type === 'turn') yield event;
  }
}

/** Undefined for events that this version does not know: a newer server may say more. */
function toEvent(data: string): ThreadEvent | undefined {
  try {
    return threadEventSchema.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}
