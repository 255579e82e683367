import { SalienceError } from '@salience/errors';
import { onTestFinished } from 'vitest';
import {
  type Bridge,
  type BridgeHandlers,
  type BridgeLimits,
  type BridgeMessage,
  createBridge,
} from '../src/index.ts';
import { type FakeBridge, fakeBridge } from './fake-bridge.ts';

/** Loopback is fine here. */
export const reachAny = (url: URL) => Promise.resolve([url.hostname]);

const quick: Partial<BridgeLimits> = { reconnectMs: 30, connectMs: 2_000, pauseMs: 20, lookMs: 60_000 };

/** A Bridge and a client of it. */
export async function stage(limits: Partial<BridgeLimits> = {}, apiKey = 'bridge-key') {
  const fake = await fakeBridge();
  onTestFinished(() => fake.close());
  const bridge = createBridge({ url: fake.url, apiKey, reach: reachAny, limits: { ...quick, ...limits } });
  return { fake, bridge };
}

/** What a listener heard. */
export interface Heard {
  readonly messages: BridgeMessage[];
  readonly missed: [channel: string, what: string, count: number][];
  readonly lost: string[];
  readonly last: Map<string, string>;
  /** How often the connection stood. */
  connections: number;
  /** What `onMessage` throws, one after another. */
  readonly throws: SalienceError[];
  readonly ended: Promise<unknown>;
  stop(): Promise<unknown>;
}

/** Listens, keeping the watermark as a database would. `ended` resolves with the error that ended it, or undefined. */
export function listenTo(
  bridge: Bridge,
  channels: readonly string[],
  last = new Map<string, string>(),
): Heard {
  const stop = new AbortController();
  const heard: Omit<Heard, 'ended' | 'stop'> = {
    messages: [],
    missed: [],
    lost: [],
    last,
    connections: 0,
    throws: [],
  };
  const handlers: BridgeHandlers = {
    lastMessage: (channel) => Promise.resolve(last.get(channel) ?? null),
    anchored: (channel, id) => Promise.resolve(void last.set(channel, id)),
    onMessage(message) {
      const error = heard.throws.shift();
      if (error !== undefined) return Promise.reject(error);
      heard.messages.push(message);
      last.set(message.channel, message.id);
      return Promise.resolve();
    },
    missed: (...what) => void heard.missed.push(what),
    connected: () => void (heard.connections += 1),
    disconnected: (error) => void heard.lost.push(error),
  };
  const ended = bridge.listen(channels, handlers, stop.signal).then(
    () => undefined,
    (error: unknown) => error,
  );
  onTestFinished(async () => {
    stop.abort();
    await ended;
  });
  return Object.assign(heard, {
    ended,
    stop: async () => {
      stop.abort();
      return await ended;
    },
  });
}

/** A message of a person, numbered. */
export function said(id: number, content: string, channel: number | string = 10): Record<string, unknown> {
  return {
    id,
    channel_id: channel,
    channel_name: 'planning',
    content,
    username: 'Lance',
    author_id: 7,
    account_type: 'human',
    created_at: '2026-03-23T10:00:00.000Z',
  };
}

/** An error that asks for another try. */
export function later(): SalienceError {
  return new SalienceError('database.unavailable', 'away', { kind: 'retryable' });
}

/** Waits until the history of the fake was read so often. */
export function historyReads(fake: FakeBridge): number {
  return fake.requests.filter(({ method }) => method === 'GET').length;
}
