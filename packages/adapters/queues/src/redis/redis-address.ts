import { SalienceError } from '@salience/errors';

/** Where one node of a cluster listens. */
interface ClusterSeed {
  readonly host: string;
  readonly port: number;
}

/** What REDIS_URL says: one server, or some nodes of a cluster and how to log in to all of its nodes. */
export type RedisAddress =
  | { readonly kind: 'single'; readonly url: string }
  | {
      readonly kind: 'cluster';
      /** At least one; the others are asked for the whole cluster when the first ones are away. */
      readonly seeds: readonly ClusterSeed[];
      readonly username?: string;
      readonly password?: string;
      readonly tls: boolean;
    };

/** The forms that an address may have, for messages. */
export const redisAddressForms =
  'redis://host:6379 for one server (rediss:// with TLS), or redis-cluster://host1:6379,host2:6379 for a cluster ' +
  '(rediss-cluster:// with TLS)';

const CLUSTER = /^(rediss?)-cluster:\/\/(?:([^@/]*)@)?([^@/]*)\/?$/;
const DEFAULT_PORT = 6379;

/**
 * Reads the address of a Redis server or cluster. A cluster's is `redis-cluster://[user][:password]@host:port,host:port`; a port may be
 * left out (6379), an IPv6 host stands in brackets, `%` escapes what user and password may not contain. Throws `queues.address`, whose
 * message never holds the password.
 */
export function readRedisAddress(url: string): RedisAddress {
  if (/^rediss?:\/\//.test(url)) {
    if (/^rediss?:\/\/[^/?]*,/.test(url))
      throw invalid('it names several hosts, as only a cluster has them: begin it with redis-cluster://');
    return { kind: 'single', url };
  }
  const [, scheme, login = '', hosts = ''] = CLUSTER.exec(url) ?? [];
  if (scheme === undefined) throw invalid(whatElse(url));
  const [user = '', ...rest] = login.split(':');
  const password = rest.join(':');
  return {
    kind: 'cluster',
    seeds: hosts.split(',').map(readSeed),
    tls: scheme === 'rediss',
    ...(user === '' ? {} : { username: unescaped(user) }),
    ...(password === '' ? {} : { password: unescaped(password) }),
  };
}

/** Why this is no address of a Redis server or cluster; undefined when it is one. Never contains the password. */
export function redisAddressProblem(url: string): string | undefined {
  try {
    readRedisAddress(url);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The address without user and password. */
export function shownRedisAddress(url: string): string {
  const [, scheme = '', rest = ''] = /^([a-z-]+:\/\/)(?:.*@)?([^@/?]*)/.exec(url) ?? [];
  return scheme === '' ? 'not an address' : `${scheme}${rest}`;
}

function whatElse(url: string): string {
  if (!/^rediss?-cluster:\/\//.test(url)) return 'it begins otherwise';
  if (/^rediss?-cluster:\/\/[^@]*@?[^@/]*\/./.test(url))
    return 'a cluster has no numbered databases: nothing may follow the last host';
  return 'its hosts cannot be read';
}

function readSeed(text: string): ClusterSeed {
  const [, bracketed, plain, digits] =
    /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]\s]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  const port = digits === undefined ? DEFAULT_PORT : Number(digits);
  if (host === undefined || port < 1 || port > 65_535) throw invalid(`"${text}" is no host and port`);
  return { host, port };
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid('a % in its user or password is not followed by two hexadecimal digits: write %25 for %');
  }
}

function invalid(why: string): SalienceError {
  return new SalienceError('queues.address', `Expected ${redisAddressForms}; ${why}.`);
}
