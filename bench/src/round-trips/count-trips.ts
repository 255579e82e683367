import { postgresListener } from './postgres-listener.ts';
import { redisListener } from './redis-listener.ts';
import { startTap } from './tcp-tap.ts';

/** Round trips by kind since counting began. */
export interface Trips {
  readonly postgres: number;
  /** Redis commands of our own: live events and signals, those that carry deltas only left out. */
  readonly redisOwn: number;
  readonly redisDeltas: number;
  /** What BullMQ sends: fetching, finishing and adding jobs, their locks and markers. */
  readonly redisBullmq: number;
}

/** Taps between one process and its stores. */
export interface TripCounter {
  /** The given address, through the tap. */
  readonly postgresUrl: (url: string) => string;
  readonly redisUrl: string;
  now(): Trips;
  stop(): Promise<void>;
}

/** Opens taps in front of both stores. What passes through them is counted; other processes must not use them. */
export async function countTrips(urls: { postgres: string; redis: string }): Promise<TripCounter> {
  const trips = { postgres: 0, redisOwn: 0, redisDeltas: 0, redisBullmq: 0 };
  const postgres = await startTap(Number(new URL(urls.postgres).port), () =>
    postgresListener(() => {
      trips.postgres += 1;
    }),
  );
  const redis = await startTap(Number(new URL(urls.redis).port), () =>
    redisListener((words) => {
      const kind = kindOf(words);
      if (kind !== undefined) trips[kind] += 1;
    }),
  );
  return {
    postgresUrl: (url) => withPort(url, postgres.port),
    redisUrl: withPort(urls.redis, redis.port),
    now: () => ({ ...trips }),
    async stop() {
      await Promise.all([postgres.stop(), redis.stop()]);
    },
  };
}

function withPort(url: string, port: number): string {
  const changed = new URL(url);
  changed.port = String(port);
  return changed.href;
}

/** Once per connection; they say nothing about a turn. */
const greetings = new Set(['AUTH', 'HELLO', 'CLIENT', 'INFO', 'SELECT', 'PING', 'SCRIPT', 'QUIT']);

function kindOf(words: readonly string[]): Exclude<keyof Trips, 'postgres'> | undefined {
  if (greetings.has(words[0] ?? '')) return undefined;
  // Every turn's live events have a key of their own; the other keys with a hash tag are BullMQ's queues.
  const live = words.some((word) => /:live:/.test(word));
  // A delta that travels with another event costs nothing of its own.
  if (live) return words.some((word) => /"type":"(?!delta)/.test(word)) ? 'redisOwn' : 'redisDeltas';
  return words.some((word) => word.startsWith('{') && word.includes('}:')) ? 'redisBullmq' : 'redisOwn';
}
