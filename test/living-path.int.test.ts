import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  asPerson,
  backends,
  clockControl,
  otherNamespace,
  otherRedis,
  queueNamespace,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  until,
} from '@salience/testing';

interface TurnView {
  readonly turn_id: string;
  readonly state: string;
  readonly thread_id: string;
  readonly reply: {
    text: string;
    mode: string;
    exchange_id: string;
    citations: { exchangeId: string; quote: string }[];
  } | null;
}

describe.each([...backends(), ...otherRedis()])('the living path on %s', (backend) => {
  let database: TestDatabase;
  let apps: SpawnedApp[] = [];
  let url = '';

  beforeAll(async () => {
    database = await testDatabase();
    const queues = await (backend === 'redis' || backend === 'postgres'
      ? queueNamespace(backend, database)
      : otherNamespace(backend));
    const env = { SALIENCE_CLOCK: 'shared', SALIENCE_SWEEP_MS: '500', SALIENCE_SCHEDULES_MS: '200' };
    apps = await Promise.all(
      (['consumer', 'digest', 'memory-chunker', 'episodic', 'scheduler'] as const).map((app) =>
        spawnApp(app, { database, queues, env }),
      ),
    );
    url = apps[0]?.httpUrl() ?? '';
  });
  afterAll(async () => {
    const codes = await Promise.all(apps.map((app) => app.stop()));
    await database.close();
    // Every app ends in good order, which no test above can see.
    expect(codes).toEqual(apps.map(() => 0));
  });

  const call = async (method: string, path: string, body?: object): Promise<Response> =>
    fetch(url + path, {
      method,
      headers: { ...asPerson, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  const view = async (turnId: string): Promise<TurnView> =>
    (await (await call('GET', `/turns/${turnId}`)).json()) as TurnView;

  const ended = (turnId: string): Promise<TurnView> =>
    until(
      async () => {
        const turn = await view(turnId);
        return turn.state === 'pending' || turn.state === 'running' ? undefined : turn;
      },
      { what: `turn ${turnId} to end`, timeoutMs: 20_000 },
    );

  const say = async (thread: string, text: string): Promise<TurnView> => {
    const response = await call('POST', '/messages', { text, thread_id: thread });
    expect(response.status, await response.clone().text()).toBe(202);
    return ended(((await response.json()) as TurnView).turn_id);
  };

  test('a fact told in one thread is answered in another, right after the first reply, and cited', async () => {
    const told = await say('thread-a', 'My sister Ana lives in Porto. Remember that.');
    expect(told).toMatchObject({ state: 'answered' });
    const asked = await say('thread-b', 'Where does my sister live?');
    expect(asked.state).toBe('answered');
    expect(asked.reply?.text).toContain('Porto');
    expect(asked.reply?.citations.map((citation) => citation.exchangeId)).toContain(told.reply?.exchange_id);
    expect(asked.thread_id).not.toBe(told.thread_id);
  });

  test('what was said is remembered by another process: its chunk is there', async () => {
    const told = await say('thread-c', 'My dog Rufus is afraid of thunder. Remember that.');
    const facts = await until(
      async () => {
        const rows = await database.admin('select key, value from salience.facts where exchange_id = $1', [
          told.reply?.exchange_id,
        ]);
        return rows.length > 0 ? rows : undefined;
      },
      { what: 'facts of the exchange', timeoutMs: 20_000 },
    );
    expect(JSON.stringify(facts)).toMatch(/thunder|Rufus/i);
  });

  test('nothing to answer is ignored: one terminal event, an exchange, no reply (law 5)', async () => {
    const turn = await say('thread-d', ' ');
    expect(turn).toMatchObject({ state: 'ignored', reply: null });
    const rows = await database.admin(
      `select e.kind, x.mode, (select count(*)::int from salience.replies where turn_id = $1) as replies
       from salience.terminal_events e left join salience.exchanges x on x.turn_id = e.turn_id where e.turn_id = $1`,
      [turn.turn_id],
    );
    expect(rows).toEqual([{ kind: 'ignored', mode: 'IGNORE', replies: 0 }]);
  });

  test('a reminder fires once when its time has come, as a turn of its own (law 15)', async () => {
    const clock = clockControl(database);
    const due = new Date((await clock.now()).getTime() + 3_600_000);
    const response = await call('POST', '/schedules', {
      text: 'Water the plants',
      due_at: due.toISOString(),
      thread_id: 'thread-e',
    });
    expect(response.status, await response.clone().text()).toBe(201);
    const { schedule_id: id } = (await response.json()) as { schedule_id: string };
    await clock.advance(3_600_500);
    const turnId = await until(
      async () =>
        (
          await database.admin<{ turn_id: string | null }>(
            'select turn_id from salience.occurrences where schedule_id = $1',
            [id],
          )
        )[0]?.turn_id,
      { what: 'the reminder to fire' },
    );
    expect(await ended(turnId)).toMatchObject({ state: 'answered' });
    const turns = await database.admin('select id from salience.turns where idempotency_key like $1', [
      `%${id}@%`,
    ]);
    expect(turns).toEqual([{ id: turnId }]);
  });

  test('a reminder that was cancelled does not fire', async () => {
    const clock = clockControl(database);
    const due = new Date((await clock.now()).getTime() + 3_600_000).toISOString();
    const make = async (text: string) =>
      (
        (await (await call('POST', '/schedules', { text, due_at: due, thread_id: 'thread-f' })).json()) as {
          schedule_id: string;
        }
      ).schedule_id;
    const [dropped, kept] = [await make('Call the bank'), await make('Call the dentist')];
    expect((await call('DELETE', `/schedules/${dropped}`)).ok).toBe(true);
    await clock.advance(3_600_500);
    const states = await until(
      async () => {
        const rows = await database.admin<{ id: string; state: string }>(
          'select id, state from salience.schedules where id = any ($1)',
          [[dropped, kept]],
        );
        return rows.some((row) => row.state === 'ended') ? rows : undefined;
      },
      { what: 'the other reminder to fire' },
    );
    expect(Object.fromEntries(states.map((row) => [row.id, row.state]))).toEqual({
      [dropped]: 'cancelled',
      [kept]: 'ended',
    });
  });

  test('a waiting turn that is cancelled ends as cancelled, once, and the lane goes on', async () => {
    // The lane is held by nobody we know, so the turn waits for as long as the test wants.
    const first = await say('thread-g', 'Hello there, good morning.');
    await database.admin(
      `update salience.lanes set owner = 'wrk_test', lease_until = now() + interval '1 hour', fence = nextval('salience.lane_fence') where thread_id = $1`,
      [first.thread_id],
    );
    const accepted = (await (
      await call('POST', '/messages', { text: 'Stop me', thread_id: 'thread-g' })
    ).json()) as TurnView;
    expect((await call('POST', `/turns/${accepted.turn_id}/cancel`, {})).ok).toBe(true);
    expect(await ended(accepted.turn_id)).toMatchObject({ state: 'cancelled', reply: null });
    await database.admin('update salience.lanes set owner = null, lease_until = null where thread_id = $1', [
      first.thread_id,
    ]);
    expect(await say('thread-g', 'Thanks, that helps!')).toMatchObject({ state: 'answered' });
    const events = await database.admin('select kind from salience.terminal_events where turn_id = $1', [
      accepted.turn_id,
    ]);
    expect(events).toEqual([{ kind: 'cancelled' }]);
  });
});
