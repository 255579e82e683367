import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { REPLY_MS } from '../deadline.ts';
import type { RedisAddress } from './redis-address.ts';

/** A connection to one server, or to all nodes of a cluster. */
export type RedisClient = Redis | Cluster;

/** How a client behaves, whichever of both it is. */
export interface ClientManners {
  /** Shown by CLIENT LIST. */
  readonly name: string;
  /** True: a command fails at once while the server is away, and within two seconds in any case. False: it waits. */
  readonly failFast: boolean;
  /** True: a cluster that does not serve all of its slots is good enough to be asked about itself. */
  readonly evenBroken?: boolean;
}

/** The delay before the next try to connect, in milliseconds. */
function retryStrategy(times: number): number {
  return Math.min(1_000, 50 * 2 ** Math.min(times, 5));
}

/** Makes a client. One that fails fast connects when it is told to, one that waits at once. */
export function openClient(
  address: RedisAddress,
  { name, failFast, evenBroken = false }: ClientManners,
): RedisClient {
  // RESP2 keeps the shape of raw replies the same on every server and behind every proxy.
  const common = { protocol: 2, connectionName: `salience-${name}` } as const;
  const node: ClientOptions = failFast
    ? { ...common, maxRetriesPerRequest: 0, connectTimeout: REPLY_MS, commandTimeout: REPLY_MS }
    : { ...common, maxRetriesPerRequest: null };
  const whole = failFast ? { lazyConnect: true, enableOfflineQueue: false } : {};
  if (address.kind === 'single') return new Redis(address.url, { ...node, ...whole, retryStrategy });
  return new Cluster([...address.seeds], {
    ...whole,
    enableReadyCheck: !evenBroken,
    clusterRetryStrategy: retryStrategy,
    slotsRefreshTimeout: REPLY_MS,
    slotsRefreshInterval: REFRESH_MS,
    // A certificate names hosts, so they must not be replaced by their addresses.
    ...(address.tls ? { dnsLookup: (host, done) => done(null, host) } : {}),
    redisOptions: { ...node, ...loginOf(address) },
  });
}

/** A connection to one node of a cluster, which ends when it is lost. */
export function openNode(
  address: RedisAddress & { readonly kind: 'cluster' },
  { host, port }: { readonly host: string; readonly port: number },
  name: string,
): Redis {
  return new Redis({
    host,
    port,
    protocol: 2,
    connectionName: `salience-${name}`,
    connectTimeout: REPLY_MS,
    commandTimeout: REPLY_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    autoResubscribe: false,
    ...loginOf(address),
  });
}

type ClientOptions = Omit<RedisOptions, 'replyMapping'>;

/** How often a client asks who holds which slots, beside asking when a node sends it elsewhere; in milliseconds. */
const REFRESH_MS = 5_000;

function loginOf({ username, password, tls }: RedisAddress & { readonly kind: 'cluster' }): ClientOptions {
  return {
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(tls ? { tls: {} } : {}),
  };
}
