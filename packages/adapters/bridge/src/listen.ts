import { SalienceError } from '@salience/errors';
import type { Socket } from 'socket.io-client';
import { z } from 'zod';
import type { BridgeCalls } from './calls.ts';
import { type ChannelFeed, createFeed, type FeedHandlers, type FeedLimits } from './channel-feed.ts';
import { readMessage } from './message.ts';
import { judgedAddresses, type Reach } from './reach.ts';
import { agentFor } from './request.ts';

/** What becomes of what is heard. */
export interface BridgeHandlers extends FeedHandlers {
  /** The connection stands, and its channels are joined. Called again after each reconnection. */
  connected(): void;
  /** It broke, or could not be made; it is tried again. A code. */
  disconnected(error: string): void;
}

/** Limits of listening, in milliseconds and bytes. */
export interface ListenLimits extends FeedLimits {
  /** From a connection that broke or failed to the next attempt. */
  readonly reconnectMs: number;
  /** For making a connection. */
  readonly connectMs: number;
  /** From one look into the history to the next, for what an event did not bring. */
  readonly lookMs: number;
  /** The largest event that is read. */
  readonly frameBytesMax: number;
}

/** What listening needs. */
export interface ListenOptions {
  readonly url: URL;
  readonly apiKey: string;
  readonly reach: Reach;
  readonly calls: BridgeCalls;
  readonly channels: readonly string[];
  readonly limits: ListenLimits;
}

/**
 * Listens to channels until `signal` ends it. Rejects with `bridge.refused-key`, `bridge.private-address` (terminal; `retryAfterMs` says when to look
 * again), `bridge.unavailable` (retryable) where the first connection cannot be tried, and with what a handler rejects with.
 */
export async function listen(
  options: ListenOptions,
  handlers: BridgeHandlers,
  signal: AbortSignal,
): Promise<void> {
  const { limits, reach, url } = options;
  await judgedAddresses(url, reach);
  // The client takes megabytes, which a machine without a Bridge does not pay.
  const { io } = await import('socket.io-client');
  if (signal.aborted) return;
  const ended = Promise.withResolvers<void>();
  const own = new AbortController();
  const stop = AbortSignal.any([signal, own.signal]);
  const feeds = feedsOf(options, handlers, stop, ended.reject);
  const socket = io(url.origin, {
    path: `${url.pathname.replace(/\/$/, '')}/socket.io`,
    transports: ['websocket'],
    auth: { apiKey: options.apiKey },
    reconnectionDelay: limits.reconnectMs,
    reconnectionDelayMax: limits.reconnectMs,
    timeout: limits.connectMs,
    forceNew: true,
    autoConnect: false,
    // What is small on its way may be huge unpacked.
    perMessageDeflate: false as never,
    ...({ agent: agentFor(url, reach), maxPayload: limits.frameBytesMax } as object),
  });
  const look = setInterval(() => {
    if (socket.connected) for (const feed of feeds.values()) feed.lookBack();
  }, limits.lookMs);
  const onAbort = (): void => ended.resolve();
  stop.addEventListener('abort', onAbort, { once: true });
  hear(socket, { options, handlers, feeds, stop, fail: ended.reject });
  socket.connect();
  try {
    await ended.promise;
  } finally {
    clearInterval(look);
    own.abort();
    socket.disconnect();
  }
}

function feedsOf(
  { calls, channels, limits }: ListenOptions,
  handlers: BridgeHandlers,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): ReadonlyMap<string, ChannelFeed> {
  return new Map(
    channels.map((channel) => [channel, createFeed({ channel, calls, handlers, limits, signal, onFailure })]),
  );
}

interface Hearing {
  readonly options: ListenOptions;
  readonly handlers: BridgeHandlers;
  readonly feeds: ReadonlyMap<string, ChannelFeed>;
  readonly stop: AbortSignal;
  readonly fail: (error: unknown) => void;
}

function hear(socket: Socket, { feeds, fail, handlers, options, stop }: Hearing): void {
  let again: NodeJS.Timeout | undefined;
  /** The client gives up where the server ended it. */
  const connectLater = (): void => {
    clearTimeout(again);
    again = setTimeout(() => {
      if (!stop.aborted) socket.connect();
    }, options.limits.reconnectMs);
    again.unref();
  };
  socket.on('connect', () => {
    void join(socket, [...feeds.keys()], options.limits.connectMs).then(() => {
      if (stop.aborted || !socket.connected) return;
      handlers.connected();
      for (const feed of feeds.values()) feed.lookBack();
    });
  });
  socket.on('connect_error', (error) => {
    if (isRefusal(error)) fail(refusedKey());
    else {
      handlers.disconnected('unreachable');
      if (!socket.active) connectLater();
    }
  });
  socket.on('disconnect', (reason) => {
    if (stop.aborted) return;
    handlers.disconnected(reason.replaceAll(' ', '-'));
    if (!socket.active) connectLater();
  });
  socket.on('new_message', (value: unknown) => {
    const message = readMessage(value);
    // What is of a channel that was not joined is none of ours.
    const feed = message && feeds.get(message.channel);
    if (message === undefined) handlers.missed('', 'refused', 1);
    else feed?.offer(message);
  });
  stop.addEventListener('abort', () => clearTimeout(again), { once: true });
}

/** Joins, and waits a little for a Bridge that says when it is done: then the history is read behind it. */
async function join(socket: Socket, channels: readonly string[], waitMs: number): Promise<void> {
  const joined = channels.map((channel) => {
    const number = Number(channel);
    const channelId = /^\d+$/.test(channel) && Number.isSafeInteger(number) ? number : channel;
    return socket.timeout(Math.min(waitMs, 1_000)).emitWithAck('join_channel', { channelId });
  });
  await Promise.allSettled(joined);
}

/** Whether a Bridge refused who connects: by a status beside its message, or by what the message says. */
function isRefusal(error: Error & { readonly data?: unknown }): boolean {
  const { data } = refusalSchema.safeParse(error.data);
  if (data !== undefined) return true;
  return /unauthori[sz]ed|forbidden|(invalid|bad|unknown|missing|expired|wrong|no such).{0,20}(key|token|auth)|authenticat/i.test(
    error.message,
  );
}

const refusalSchema = z.union([
  z.object({ status: z.union([z.literal(401), z.literal(403)]) }),
  z.object({ code: z.string().regex(/^(agent|key|person)\./) }),
]);

function refusedKey(): SalienceError {
  return new SalienceError(
    'bridge.refused-key',
    'The Bridge refused the key. Set the one that it gave to this agent.',
    {
      retryAfterMs: 300_000,
    },
  );
}
