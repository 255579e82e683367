import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  asPerson,
  backends,
  createFakeModelServer,
  type FakeModelServer,
  hostileMcpProgram,
  poisonKinds,
  poisonModel,
  poisonServer,
  poisonText,
  poisonToolSettings,
  queueNamespace,
  scratchFolder,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  until,
} from '@salience/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

interface Accepted {
  readonly turn_id: string;
  readonly thread_id: string;
}
interface Ended {
  readonly id: string;
  readonly state: string;
  readonly attempts: number;
  readonly error: { readonly code: string; readonly message: string } | null;
}

describe.each(backends().slice(0, 1))('poison turns on %s', (backend) => {
  let database: TestDatabase;
  let server: FakeModelServer;
  let apps: SpawnedApp[] = [];
  let url = '';
  const stop = new AbortController();
  let others: Promise<string[]>;

  beforeAll(async () => {
    database = await testDatabase();
    server = await createFakeModelServer();
    server.script(poisonModel);
    const queues = await queueNamespace(backend, database);
    const file = join(scratchFolder('poison'), 'servers.json');
    const evil = { ...hostileMcpProgram(poisonServer).config, tools: poisonToolSettings };
    writeFileSync(file, JSON.stringify({ mcpServers: { evil } }));
    const env = { SALIENCE_EMBEDDER: 'off', SALIENCE_SWEEP_MS: '300' };
    const models = { ...server.env, SALIENCE_MODEL_TIEBREAK: 'offline', SALIENCE_MCP_CONFIG: file };
    apps = await Promise.all([
      spawnApp('consumer', { database, queues, env, readyMs: 90_000 }),
      spawnApp('digest', { database, queues, env: { ...env, ...models }, readyMs: 90_000 }),
      spawnApp('scheduler', { database, queues, env, readyMs: 90_000 }),
    ]);
    url = apps[0]?.httpUrl() ?? '';
    // The tool server starts with the first turn that acts.
    await answered(await say('warm', 'Please write it into the notebook for me: nothing.'));
    others = talk();
  }, 180_000);
  afterAll(async () => {
    stop.abort();
    const codes = await Promise.all(apps.map((app) => app.stop()));
    await server.close();
    await database.close();
    expect(codes).toEqual(apps.map(() => 0));
  });

  const post = (path: string, body: string): Promise<Response> =>
    fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json', ...asPerson }, body });

  async function say(thread: string, text: string): Promise<Accepted> {
    const response = await post('/messages', JSON.stringify({ text, thread_id: thread }));
    expect(response.status).toBe(202);
    return (await response.json()) as Accepted;
  }

  async function ended(turnId: string): Promise<Ended> {
    return await until(
      async () => {
        const [row] = await database.admin<Ended>(
          'select id, state, attempts, error from salience.turns where id = $1 and ended_at is not null',
          [turnId],
        );
        return row;
      },
      { what: `${turnId} to end`, timeoutMs: 60_000 },
    );
  }

  async function answered({ turn_id: turnId }: Accepted): Promise<void> {
    expect(await ended(turnId)).toMatchObject({ state: 'answered', attempts: 1, error: null });
  }

  /** What law 4 and operators are owed of a poison turn, whatever became of it; then its thread goes on. */
  async function contained(thread: string, accepted: Accepted, states: readonly string[]): Promise<Ended> {
    const after = await say(thread, 'How are you today?');
    const row = await ended(accepted.turn_id);
    expect([row.state, states.includes(row.state)]).toEqual([row.state, true]);
    expect(row.attempts).toBeLessThanOrEqual(3);
    await answered(after);
    const [letters] = await database.admin<{ n: number }>(
      "select coalesce(sum(count), 0)::int as n from salience.dead_letters where payload->>'threadId' = $1",
      [accepted.thread_id],
    );
    const [quarantined] = await database.admin<{ n: number }>(
      "select count(*)::int as n from salience.turns where thread_id = $1 and state = 'quarantined'",
      [accepted.thread_id],
    );
    expect(letters?.n).toBe(0);
    expect(quarantined?.n).toBe(row.state === 'quarantined' ? 1 : 0);
    return row;
  }

  /** Threads that have nothing to do with any of it, to the end of the test. */
  async function talk(): Promise<string[]> {
    const turns: string[] = [];
    await Promise.all(
      [1, 2, 3].map(async (n) => {
        while (!stop.signal.aborted) {
          const accepted = await say(`other-${n}`, 'How are you today?');
          await answered(accepted);
          turns.push(accepted.turn_id);
        }
      }),
    );
    return turns;
  }

  async function request(thread: string): Promise<{ id: string; runId: string }> {
    await answered(await say(thread, poisonText({ word: 'pay' })));
    const [row] = await database.admin<{ id: string; runId: string }>(
      `select q.id, q.run_id as "runId" from salience.approvals q join salience.threads t on t.id = q.thread_id
       where t.key = $1 and q.state = 'pending'`,
      [thread],
    );
    if (row === undefined) throw new Error('expected a request for a yes');
    return row;
  }

  test.each(poisonKinds)('threat: $name ends its turn, and no other hears of it', async (kind) => {
    const thread = `poison-${kind.word}`;
    const accepted = await say(thread, poisonText(kind));
    await contained(thread, accepted, ['answered']);
    // The poison was taken: what the model called stands in the run.
    const steps = await database.admin<{ tool: string }>(
      "select call->>'tool' as tool from salience.act_steps where run_id = $1 and kind = 'action'",
      [accepted.turn_id],
    );
    expect(steps.map(({ tool }) => tool)).toContain(`evil__${kind.tool}`);
  });

  test('threat: an edit in chat that nests too deep ends its turn, and no other hears of it', async () => {
    const thread = 'poison-edit-by-chat';
    await request(thread);
    const edit = `edit ${'{"a":'.repeat(34)}1${'}'.repeat(34)}`;
    await contained(thread, await say(thread, edit), ['answered']);
  });

  test('threat: an edit over the API that nests too deep is refused at the door, and its request still waits', async () => {
    const thread = 'poison-edit-by-api';
    const { id } = await request(thread);
    const body = `{"answer":"edit","arguments":${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}}`;
    expect((await post(`/approvals/${id}`, body)).status).toBe(422);
    expect((await post(`/approvals/${id}`, '{"answer":"refuse"}')).status).toBe(200);
    await answered(await say(thread, 'How are you today?'));
  });

  test('threat: a stage that throws what nobody thought of sets its turn aside after three attempts', async () => {
    const thread = 'poison-stage';
    const first = await say(thread, 'How are you today?');
    await answered(first);
    const session = (value: string) =>
      database.admin(`update salience.threads set session = ${value} where id = '${first.thread_id}'`);
    await session(
      `'{"openFromSeq": 99, "topicId": null, "topicCount": 1, "sessionCount": 1, "lastActivityAt": null}'`,
    );
    const { turn_id: turnId } = await say(thread, 'What about now?');
    expect(await ended(turnId)).toMatchObject({
      state: 'quarantined',
      attempts: 3,
      error: { code: 'topics.session_order' },
    });
    await session('null');
    await answered(await say(thread, 'And now?'));
  });

  test('threat: a stored step that is damaged sets its turn aside after three attempts', async () => {
    const thread = 'poison-step';
    const { id, runId } = await request(thread);
    await database.admin(
      `update salience.act_steps set ruling = '7' where run_id = '${runId}' and kind = 'action'`,
    );
    const response = await post(`/approvals/${id}`, '{"answer":"approve"}');
    const { continuation_turn_id: turnId, thread_id: threadId } = (await response.json()) as {
      continuation_turn_id: string;
      thread_id: string;
    };
    const row = await contained(thread, { turn_id: turnId, thread_id: threadId }, ['quarantined']);
    expect(row).toMatchObject({ attempts: 3, error: { code: 'error.unexpected' } });
    expect(row.error?.message).toContain('It was set aside; the conversation goes on.');
  });

  test('all the while other threads were answered, each at its first attempt, by workers that nobody had to replace', async () => {
    stop.abort();
    const turns = await others;
    expect(turns.length).toBeGreaterThan(20);
    expect(await database.admin('select fence from salience.lane_takeovers')).toEqual([]);
    for (const app of apps) expect(app.ready()).toBe(true);
  });
});
