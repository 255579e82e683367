import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SalienceError } from '@salience/errors';
import { type PrivateRedis, type PrivateRedisOptions, startPrivateRedis } from './private-redis.ts';
import { redisCommands } from './redis-commands.ts';
import { ensureFolder, writePrivateFile } from './server-folder.ts';

/** What to start, and how. */
export interface PrivateRedisClusterOptions
  extends Pick<PrivateRedisOptions, 'appendonly' | 'endWithCaller' | 'server'> {
  /** Folder for the nodes' folders; made when missing. */
  readonly dir: string;
  /** How many nodes hold slots; at least 3, or no replica could ever be elected. Default 3. */
  readonly masters?: number;
  /** How many replicas each of them has. Default 0. */
  readonly replicas?: number;
  /** How long a node may be silent before the others call it failed, in milliseconds. Default 1,000. */
  readonly nodeTimeoutMs?: number;
}

/** A cluster of Redis or Valkey servers on 127.0.0.1, all with one password. For tests and benchmarks. */
export interface PrivateRedisCluster {
  /** `redis-cluster://` with the password and every node, masters first. Never log it. */
  readonly url: string;
  /** The nodes as they run now; a node that was started again is another server. */
  nodes(): readonly PrivateRedis[];
  /** Those that hold slots now, by what the first living node says. */
  masters(): Promise<readonly PrivateRedis[]>;
  /** SIGKILL. Resolves when the node is gone. */
  kill(node: PrivateRedis): Promise<void>;
  /** Kills a master that has a replica, and resolves when the replica has taken its place. */
  failOver(master: PrivateRedis): Promise<void>;
  /** Starts every node that does not run, on its port and with what it kept. Resolves when all slots are served again. */
  revive(): Promise<void>;
  /** Resolves when every slot is served and no living node misses a living one. */
  whole(): Promise<void>;
  /** Empties every master. */
  flush(): Promise<void>;
  /** Stops every node; `revive` starts them again. Idempotent. */
  stop(): Promise<void>;
}

const SLOTS = 16_384;
const WHOLE_MS = 60_000;
const LOOK_MS = 50;

/** Starts the nodes, gives each master its share of the slots, and resolves when clients can use all of them. Throws as `startPrivateRedis`, and `embedded.redis-start` when they do not find together within a minute. */
export async function startPrivateRedisCluster(
  options: PrivateRedisClusterOptions,
): Promise<PrivateRedisCluster> {
  const cluster = new RunningCluster(options);
  await cluster.start();
  return cluster;
}

interface Member {
  readonly options: PrivateRedisOptions;
  server: PrivateRedis;
  dead: boolean;
}

class RunningCluster implements PrivateRedisCluster {
  readonly #options: PrivateRedisClusterOptions;
  readonly #password = randomBytes(16).toString('hex');
  #members: Member[] = [];
  #ports: number[] = [];

  constructor(options: PrivateRedisClusterOptions) {
    this.#options = options;
  }

  get url(): string {
    return `redis-cluster://:${this.#password}@${this.#ports.map((port) => `127.0.0.1:${port}`).join(',')}`;
  }

  nodes(): readonly PrivateRedis[] {
    return this.#members.map(({ server }) => server);
  }

  async start(): Promise<void> {
    const { masters = 3, replicas = 0 } = this.#options;
    const count = masters * (1 + replicas);
    try {
      for (let at = 0; at < count; at += 1) await this.#startMember(at);
      await this.#join(masters);
      await this.whole();
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  async masters(): Promise<readonly PrivateRedis[]> {
    const [first] = this.#living();
    if (first === undefined) return [];
    const lines = (await this.#ask(first, 'CLUSTER NODES')).split('\n');
    const ports = lines
      .filter((line) => /\bmaster\b/.test(line) && !/\bfail\b/.test(line) && /\d+-\d+\s*$/.test(line))
      .map((line) => Number(/@(\d+)/.exec(line)?.[1]) - BUS_ABOVE);
    return this.nodes().filter(({ port }) => ports.includes(port));
  }

  async kill(node: PrivateRedis): Promise<void> {
    for (const member of this.#members) if (member.server === node) member.dead = true;
    // `exited` does not keep this process alive, and who waits here wants to go on.
    const alive = setInterval(() => {}, WHOLE_MS);
    process.kill(node.pid, 'SIGKILL');
    await node.exited;
    clearInterval(alive);
  }

  async failOver(master: PrivateRedis): Promise<void> {
    const before = await this.masters();
    await this.kill(master);
    await until('replace a master that was killed', async () => {
      const masters = await this.masters();
      return masters.length === before.length && !masters.includes(master);
    });
    await this.whole();
  }

  async revive(): Promise<void> {
    await Promise.all(this.#members.filter(({ dead }) => dead).map((member) => this.#startAgain(member)));
    await this.whole();
  }

  async whole(): Promise<void> {
    await until('serve all slots', async () => {
      const living = this.#living();
      const states = await Promise.all(
        living.map((member) => this.#ask(member, 'CLUSTER INFO', 'INFO replication', 'CLUSTER NODES')),
      );
      const replicas = states.filter((state) => state.includes('role:slave')).length;
      return states.every(
        (state) =>
          state.includes('cluster_state:ok') &&
          !state.includes('master_link_status:down') &&
          [...state.matchAll(/^[0-9a-f]{40} \S+ (?:myself,)?slave /gm)].length >= replicas,
      );
    });
  }

  async flush(): Promise<void> {
    for (const { port } of await this.masters()) await redisCommands(port, this.#password, ['FLUSHALL']);
  }

  async stop(): Promise<void> {
    const living = this.#living();
    for (const member of living) member.dead = true;
    await Promise.all(living.map(({ server }) => server.stop()));
  }

  async #startAgain(member: Member): Promise<void> {
    const options = { ...member.options, port: member.server.port };
    try {
      member.server = await startPrivateRedis(options);
      member.dead = false;
    } catch {
      // It was killed while it wrote down what it knew of the cluster: it comes back as a new replica, as an operator would have it.
      for (const name of ['nodes.conf', 'appendonlydir'])
        rmSync(join(options.dir, name), { recursive: true, force: true });
      member.server = await startPrivateRedis(options);
      member.dead = false;
      await this.#joinAgain(member);
    }
  }

  async #joinAgain(member: Member): Promise<void> {
    const other = this.#living().find((one) => one !== member);
    if (other === undefined) return;
    const nodes = (await this.#ask(other, 'CLUSTER NODES')).split('\n').map((line) => line.split(' '));
    const followed = nodes.flatMap(([, , flags = '', of]) =>
      /slave/.test(flags) && !/fail/.test(flags) ? [of] : [],
    );
    const [alone = ''] = nodes.find(
      ([id, , flags = '', , , , , , slots]) =>
        /master/.test(flags) && !/fail/.test(flags) && slots !== undefined && !followed.includes(id),
    ) ?? [''];
    await this.#ask(other, `CLUSTER MEET 127.0.0.1 ${member.server.port} ${member.server.port + BUS_ABOVE}`);
    await until('take a lost node back', async () => {
      await this.#ask(member, `CLUSTER REPLICATE ${alone}`);
      return true;
    });
  }

  #living(): Member[] {
    return this.#members.filter(({ dead }) => !dead);
  }

  #ask({ server }: Member, ...commands: string[]): Promise<string> {
    return redisCommands(server.port, this.#password, commands);
  }

  async #startMember(at: number): Promise<void> {
    const { server, dir, appendonly = false, endWithCaller = false, nodeTimeoutMs = 1_000 } = this.#options;
    const folder = join(dir, `node-${at}`);
    ensureFolder(folder);
    writePrivateFile(join(folder, 'redis.password'), this.#password);
    const options = {
      server,
      dir: folder,
      appendonly,
      endWithCaller,
      more: [
        'cluster-enabled yes',
        `cluster-node-timeout ${nodeTimeoutMs}`,
        'cluster-replica-validity-factor 0',
        `masterauth ${this.#password}`,
        'repl-diskless-sync-delay 0',
      ],
    };
    const member = await startPrivateRedis(options);
    this.#members = [...this.#members, { options, server: member, dead: false }];
    this.#ports = [...this.#ports, member.port];
  }

  async #join(masters: number): Promise<void> {
    const members = this.#members;
    const [first] = members;
    if (first === undefined) return;
    const ids = await Promise.all(
      members.map(
        async (member) => /\b[0-9a-f]{40}\b/.exec(await this.#ask(member, 'CLUSTER MYID'))?.[0] ?? '',
      ),
    );
    for (const [at, member] of members.slice(0, masters).entries()) {
      const from = Math.floor((at * SLOTS) / masters);
      const to = Math.floor(((at + 1) * SLOTS) / masters) - 1;
      await this.#ask(member, `CLUSTER SET-CONFIG-EPOCH ${at + 1}`, `CLUSTER ADDSLOTSRANGE ${from} ${to}`);
    }
    for (const { server } of members.slice(1))
      await this.#ask(first, `CLUSTER MEET 127.0.0.1 ${server.port} ${server.port + BUS_ABOVE}`);
    await until('know each other', async () => {
      const seen = await Promise.all(members.map((member) => this.#ask(member, 'CLUSTER NODES')));
      return seen.every((text) => ids.every((id) => text.includes(id)) && !text.includes('handshake'));
    });
    for (const [at, member] of members.entries())
      if (at >= masters) await this.#ask(member, `CLUSTER REPLICATE ${ids[at % masters] ?? ''}`);
  }
}

/** Where a node listens to the others, above its port, unless it is told otherwise. */
const BUS_ABOVE = 10_000;

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + WHOLE_MS;
  let last: unknown;
  while (Date.now() < deadline) {
    try {
      if (await holds()) return;
    } catch (error) {
      last = error;
    }
    await delay(LOOK_MS);
  }
  throw notTogether(`its nodes do not ${what}${last instanceof Error ? ` (${last.message})` : ''}`);
}

function notTogether(why: string): SalienceError {
  return new SalienceError('embedded.redis-start', `The private Redis cluster did not start: ${why}.`);
}
