import { join } from 'node:path';
import process from 'node:process';
import {
  type PrivateRedis,
  type PrivateRedisCluster,
  startPrivateRedis,
  startPrivateRedisCluster,
} from '@salience/embedded';

/** Whether "redis" means a cluster in this run: SALIENCE_TEST_REDIS=cluster. Throws for a word that means nothing. */
function wantsRedisCluster(): boolean {
  const word = process.env.SALIENCE_TEST_REDIS ?? '';
  if (word !== '' && word !== 'single' && word !== 'cluster')
    throw new Error(`SALIENCE_TEST_REDIS: expected single or cluster, got "${word}"`);
  return word === 'cluster';
}

/** The Redis of a run: one server, or what passes for it. */
export interface WantedRedis {
  readonly url: string;
  /** The shortest way for who is on this machine. */
  readonly nearUrl: string;
  /** The processes as they are now, the first of them first. */
  pids(): readonly number[];
  /**
   * SIGKILL and a new start on what it kept. Of a cluster a master: the next one at each call, and it is started again as a replica
   * when its own replica has become master.
   */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** How the Redis of a run is started. */
export interface WantedRedisOptions {
  readonly server: string;
  readonly dir: string;
  readonly appendonly?: boolean;
  /** Replicas of each master, where it is a cluster. */
  readonly replicas?: 0 | 1;
}

/** Starts one server, or three masters in a cluster where this run wants that. They end with this process. */
export async function startWantedRedis(options: WantedRedisOptions): Promise<WantedRedis> {
  const { server, dir, appendonly = false, replicas = 0 } = options;
  const common = { server, appendonly, endWithCaller: true };
  return wantsRedisCluster()
    ? ofCluster(await startPrivateRedisCluster({ ...common, dir: join(dir, 'cluster'), replicas }))
    : await ofServer({ ...common, dir });
}

async function ofServer(options: Parameters<typeof startPrivateRedis>[0]): Promise<WantedRedis> {
  let redis: PrivateRedis = await startPrivateRedis(options);
  return {
    url: redis.url,
    nearUrl: redis.nearUrl,
    pids: () => [redis.pid],
    async kill() {
      process.kill(redis.pid, 'SIGKILL');
      await redis.exited;
      redis = await startPrivateRedis({ ...options, port: redis.port });
    },
    stop: () => redis.stop(),
  };
}

function ofCluster(cluster: PrivateRedisCluster): WantedRedis {
  let kills = 0;
  return {
    url: cluster.url,
    nearUrl: cluster.url,
    pids: () => cluster.nodes().map(({ pid }) => pid),
    async kill() {
      const masters = await cluster.masters();
      const victim = masters[kills % masters.length];
      kills += 1;
      if (victim === undefined) throw new Error('The cluster has no master to kill.');
      // Without a replica nobody follows it, and it comes back as what it was.
      if (masters.length < cluster.nodes().length) await cluster.failOver(victim);
      else await cluster.kill(victim);
      await cluster.revive();
    },
    stop: () => cluster.stop(),
  };
}
