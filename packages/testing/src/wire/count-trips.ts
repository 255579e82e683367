import { portsOf, rewriterFor, withPorts } from '../servers/cluster-ports.ts';
import { postgresListener } from './postgres-listener.ts';
import { redisListener } from './redis-listener.ts';
import { startTap } from './tcp-tap.ts';

/** What digest asks by the clock: where turns take long, most of them meet one of these. */
const byTheClock = new Set(['beat', 'ping', 'settle_topics', 'load_policy']);
/** The shortest time between two of a kind; what comes sooner was asked by turns. */
const clockMs = 900;

/** Round trips by kind since counting began. */
export interface Trips {
  /** But for what is asked by the clock. */
  readonly postgres: number;
  /** Redis commands of our own: live events and signals, those that carry deltas only left out. */
  readonly redisOwn: number;
  readonly redisDeltas: number;
  /** What BullMQ sends: fetching, finishing and adding jobs, their locks and markers. */
  readonly redisBullmq: number;
  /** Bytes to and from Postgres, what is asked by the clock included. */
  readonly postgresBytes: number;
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
  const trips = { postgres: 0, redisOwn: 0, redisDeltas: 0, redisBullmq: 0, postgresBytes: 0 };
  const lastByTheClock = new Map<string, number>();
  const postgres = await startTap(
    Number(new URL(urls.postgres).port),
    () =>
      postgresListener((statement) => {
        const at = performance.now();
        const due = at - (lastByTheClock.get(statement) ?? Number.NEGATIVE_INFINITY) >= clockMs;
        if (due && byTheClock.has(statement)) lastByTheClock.set(statement, at);
        else trips.postgres += 1;
      }),
    (bytes) => {
      trips.postgresBytes += bytes;
    },
  );
  const doors = new Map<number, number>();
  const rewrite = rewriterFor(urls.redis, doors);
  const redis = await Promise.all(
    portsOf(urls.redis).map(async (port) => {
      const tap = await startTap(
        port,
        () =>
          redisListener((words) => {
            const kind = kindOf(words);
            if (kind !== undefined) trips[kind] += 1;
          }),
        undefined,
        rewrite,
      );
      doors.set(port, tap.port);
      return tap;
    }),
  );
  return {
    postgresUrl: (url) => withPort(url, postgres.port),
    redisUrl: withPorts(urls.redis, doors),
    now: () => ({ ...trips }),
    async stop() {
      await Promise.all([postgres, ...redis].map((tap) => tap.stop()));
    },
  };
}

function withPort(url: string, port: number): string {
  const changed = new URL(url);
  changed.port = String(port);
  // A socket is a way around us.
  for (const way of ['host', 'path']) changed.searchParams.delete(way);
  return changed.href;
}

/** Once per connection; they say nothing about a turn. */
const greetings = new Set([
  'AUTH',
  'HELLO',
  'CLIENT',
  'INFO',
  'SELECT',
  'PING',
  'SCRIPT',
  'QUIT',
  'CLUSTER',
  'READONLY',
]);

function kindOf(words: readonly string[]): 'redisOwn' | 'redisDeltas' | 'redisBullmq' | undefined {
  if (greetings.has(words[0] ?? '')) return undefined;
  // Every turn's live events have a key of their own; the other keys with a hash tag are BullMQ's queues.
  const live = words.some((word) => /:live:/.test(word));
  // A delta that travels with another event costs nothing of its own.
  if (live) return words.some((word) => /"type":"(?!delta)/.test(word)) ? 'redisOwn' : 'redisDeltas';
  return words.some((word) => word.startsWith('{') && word.includes('}:')) ? 'redisBullmq' : 'redisOwn';
}
