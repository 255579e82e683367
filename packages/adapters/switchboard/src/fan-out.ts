import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Server } from 'socket.io';
import { roomSignal } from '@salience/contracts';

/** Signals between processes, of whichever backend. */
export interface RoomSignals {
  send(channel: string, payload: string): Promise<boolean>;
  listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>>;
}

/** Connections to Redis for Socket.IO's adapter; `name` keeps two installations on one server apart. */
export interface RoomStream {
  readonly name: string;
  readonly client: object;
  ready(): boolean;
  close(): void;
}

/** Tells the other replicas that a room has another event. Hints only: each reads the event itself, and looks without them too. */
export interface FanOut {
  tell(room: string): void;
  close(): Promise<void>;
}

const retryMs = 2_000;

/**
 * Through Socket.IO's adapter over Redis streams where there is one, else through signals on Postgres. Signals are listened to in both
 * cases: processes without sockets, such as those that hold a Bridge, hint by them.
 */
export function createFanOut(
  io: Server,
  { signals, stream }: { readonly signals: RoomSignals; readonly stream?: RoomStream | undefined },
  hinted: (room: string) => void,
): FanOut {
  const stopHearing = hear(signals, hinted);
  if (stream === undefined)
    return {
      tell: (room) => void signals.send(roomSignal, room).catch(() => {}),
      close: stopHearing,
    };
  io.adapter(createAdapter(stream.client, { streamName: stream.name, channelPrefix: stream.name }));
  io.on(roomSignal, (room: unknown) => {
    if (typeof room === 'string') hinted(room);
  });
  return {
    // While Redis is away hints would pile up.
    tell: (room) => void (stream.ready() && io.serverSideEmit(roomSignal, room)),
    close: async () => {
      await stopHearing();
      stream.close();
    },
  };
}

/** Listens as soon as the backend is there. */
function hear(signals: RoomSignals, hinted: (room: string) => void): () => Promise<void> {
  let closed = false;
  let stop: (() => Promise<void>) | undefined;
  let timer: NodeJS.Timeout | undefined;
  const tryOnce = (): void => {
    signals.listen(roomSignal, hinted).then(
      (ended) => {
        stop = ended;
        if (closed) void ended().catch(() => {});
      },
      () => {
        if (!closed) timer = setTimeout(tryOnce, retryMs).unref();
      },
    );
  };
  tryOnce();
  return async () => {
    closed = true;
    clearTimeout(timer);
    await stop?.().catch(() => {});
  };
}
