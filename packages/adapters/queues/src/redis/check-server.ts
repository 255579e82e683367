import { SalienceError } from '@salience/errors';

const VERSION_MIN = [6, 2] as const;
/** Channels that belong to a slot came with 7.0. */
const CLUSTER_VERSION_MIN = [7, 0] as const;

/** Throws unless the server's INFO text shows that it will not lose jobs, and that it is a cluster's node exactly if it should be. */
export function checkServer(info: string, isCluster = false): void {
  const field = (name: string): string | undefined =>
    new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1]?.trim();
  const version = field('redis_version') ?? '0';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const least = isCluster ? CLUSTER_VERSION_MIN : VERSION_MIN;
  if (major < least[0] || (major === least[0] && minor < least[1])) {
    const what = isCluster ? 'or newer on every node of the cluster' : 'or newer';
    const message = `Expected Redis ${least.join('.')} ${what}, got ${version}. Upgrade the server.`;
    throw new SalienceError('queues.version', message);
  }
  if (!isCluster && field('cluster_enabled') === '1') {
    const message =
      'Expected one Redis server, got a node of a cluster. Name some of its nodes with redis-cluster://host1:6379,host2:6379.';
    throw new SalienceError('queues.cluster', message);
  }
  const policy = field('maxmemory_policy');
  if (policy !== undefined && policy !== 'noeviction') {
    const message =
      `Expected Redis to run with maxmemory-policy noeviction, got ${policy}: it would drop jobs when memory is short. ` +
      'Set "maxmemory-policy noeviction" in its configuration, or give Salience a Redis of its own.';
    throw new SalienceError('queues.eviction-policy', message, { data: { policy } });
  }
}
