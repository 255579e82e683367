import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cluster, Redis } from 'ioredis';
import { createQueues, done, inspectRedis } from '../src/index.ts';
import { keySlot } from '../src/redis/key-slot.ts';
import { freshTurn, noteJob, testQueues } from './contracts.ts';
import { closeDesksAfterEach, openDesk, until, works } from './desk.ts';
import { backends, type ClusterTestServer, clusterTestServer, redisTestServer } from './servers.ts';

const ended = (n: number) => ({ position: { fence: 1, n }, event: { type: 'ended' } }) as const;

describe.runIf(backends.includes('redis'))('what only a cluster can do wrong', { timeout: 60_000 }, () => {
  let server: ClusterTestServer;
  let admin: Cluster;
  beforeAll(async () => {
    server = await clusterTestServer(1);
    const { password } = new URL(server.cluster.nodes()[0]?.url ?? '');
    admin = new Cluster(
      server.cluster.nodes().map(({ port }) => ({ host: '127.0.0.1', port })),
      { redisOptions: { password } },
    );
    admin.on('error', () => {});
  }, 120_000);
  afterAll(async () => {
    admin.disconnect();
    await server.dispose();
  });
  closeDesksAfterEach();

  it('is refused under the name of one server, and one server under the name of a cluster', async () => {
    const [node] = server.cluster.nodes();
    await expect(
      createQueues({ connection: { backend: 'redis', url: node?.url ?? '' } }),
    ).rejects.toMatchObject({
      code: 'queues.cluster',
    });
    const single = await redisTestServer();
    const { url } = (await single.fresh(testQueues)) as { url: string };
    const named = url.replace('redis://', 'redis-cluster://');
    await expect(createQueues({ connection: { backend: 'redis', url: named } })).rejects.toMatchObject({
      code: 'queues.cluster',
    });
    await single.dispose();
  });

  it('is refused with a wrong password as unavailable, without hanging', async () => {
    const url = server.cluster.url.replace(/:[^:@/]*@/, ':wrong@');
    await expect(createQueues({ connection: { backend: 'redis', url } })).rejects.toMatchObject({
      code: 'queues.unavailable',
      message: expect.stringMatching(/password/),
    });
  });

  it('is refused when any of its masters would evict jobs', async () => {
    const [, , last] = await server.cluster.masters();
    const node = new Redis(last?.url ?? '');
    await node.config('SET', 'maxmemory-policy', 'allkeys-lru');
    const connection = await server.fresh(testQueues);
    await expect(createQueues({ connection })).rejects.toMatchObject({ code: 'queues.eviction-policy' });
    expect((await inspectRedis(connection.url)).evictionPolicy).toBe('allkeys-lru');
    await node.config('SET', 'maxmemory-policy', 'noeviction');
    node.disconnect();
  });

  it('describes itself', async () => {
    expect(await inspectRedis(server.cluster.url)).toMatchObject({
      cluster: { whole: true, masters: 3, alone: 0 },
      evictionPolicy: 'noeviction',
      appendOnly: false,
      loading: false,
    });
  });

  it('spreads queues and turns over its slots as its servers count them', async () => {
    const desk = await openDesk(await server.fresh(testQueues));
    const turns = Array.from({ length: 30 }, () => freshTurn());
    for (const turn of turns) await desk.queues.live.publish(turn, [ended(1)]);
    for (const turn of turns) expect(await admin.cluster('KEYSLOT', turn)).toBe(keySlot(turn));
    const sizes = await Promise.all(admin.nodes('master').map((node) => node.dbsize()));
    expect(sizes.filter((size) => size > 0)).toHaveLength(3);
  });

  it('says that nobody listens, whichever node the channel is on', async () => {
    const desk = await openDesk(await server.fresh(testQueues));
    const other = await openDesk(desk.connection);
    for (let n = 0; n < 12; n += 1) {
      expect(await desk.queues.signals.send(`worker-${n}`, 'x')).toBe(false);
      const stop = await other.queues.signals.listen(`worker-${n}`, () => {});
      expect(await desk.queues.signals.send(`worker-${n}`, 'x')).toBe(true);
      await stop();
      expect(await desk.queues.signals.send(`worker-${n}`, 'x')).toBe(false);
    }
  });

  it('law 1: each master is killed once, and its replica takes over: what listens hears on, what is sent arrives', async () => {
    const desk = await openDesk(await server.fresh(testQueues));
    const sender = await openDesk(desk.connection);
    const seen = new Set<string>();
    await desk.work(noteJob, async ({ key }) => {
      seen.add(key);
      return done();
    });
    const turns = Array.from({ length: 12 }, () => freshTurn());
    const heard = new Map<string, number[]>(turns.map((turn) => [turn, []]));
    for (const turn of turns)
      await desk.queues.live.subscribe(turn, undefined, ({ n }) => heard.get(turn)?.push(n));
    const signalled = new Set<string>();
    const channels = turns.map((_, at) => `worker-${at}`);
    for (const channel of channels)
      await desk.queues.signals.listen(channel, (payload) => signalled.add(`${channel} ${payload}`));

    for (const round of [1, 2, 3]) {
      const [victim] = await server.cluster.masters();
      if (victim === undefined) throw new Error('no master');
      await server.cluster.failOver(victim);
      await until(() => works(sender.queues.enqueue(noteJob, { key: `round-${round}` })), 20_000);
      await until(() => seen.has(`round-${round}`), 30_000);
      for (const turn of turns)
        await until(() => works(sender.queues.live.publish(turn, [ended(round)])), 20_000);
      await until(() => turns.every((turn) => heard.get(turn)?.at(-1) === round), 20_000);
      for (const channel of channels)
        await until(async () => {
          await works(sender.queues.signals.send(channel, String(round)));
          return signalled.has(`${channel} ${round}`);
        }, 20_000);
      await server.cluster.revive();
    }
    for (const turn of turns) expect(heard.get(turn)).toEqual([1, 2, 3]);
  }, 180_000);

  it('is refused as unavailable, without hanging, while it does not serve all of its slots', async () => {
    const { cluster } = server;
    const [first, , , itsReplica] = cluster.nodes();
    if (first === undefined || itsReplica === undefined)
      throw new Error('expected three masters and replicas');
    await Promise.all([cluster.kill(first), cluster.kill(itsReplica)]);
    const [living] = cluster.nodes().slice(1);
    const node = new Redis(living?.url ?? '');
    await until(async () => String(await node.cluster('INFO')).includes('cluster_state:fail'));
    node.disconnect();
    const connection = await server.fresh(testQueues);
    await expect(createQueues({ connection })).rejects.toMatchObject({ code: 'queues.unavailable' });
    await cluster.revive();
    const queues = await createQueues({ connection });
    await queues.close();
  });

  it('a slot that moves to another master takes its listeners along', async () => {
    const desk = await openDesk(await server.fresh(testQueues));
    const sender = await openDesk(desk.connection);
    const turn = freshTurn();
    const heard: number[] = [];
    await desk.queues.live.subscribe(turn, undefined, ({ n }) => heard.push(n));
    await sender.queues.live.publish(turn, [ended(1)]);
    await until(() => heard.length === 1);
    await moveSlot(keySlot(`${desk.connection.prefix ?? ''}:live:${turn}`));
    const published = [1];
    for (let n = 2; n < 20; n += 1)
      if (await works(sender.queues.live.publish(turn, [ended(n)]))) published.push(n);
    // What was published before they had followed is read from the stream.
    await until(() => heard.length >= published.length, 30_000);
    expect(heard).toEqual(published);
  });

  /** As an operator does it: the keys first, then the slot. */
  async function moveSlot(slot: number): Promise<void> {
    const masters = (await server.cluster.masters()).map(({ url }) => new Redis(url));
    const held = await Promise.all(masters.map((node) => holds(node, slot)));
    const source = masters.find((_, at) => held[at]);
    const target = masters.find((node) => node !== source);
    if (source === undefined || target === undefined) throw new Error(`slot ${slot} has no master`);
    const [from, to] = [String(await source.cluster('MYID')), String(await target.cluster('MYID'))];
    await target.cluster('SETSLOT', slot, 'IMPORTING', from);
    await source.cluster('SETSLOT', slot, 'MIGRATING', to);
    const { password, port = 0 } = target.options;
    for (const key of (await source.cluster('GETKEYSINSLOT', slot, 100)) as string[])
      await source.migrate('127.0.0.1', port, key, 0, 5_000, 'AUTH', password ?? '');
    for (const node of [target, source, ...masters]) await node.cluster('SETSLOT', slot, 'NODE', to);
    for (const node of masters) node.disconnect();
  }
});

/** Whether a master holds a slot, by its own word. */
async function holds(node: Redis, slot: number): Promise<boolean> {
  const lines = String(await node.cluster('NODES')).split('\n');
  const [, ranges = ''] = / connected (.*)$/.exec(lines.find((line) => line.includes('myself')) ?? '') ?? [];
  return ranges.split(' ').some((range) => {
    const [first, last = first] = range.split('-').map(Number);
    return first !== undefined && last !== undefined && slot >= first && slot <= last;
  });
}
