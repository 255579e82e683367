import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  asPerson,
  backends,
  type ClientEntry,
  checkTurns,
  createFakeModelServer,
  type FakeModelServer,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  type TestQueues,
  testDatabase,
  testQueues,
  until,
  untilRemembered,
} from '@salience/testing';
import { type Talk, talk } from './support/talking-client.ts';

type App = SpawnedApp['app'];

/** A job as a version that we are not sends it: whatever its fields, under the name that stays for ever. */
const foreignJob = {
  name: 'turn.digest',
  queue: 'turn-digest',
  schema: { safeParse: (data: unknown) => ({ success: true, data }) } as never,
  retry: { attemptsMax: 3, backoffMs: 500 },
  timeoutMs: 600_000,
  jobId: () => undefined,
};

describe.each(backends().slice(0, 1))('two versions side by side on %s', (backend) => {
  let database: TestDatabase;
  let queues: TestQueues;
  let model: FakeModelServer;
  const running = new Set<SpawnedApp>();

  beforeAll(async () => {
    database = await testDatabase();
    queues = await testQueues(backend, database);
    model = await createFakeModelServer();
  });
  afterAll(async () => {
    await Promise.all([...running].map((app) => app.stop()));
    await model?.close();
    await queues?.close();
    await database?.close();
  });

  const start = async (app: App, env: Readonly<Record<string, string>> = {}): Promise<SpawnedApp> => {
    const more = app === 'digest' ? model.env : {};
    const spawned = await spawnApp(app, { database, queues, env: { ...more, ...env }, readyMs: 60_000 });
    running.add(spawned);
    return spawned;
  };
  /** SIGTERM; the exit code tells whether work had to be left behind. */
  const retire = async (app: SpawnedApp): Promise<number | null> => {
    running.delete(app);
    return app.stop();
  };
  const takeovers = async (): Promise<number> =>
    (await database.admin<{ n: number }>('select count(*)::int as n from salience.lane_takeovers'))[0]?.n ??
    -1;
  /** Accepts a message without waking anybody. Resolves with the turn and what a job about it carries. */
  const accept = async (text: string) => {
    const [agent] = await database.admin<{ id: string }>(
      "select id from salience.agents where name = 'default'",
    );
    const hex = () => randomUUID().replaceAll('-', '');
    const message = {
      agentId: agent?.id,
      turnId: `turn_${hex()}`,
      newThreadId: `thr_${hex()}`,
      caller: 'test',
      threadKey: hex(),
      text,
      source: 'test',
      trust: 'user',
      now: new Date(),
    };
    await database.admin('select salience.accept_turn($1::jsonb)', [JSON.stringify(message)]);
    return { turnId: message.turnId, payload: { agentId: message.agentId, threadId: message.newThreadId } };
  };
  const answered = (turnId: string) =>
    until(
      async () =>
        (
          await database.admin('select 1 from salience.turns where id = $1 and state = $2', [
            turnId,
            'answered',
          ])
        ).length,
      { what: `${turnId} to be answered`, timeoutMs: 30_000 },
    );

  test('a job of an earlier and of a later version is done; one that cannot be read is kept, visibly', async () => {
    model.script([{ text: 'Hello.' }]);
    const digest = await start('digest');
    const earlier = await accept('What is the capital of France?');
    await queues.enqueue(foreignJob, earlier.payload);
    await answered(earlier.turnId);
    const later = await accept('What is the capital of Spain?');
    await queues.enqueue(foreignJob, { ...later.payload, hint: 'a field of the future' });
    await answered(later.turnId);
    const unreadable = { lane: earlier.payload.threadId, v: 2 };
    await queues.enqueue(foreignJob, unreadable);
    const letters = await until(
      async () => {
        const rows = await database.admin('select payload, code, state from salience.dead_letters');
        return rows.length > 0 && rows;
      },
      { what: 'the dead letter' },
    );
    expect(letters).toEqual([{ payload: unreadable, code: 'queues.invalid-payload', state: 'dead' }]);
    expect(await retire(digest)).toBe(0);
  });

  test('a turn that outlasts the drain goes on elsewhere at once: no lease runs out, nobody sweeps', async () => {
    // The first worker asks a model that never answers; the second gets its answer.
    model.script((_request, n) => (n === 1 ? { stall: 'head' } : { text: 'Carried on.' }));
    const old = await start('digest', { SALIENCE_DRAIN_MS: '300' });
    const { turnId, payload } = await accept('What should I read next?');
    const asked = model.requests().length;
    await queues.enqueue(foreignJob, payload);
    await until(() => model.requests().length > asked, { what: 'the model to be asked', timeoutMs: 30_000 });
    const next = await start('digest');
    expect(await retire(old)).toBe(0);
    await answered(turnId);
    const rows = await database.admin('select attempts from salience.turns where id = $1', [turnId]);
    expect(rows).toEqual([{ attempts: 1 }]);
    expect(await takeovers()).toBe(0);
    await retire(next);
  });

  test('open streams, idle connections and connections that say nothing do not hold a consumer up', async () => {
    const consumer = await start('consumer', { SALIENCE_DRAIN_MS: '60000' });
    const url = consumer.httpUrl();
    const stream = await fetch(`${url}/chat`, {
      method: 'POST',
      headers: { ...asPerson, 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'hold the line', thread_id: 'drain' }),
    });
    await (await fetch(`${url}/health`)).text();
    const { hostname, port } = new URL(url);
    const silent = ['', 'GET /health HTTP/1.1\r\nX-Half'].map((text) => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {});
      return new Promise<void>((resolve) =>
        socket.once('connect', () => (text === '' ? resolve() : socket.write(text, () => resolve()))),
      );
    });
    await Promise.all(silent);
    // Stopped by force after 20 s, far below its drain, the code would be null.
    expect(await retire(consumer)).toBe(0);
    expect(await stream.text()).toContain('event: detached');
  });

  test('under constant traffic every app is replaced: nothing lost, doubled, out of order or refused', {
    timeout: 180_000,
  }, async () => {
    model.script(() => ({ pieces: ['A ', 'slow ', 'reply.'], latencyMs: 60, pieceMs: 20 }));
    const apps: App[] = ['scheduler', 'memory-chunker', 'episodic', 'digest', 'consumer'];
    const fleet = new Map<App, SpawnedApp>();
    for (const app of apps) fleet.set(app, await start(app));
    let urls = [fleet.get('consumer')?.httpUrl() ?? ''];
    let over = false;
    const log: ClientEntry[] = [];
    const talks: Promise<Talk>[] = Array.from({ length: 6 }, (_, n) =>
      talk({ thread: `rolling-${n}`, urls: () => urls, over: () => over, log }),
    );
    for (const app of apps) {
      const before = log.length;
      const [old, next] = [fleet.get(app), await start(app)];
      if (app === 'consumer') urls = [next.httpUrl()];
      expect(await retire(old as SpawnedApp), `${app}: ${String(old?.log().slice(-4_000))}`).toBe(0);
      fleet.set(app, next);
      await until(() => log.length >= before + 6, { what: `traffic after ${app}`, timeoutMs: 60_000 });
    }
    over = true;
    const told = await Promise.all(talks);
    expect(told.flatMap(({ refused }) => refused)).toEqual([]);
    expect(await takeovers()).toBe(0);
    await until(
      async () => {
        const rows = await database.admin<{ n: number }>(`select
          (select count(*) from salience.turns where state = 'pending' and text <> 'hold the line')::int as n`);
        return rows[0]?.n === 0;
      },
      { what: 'every turn to be over', timeoutMs: 60_000 },
    );
    await untilRemembered(database);
    const { violations } = await checkTurns({ ownerUrl: database.ownerUrl, clientLog: log });
    expect(violations).toEqual([]);
    expect(log.every((entry) => entry.ended?.state === 'answered')).toBe(true);
  });
});
