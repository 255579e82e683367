import { isSalienceError } from '@salience/errors';
import type { BridgeCalls, History } from './calls.ts';
import { type BridgeMessage, inOrderOfIds } from './message.ts';

/** What is known of how a channel is heard, and what becomes of its messages. */
export interface FeedHandlers {
  /** The id of the last message of a channel that was taken; null: it was never heard. */
  lastMessage(channel: string): Promise<string | null>;
  /** A channel is heard for the first time: what is said from now on counts. Resolves when that is stored. */
  anchored(channel: string, messageId: string): Promise<void>;
  /**
   * Takes a message; the same may come again. Resolves when it is stored. With an error of kind `retryable` it is given again after a pause, before all others
   * of its channel; any other error ends the listening.
   */
  onMessage(message: BridgeMessage): Promise<void>;
  /** Something was not heard, and why: `refused` is no message or too large, `gap` the history does not reach back. For logs and counts. */
  missed(channel: string, what: 'gap' | 'history' | 'refused', count: number): void;
}

/** Limits of what is heard. */
export interface FeedLimits {
  /** Messages of a history that are looked through at most. */
  readonly historyMax: number;
  /** Messages of a channel that wait at most; what comes beyond is read from the history later. */
  readonly waitingMax: number;
  /** The pause before something that failed is tried again, in milliseconds. */
  readonly pauseMs: number;
}

/** One channel, whose messages are given one after another. */
export interface ChannelFeed {
  /** A message came. */
  offer(message: BridgeMessage): void;
  /** What was said while nobody listened, and what got lost, is in the history. */
  lookBack(): void;
}

interface FeedOptions {
  readonly channel: string;
  readonly calls: BridgeCalls;
  readonly handlers: FeedHandlers;
  readonly limits: FeedLimits;
  readonly signal: AbortSignal;
  readonly onFailure: (error: unknown) => void;
}

/** How many of a history are asked for first; then four times as many, up to the limit. */
const firstLook = 50;
/** Behind what the first look finds in a channel that is empty: everything that is said there. */
const beginning = '';
/** Ids that are remembered, so that what comes live and in the history is given once. */
const rememberedMax = 2_000;

/** Makes the feed of a channel. It gives nothing before it was told of a connection. */
export function createFeed(options: FeedOptions): ChannelFeed {
  const { channel, handlers, limits, onFailure, signal } = options;
  const waiting: BridgeMessage[] = [];
  const given = new Set<string>();
  let isBehind = false;
  /** The newest message when the history was read last: what is behind it was given, or is to be looked for. */
  let base: string | null | undefined;
  let running: Promise<void> | undefined;

  const give = async (message: BridgeMessage): Promise<void> => {
    while (!signal.aborted && !given.has(message.id)) {
      try {
        await handlers.onMessage(message);
        remember(given, message.id);
      } catch (error) {
        if (!isSalienceError(error) || error.kind !== 'retryable') throw error;
        await pause(limits.pauseMs, signal);
      }
    }
  };
  const catchUp = async (): Promise<void> => {
    base ??= await handlers.lastMessage(channel);
    const found = await behind(options, base);
    if (found === 'later') {
      await pause(limits.pauseMs, signal);
      isBehind = true;
      return;
    }
    for (const message of found.messages) await give(message);
    base = found.newest ?? base ?? beginning;
  };
  const drain = async (): Promise<void> => {
    while (!signal.aborted) {
      if (isBehind) {
        isBehind = false;
        await catchUp();
        continue;
      }
      const next = waiting.shift();
      if (next === undefined) return;
      await give(next);
    }
  };
  const start = (): void => {
    running ??= drain()
      .catch(onFailure)
      .finally(() => {
        running = undefined;
        if (!signal.aborted && (isBehind || waiting.length > 0)) start();
      });
  };
  return {
    offer(message) {
      if (given.has(message.id)) return;
      if (waiting.length < limits.waitingMax) waiting.push(message);
      else {
        // Nothing is lost: all of these are in the history.
        waiting.length = 0;
        isBehind = true;
        handlers.missed(channel, 'history', 1);
      }
      start();
    },
    lookBack() {
      isBehind = true;
      start();
    },
  };
}

interface Behind {
  /** In order. */
  readonly messages: readonly BridgeMessage[];
  /** The newest of the channel; null where its history is not kept or empty. */
  readonly newest: string | null;
}

/** The messages behind one; `later`: the history cannot be read now. */
async function behind(options: FeedOptions, last: string | null): Promise<Behind | 'later'> {
  const { calls, channel, handlers, limits } = options;
  let limit = last === null ? 1 : Math.min(firstLook, limits.historyMax);
  let read: History | undefined;
  for (;;) {
    const history = await calls.history(channel, limit);
    // A page that is refused or too large stays so: what the one before it held is what there is.
    if ('error' in history && !history.final) return 'later';
    if ('error' in history) return behindIn(options, last, read);
    if (last === null) {
      const newest = inOrderOfIds(history.messages).at(-1)?.id ?? null;
      if (newest !== null) await handlers.anchored(channel, newest);
      return { messages: [], newest };
    }
    // A Bridge that gives no more than before gives no more, whatever is asked for.
    const isMore = read === undefined || sizeOf(history) > sizeOf(read);
    read = history;
    if (reaches(history, last) || !history.hasMore || !isMore || limit >= limits.historyMax)
      return behindIn(options, last, read);
    limit = Math.min(limit * 4, limits.historyMax);
  }
}

/** The messages behind one in what was read. None was read: the Bridge keeps no history, so what comes is heard and what came while nobody listened is not. */
function behindIn(
  { channel, handlers }: FeedOptions,
  last: string | null,
  read: History | undefined,
): Behind {
  if (read === undefined || last === null) {
    handlers.missed(channel, 'gap', 1);
    return { messages: [], newest: null };
  }
  const messages = inOrderOfIds(read.messages);
  if (read.refused > 0) handlers.missed(channel, 'refused', read.refused);
  if (!reaches(read, last)) handlers.missed(channel, 'gap', 1);
  const place = messages.findIndex(({ id }) => id === last);
  return {
    messages: place >= 0 ? messages.slice(place + 1) : newerThan(messages, last),
    newest: messages.at(-1)?.id ?? null,
  };
}

/**
 * Whether a page goes back to a message that was taken. A page that is not full says so by nothing: a Bridge may give fewer than it was asked for. So the message itself
 * must stand in it, or of numbered ones, where the message is gone, one from before it.
 */
function reaches({ hasMore, messages }: History, last: string): boolean {
  if (last === beginning) return !hasMore;
  if (messages.some(({ id }) => id === last)) return true;
  return isNumber(last) && messages.some(({ id }) => isNumber(id) && BigInt(id) < BigInt(last));
}

function sizeOf({ messages, refused }: History): number {
  return messages.length + refused;
}

function isNumber(id: string): boolean {
  return /^\d+$/.test(id);
}

/** Of numbered messages those behind a number, whose own message is gone; of others all: whoever took one before knows it. */
function newerThan(messages: readonly BridgeMessage[], last: string): readonly BridgeMessage[] {
  if (!isNumber(last)) return messages;
  return messages.filter(({ id }) => !isNumber(id) || BigInt(id) > BigInt(last));
}

function remember(given: Set<string>, id: string): void {
  given.add(id);
  if (given.size <= rememberedMax) return;
  for (const oldest of given) {
    given.delete(oldest);
    break;
  }
}

/** Ends early when the caller goes. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}
