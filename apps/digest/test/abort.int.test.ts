import { acceptedSchema, turnDigestJob, turnViewSchema, type TurnView } from '@salience/contracts';
import {
  asPerson,
  backends,
  createFakeModelServer,
  faultsEnv,
  type FakeModelServer,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  type TestQueues,
  testDatabase,
  testQueues,
  until,
} from '@salience/testing';
import { type Database } from '@salience/database';
import { sweepLanes } from '@salience/database/operations';
import { laneWake } from '@salience/queues';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The real processes: a consumer that tells, a digest that hears, and a model that notices who hangs up. */
describe.each(backends().slice(0, 1))('stopping a turn of the real processes on %s', (backend) => {
  let database: TestDatabase;
  let queues: TestQueues;
  let server: FakeModelServer;
  let scheduler: Database;
  let consumer: SpawnedApp;
  let digest: SpawnedApp;
  let room = 0;

  beforeAll(async () => {
    database = await testDatabase();
    queues = await testQueues(backend, database);
    scheduler = database.connect('salience_scheduler');
    server = await createFakeModelServer();
    const parts = { database, queues };
    [consumer, digest] = await Promise.all([
      spawnApp('consumer', { ...parts, readyMs: 120_000 }),
      spawnApp('digest', { ...parts, env: server.env, readyMs: 120_000 }),
    ]);
  }, 180_000);
  afterAll(async () => {
    await Promise.all([consumer?.stop(), digest?.stop()]);
    await server?.close();
    await queues?.close();
    await database?.close();
  });

  const send = async (text: string, thread: string) => {
    const response = await fetch(`${consumer.httpUrl()}/messages`, {
      method: 'POST',
      headers: { ...asPerson, 'content-type': 'application/json' },
      body: JSON.stringify({ text, thread_id: thread }),
    });
    return acceptedSchema.parse(await response.json());
  };
  const turn = async (id: string): Promise<TurnView> =>
    turnViewSchema.parse(await (await fetch(`${consumer.httpUrl()}/turns/${id}`)).json());
  const ended = (id: string) =>
    until(
      async () => {
        const view = await turn(id);
        return view.ended_at !== null && view;
      },
      { what: `the end of ${id}`, timeoutMs: 30_000 },
    );
  /** Sends a message whose answer never comes, and waits until the model was asked. */
  const stuck = async (thread: string) => {
    const number = server.requests().length + 1;
    const accepted = await send('What is a good name for a boat?', thread);
    await until(() => server.requests().length >= number, { what: 'the call', timeoutMs: 30_000 });
    return { id: accepted.turn_id, number };
  };
  /** The scheduler's part: lanes that nobody works on are woken. */
  const sweep = async () => {
    const lanes = await sweepLanes(scheduler, 10, new Date());
    await queues.enqueueMany(turnDigestJob, lanes.map(laneWake));
  };
  const hungUp = (number: number) =>
    until(() => server.aborted().includes(number), { what: 'the end of the connection', timeoutMs: 20_000 });

  it('POST /turns/:id/cancel closes the connection to the model and ends the turn cancelled (law 5)', async () => {
    server.script([{ stall: 1 }]);
    const { id, number } = await stuck(`cancel-${backend}-${++room}`);
    const response = await fetch(`${consumer.httpUrl()}/turns/${id}/cancel`, { method: 'POST' });
    expect(response.status).toBe(202);
    await hungUp(number);
    expect(await ended(id)).toMatchObject({ state: 'cancelled', error: null, reply: null, attempts: 1 });
  });

  it('a call that has not said a word is aborted too', async () => {
    server.script([{ stall: 'head' }]);
    const { id, number } = await stuck(`cancel-${backend}-${++room}`);
    await fetch(`${consumer.httpUrl()}/turns/${id}/cancel`, { method: 'POST' });
    await hungUp(number);
    expect(await ended(id)).toMatchObject({ state: 'cancelled' });
  });

  it('a later message interrupts, where the agent says so', async () => {
    await database.admin(`update salience.agents set settings = '{"midRun": "interrupt"}'`);
    server.script((_request, n) => (n === 1 ? { stall: 1 } : { text: 'Marguerite.' }));
    const thread = `interrupt-${backend}-${++room}`;
    const { id, number } = await stuck(thread);
    const next = await send('Or rather for a dog?', thread);
    await hungUp(number);
    expect(await ended(id)).toMatchObject({
      state: 'cancelled',
      error: { code: 'turn.interrupted' },
      interrupted_by: next.turn_id,
    });
    expect(await ended(next.turn_id)).toMatchObject({ state: 'answered', reply: { text: 'Marguerite.' } });
    expect(JSON.stringify(server.requests().at(-1)?.messages)).toContain('name for a boat');
    await database.admin(`update salience.agents set settings = '{}'`);
  });

  it('a worker that is killed on merged messages leaves them together: the next answers the same ones (law 4)', async () => {
    await database.admin(`update salience.agents set settings = '{"midRun": "merge"}'`);
    await digest.stop();
    const thread = `merge-${backend}-${++room}`;
    const texts = ['My sister is Ana.', 'She lives in Porto.', 'Where does she live?'];
    const sent = [];
    for (const text of texts) sent.push(await send(text, thread));
    const env = { ...server.env, ...faultsEnv({ 'digest.generating': { action: 'kill', times: 1 } }) };
    const doomed = await spawnApp('digest', { database, queues, env, readyMs: 120_000 });
    await sweep();
    await doomed.exited;
    const late = await send('And her brother?', thread);
    server.script([{ text: 'Ana, in Porto.' }]);
    const asked = server.requests().length;
    digest = await spawnApp('digest', { database, queues, env: server.env, readyMs: 120_000 });
    const last = sent.at(-1)?.turn_id as string;
    const wakes = setInterval(() => void sweep(), 1_000);
    expect(await ended(last)).toMatchObject({
      state: 'answered',
      attempts: 2,
      merged: sent.slice(0, 2).map((s) => s.turn_id),
    });
    expect(await ended(late.turn_id)).toMatchObject({ state: 'answered', merged: [] });
    clearInterval(wakes);
    const prompts = server
      .requests()
      .slice(asked)
      .map((request) => JSON.stringify(request.messages));
    for (const text of texts) expect(prompts[0]).toContain(text);
    expect(prompts[0]).not.toContain('brother');
    await database.admin(`update salience.agents set settings = '{}'`);
  }, 120_000);
});
