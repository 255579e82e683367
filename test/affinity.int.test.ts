import { randomUUID } from 'node:crypto';
import { decodeDecision } from '@salience/contracts';
import {
  asPerson,
  backends,
  type ClientEntry,
  checkTurns,
  clockControl,
  createFakeModelServer,
  type SpawnedApp,
  spawnApp,
  until,
} from '@salience/testing';
import { readEvents, type Stores, startStores } from '@salience/testing/load';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

type App = SpawnedApp['app'];

/** More places than any test here fills, so that nothing is passed on. */
const roomy = { SALIENCE_CONCURRENCY: '40', SALIENCE_DB_POOL: '8' };

describe.each(backends())('affinity on %s', (backend) => {
  let stores: Stores;
  let consumer: SpawnedApp;
  const running = new Set<SpawnedApp>();
  const log: ClientEntry[] = [];
  const said = new Map<string, number>();

  const start = async (app: App, env: Readonly<Record<string, string>> = roomy): Promise<SpawnedApp> => {
    const spawned = await spawnApp(app, {
      database: stores.database,
      queues: { env: stores.env },
      env: { SALIENCE_EMBEDDER: 'off', ...env },
      readyMs: 60_000,
    });
    running.add(spawned);
    return spawned;
  };
  const createAgent = async (name: string): Promise<void> => {
    await stores.database.admin(
      `insert into salience.agents (id, name, persona, settings)
       select $1, $2, persona, settings from salience.agents where name = 'default'`,
      [`agt_${randomUUID().replaceAll('-', '')}`, name],
    );
  };
  const workerOf = (digest: SpawnedApp): string => {
    const line = digest.lines().find(({ msg }) => msg === 'worker ready');
    return String(line?.['instance']);
  };

  beforeAll(async () => {
    stores = await startStores(backend, undefined);
    for (const n of Array(24).keys()) await createAgent(`agent-${n}`);
    consumer = await start('consumer');
  }, 180_000);
  afterAll(async () => {
    await Promise.all([...running].map((app) => app.stop()));
    await stores?.stop();
  });

  /** Says one message and hears its end. */
  const say = async (thread: string, agent = 'default', text?: string): Promise<void> => {
    const n = (said.get(`${agent}/${thread}`) ?? 0) + 1;
    said.set(`${agent}/${thread}`, n);
    const key = `${agent}-${thread}-${n}`;
    const response = await fetch(`${consumer.httpUrl()}/chat`, {
      method: 'POST',
      headers: { ...asPerson, 'content-type': 'application/json', 'idempotency-key': key, 'x-agent': agent },
      body: JSON.stringify({ text: text ?? `What is part ${n} of ${thread}?`, thread_id: thread }),
    });
    let state: string | undefined;
    let reply: string | null = null;
    for await (const event of readEvents(response)) {
      if (event.type === 'message') reply = String(event.data['text']);
      if (event.type === 'done') state = String(event.data['state']);
    }
    const turnId = response.headers.get('x-turn-id');
    const threadId = response.headers.get('x-thread-id');
    if (state === undefined || turnId === null || threadId === null)
      throw new Error(`"${key}" ended with ${response.status}`);
    log.push({ key, n, turnId, threadId, ended: { state, reply } });
  };
  /** The worker that held each lane last. */
  const holders = async (): Promise<Map<string, string>> => {
    const rows = await stores.database.admin<{ thread_id: string; held_by: string }>(
      'select thread_id, held_by from salience.lanes order by thread_id',
    );
    return new Map(rows.map((row) => [row.thread_id, row.held_by]));
  };
  const takenBy = async (key: string): Promise<string | undefined> =>
    (
      await stores.database.admin<{ held_by: string }>(
        'select l.held_by from salience.lanes l join salience.threads t on t.id = l.thread_id where t.key = $1',
        [key],
      )
    )[0]?.held_by;
  const takeovers = async (): Promise<number> =>
    (await stores.database.admin<{ n: number }>('select count(*)::int as n from salience.lane_takeovers'))[0]
      ?.n ?? -1;
  const violations = async () =>
    (await checkTurns({ ownerUrl: stores.database.ownerUrl, clientLog: log })).violations.filter(
      (violation) => !/remember|chunk|episode/.test(violation),
    );
  const claims = async (digest: SpawnedApp): Promise<Record<string, number>> => {
    const port = digest.lines().find(({ msg }) => msg === 'worker starting')?.['healthPort'];
    const text = await (await fetch(`http://127.0.0.1:${String(port)}/metrics`)).text();
    return Object.fromEntries(
      [...text.matchAll(/^salience_lane_claims_total\{[^}]*holder="(\w+)"[^}]*\} (\d+)/gm)].map(
        ([, holder, count]) => [holder, Number(count)],
      ),
    );
  };

  test('threads keep their worker while both live; after kill -9 its lanes go on at the other; a drained one hands over', {
    timeout: 180_000,
  }, async () => {
    const [first, second] = await Promise.all([start('digest'), start('digest')]);
    const many = Array.from({ length: 24 }, (_, n) => ({ agent: `agent-${n}`, thread: 'talk' }));
    const one = Array.from({ length: 12 }, (_, n) => ({ agent: 'default', thread: `of-one-${n}` }));
    const round = () => Promise.all([...many, ...one].map(({ agent, thread }) => say(thread, agent)));
    // So that no worker is ever full: all at once only in the first round, where the queue spreads them.
    const roundInLots = async (): Promise<void> => {
      const all = [...many, ...one];
      for (let at = 0; at < all.length; at += 8)
        await Promise.all(all.slice(at, at + 8).map(({ agent, thread }) => say(thread, agent)));
    };
    await round();
    const before = await holders();
    expect(new Set(before.values())).toEqual(new Set([workerOf(first), workerOf(second)]));
    await roundInLots();
    // A preference: what comes while something waits in the queue goes behind it, to whoever is free.
    const after = await holders();
    const moved = [...before].filter(([thread, holder]) => after.get(thread) !== holder);
    expect(moved.length).toBeLessThanOrEqual(before.size / 8);
    for (const digest of [first, second])
      expect((await claims(digest))['other'] ?? 0).toBeLessThanOrEqual(before.size / 4);
    // A new thread of an agent goes where its agent is.
    many.push({ agent: 'agent-0', thread: 'another' });
    await say('another', 'agent-0');
    const [fresh] = await stores.database.admin<{ same: boolean }>(
      `select count(distinct l.held_by) = 1 as same from salience.lanes l join salience.agents a on a.id = l.agent_id
       where a.name = 'agent-0'`,
    );
    expect(fresh).toEqual({ same: true });

    // A crash: nothing is left of its queue, and what it held or was sent goes on elsewhere.
    const scheduler = await start('scheduler');
    const killed = roundInLots();
    await first.kill9();
    running.delete(first);
    await killed;
    await roundInLots();
    const gone = await stores.database.admin<{ held_by: string }>(
      'select distinct held_by from salience.lanes',
    );
    expect(gone).toEqual([{ held_by: workerOf(second) }]);
    expect(await violations()).toEqual([]);

    // An orderly stop in the middle of a talk: nothing waits for a lease.
    const lost = await takeovers();
    const third = await start('digest');
    const drained = roundInLots();
    running.delete(second);
    expect(await second.stop()).toBe(0);
    await drained;
    await roundInLots();
    expect(new Set((await holders()).values())).toEqual(new Set([workerOf(third)]));
    expect(await takeovers()).toBe(lost);
    expect(await violations()).toEqual([]);
    await Promise.all([scheduler, third].map((app) => app.stop()));
    for (const app of [scheduler, third]) running.delete(app);
  });

  // What a worker holds and what is sent to it does not know the backend, and `queues.int.test.ts` holds both of these: one is enough.
  test.runIf(backend === backends()[0])(
    'an agent stays with its worker up to that worker’s places, and spreads above them; so do turns of many agents',
    {
      timeout: 180_000,
    },
    async () => {
      const model = await createFakeModelServer();
      const env = { ...model.env, SALIENCE_CONCURRENCY: '8', SALIENCE_DB_POOL: '4' };
      const [first, second] = await Promise.all([start('digest', env), start('digest', env)]);
      const workers = [workerOf(first), workerOf(second)];
      const one = Array.from({ length: 16 }, (_, n) => ({ agent: 'default', thread: `share-${n}` }));
      const many = Array.from({ length: 16 }, (_, n) => ({ agent: `agent-${n}`, thread: 'share' }));
      for (const { agent, thread } of [...one, ...many]) await say(thread, agent);
      /** How many of these turns each worker runs while all of them run. */
      const shares = async (lanes: typeof one): Promise<number[]> => {
        await stores.database.admin('update salience.lanes set held_by = $1', [workers[0]]);
        // So that the worker knows of nothing that waits in the queue.
        await say('share-quiet', 'default', 'ok');
        while ((await takenBy('share-quiet')) !== workers[0]) {
          await stores.database.admin('update salience.lanes set held_by = $1', [workers[0]]);
          await say('share-quiet', 'default', 'ok');
        }
        model.script(() => ({ latencyMs: 4_000 }));
        const told = lanes.map(({ agent, thread }) => say(thread, agent));
        let held = new Map<string, number>();
        await until(
          async () => {
            const rows = await stores.database.admin<{ owner: string; n: number }>(
              'select owner, count(*)::int as n from salience.lanes where has_work and lease_until > clock_timestamp() group by owner',
            );
            held = new Map(rows.map(({ owner, n }) => [owner, n]));
            return [...held.values()].reduce((sum, n) => sum + n, 0) === lanes.length;
          },
          { what: `${lanes.length} turns to run at once`, timeoutMs: 20_000 },
        );
        await Promise.all(told);
        model.script([]);
        return workers.map((worker) => held.get(worker) ?? 0);
      };
      // By the rule: running turns / live workers, at least one worker's places, so 8 here. One of them is the queue's.
      expect(await shares(one.slice(0, 7))).toEqual([7, 0]);
      const [here = 0, there = 0] = await shares(many.slice(0, 12));
      expect([here >= 7, here <= 8, here + there]).toEqual([true, true, 12]);
      for (const lanes of [one, many]) expect(await shares(lanes)).toEqual([8, 8]);
      for (const app of [first, second]) {
        await app.stop();
        running.delete(app);
      }
      await model.close();
    },
  );

  test.runIf(backend === backends()[0])(
    'a reminder runs at the worker that holds its lane',
    { timeout: 120_000 },
    async () => {
      const digests = await Promise.all([start('digest'), start('digest')]);
      const threads = Array.from({ length: 6 }, (_, n) => `reminded-${n}`);
      for (const thread of threads) await say(thread);
      await stores.database.admin(
        `update salience.lanes l set held_by = ($1::text[])[1 + n % 2]
       from (select id, row_number() over (order by id)::int as n from salience.threads where key like 'reminded-%') t
       where l.thread_id = t.id`,
        [digests.map(workerOf)],
      );
      const before = await holders();
      const scheduler = await start('scheduler');
      // One after another, so that no worker is busy when the next is due.
      for (const thread of threads) {
        await stores.database.admin(
          `insert into salience.schedules (first_wall, id, agent_id, thread_id, text, due_at, trust, source, state, created_at)
         select '2020-01-01T00:00:00', 'sch_' || md5(key), agent_id, id, 'Look at it.', now(), 'user', 'test', 'active', now() from salience.threads where key = $1`,
          [thread],
        );
        await until(
          async () =>
            (
              await stores.database.admin(
                `select 1 from salience.turns r join salience.threads t on t.id = r.thread_id
               where t.key = $1 and r.source = 'reminder' and r.ended_at is not null`,
                [thread],
              )
            ).length === 1,
          { what: `the reminder of ${thread}`, timeoutMs: 30_000 },
        );
      }
      expect(await holders()).toEqual(before);
      for (const app of [...digests, scheduler]) {
        await app.stop();
        running.delete(app);
      }
    },
  );

  test.runIf(backend === 'redis')(
    'law 1: FLUSHALL in the middle of a talk loses nothing',
    {
      timeout: 120_000,
    },
    async () => {
      const apps = await Promise.all([start('digest'), start('digest'), start('scheduler')]);
      let over = false;
      const talks = Array.from({ length: 12 }, async (_, n) => {
        for (let message = 0; message < 12 || !over; message += 1) await say(`flushed-${n}`);
      });
      for (let flush = 1; flush <= 4; flush += 1) {
        await until(() => log.filter(({ key }) => key.includes('flushed')).length > 24 * flush, {
          what: `talk before flush ${flush}`,
          timeoutMs: 30_000,
        });
        await stores.flushRedis();
      }
      over = true;
      await Promise.all(talks);
      expect(await violations()).toEqual([]);
      await Promise.all(apps.map((app) => app.stop()));
      for (const app of apps) running.delete(app);
    },
  );

  describe('a takeover', () => {
    const talk = [
      'Hello! I am Nadia and I plan a trip to Lisbon in May.',
      'Which museums should I see there?',
      'My budget is 900 euros for the flight and the hotel.',
      'What is my budget?',
      'Thanks!',
      'Now something else: my bicycle has a flat tyre.',
      'How do I mend it?',
      'No, that is wrong.',
      'Back to Lisbon: when do I travel?',
      'Please put sun cream on the packing list.',
      'ok',
      'Which topics did we talk about?',
      'The tyre of my bicycle is flat again, and the chain is rusty.',
      'Which hotel in Lisbon is close to the museums?',
      'On another note, my roses have black spots on their leaves.',
      'How often should roses be watered in May?',
    ];
    /** Sets who a turn is told to have been held by, so that the wake goes there. */
    const nameHolder = (agent: string, digest: SpawnedApp) =>
      stores.database.admin(
        'update salience.lanes set held_by = $1 where agent_id = (select id from salience.agents where name = $2)',
        [workerOf(digest), agent],
      );
    /** Holds the talk with an agent that nobody has talked to; `before` runs before each turn. Returns what was decided and learned. */
    const hold = async (agent: string, before: (n: number) => Promise<unknown>) => {
      await createAgent(agent);
      await clockControl(stores.database).set(new Date('2031-05-01T09:00:00Z'), 0);
      for (const [n, text] of talk.entries()) {
        await before(n);
        await say('same', agent, text);
        await clockControl(stores.database).advance(45_000);
      }
      const rows = await stores.database.admin<{ body: Buffer | null; taught: string; topic: string }>(
        `select e.decision as body, k.name as topic, encode(e.vector, 'hex') as taught
         from salience.turn_ends e join salience.agents a on a.id = e.agent_id left join salience.topics k on k.id = e.topic_id
         where a.name = $1 order by e.seq`,
        [agent],
      );
      expect(rows).toHaveLength(talk.length);
      return rows.map(({ body, taught, topic }) => ({
        decision: body === null ? null : JSON.stringify(decodeDecision(body)),
        topic,
        taught,
      }));
    };

    test.runIf(backend === backends()[0]).each([
      { embedder: 'off', least: { topics: 1, taught: 0 } },
      { embedder: 'on', least: { topics: 3, taught: 6 } },
    ])(
      'after every turn, or by a crash, gives the same decisions and topics as none, bit for bit, with the embedder $embedder',
      { timeout: 180_000 },
      async ({ embedder, least }) => {
        const env = { ...roomy, SALIENCE_CLOCK: 'shared', SALIENCE_EMBEDDER: embedder };
        await consumer.stop();
        running.delete(consumer);
        consumer = await start('consumer', { SALIENCE_CLOCK: 'shared' });
        const apart = await Promise.all([start('digest', env), start('digest', env)]);
        const [first, second] = apart as [SpawnedApp, SpawnedApp];
        const kept = await hold(`kept-${embedder}`, () => Promise.resolve());
        const moved = await hold(`moved-${embedder}`, (n) =>
          nameHolder(`moved-${embedder}`, n % 2 === 0 ? first : second),
        );
        // Each found the lane named as its own, as it was told to: the turns ran at both.
        for (const digest of apart) expect((await claims(digest))['same'] ?? 0).toBeGreaterThanOrEqual(7);
        expect(moved).toEqual(kept);
        // Several topics, of which most turns teach something; without the embedder there is one.
        expect(new Set(kept.map(({ topic }) => topic)).size).toBeGreaterThanOrEqual(least.topics);
        expect(kept.filter(({ taught }) => taught !== null).length).toBeGreaterThanOrEqual(least.taught);
        // What a turn taught was written with it: nothing is lost with a worker that dies right after.
        const crashed = await hold(`crashed-${embedder}`, async (n) => {
          if (n === 8) {
            await first.kill9();
            running.delete(first);
          }
          await nameHolder(`crashed-${embedder}`, n < 8 ? first : second);
        });
        expect(crashed).toEqual(kept);
        await second.stop();
        running.delete(second);
      },
    );
  });
});
