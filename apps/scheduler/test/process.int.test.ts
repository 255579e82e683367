import { episodeBuildJob, memoryChunkJob, turnDigestJob } from '@salience/contracts';
import { newId } from '@salience/database';
import { createSchedule } from '@salience/database/skills';
import { acceptTurn } from '@salience/database/turns';
import { done, type Queues } from '@salience/queues';
import {
  askRedis,
  type Backend,
  backends,
  clockControl,
  onceAt,
  plantsIn,
  spawnApp,
  type TestDatabase,
  testDatabase,
  type TestQueues,
  testQueues,
  until,
} from '@salience/testing';
import { describe, expect, it, onTestFinished } from 'vitest';

const start = new Date('2030-01-01T12:00:00Z');
const patience = { timeoutMs: 30_000 };

const minute = 60_000;

async function listen(queues: Queues): Promise<Set<string>> {
  const heard = new Set<string>();
  const options = { concurrency: 4, onDeadLetter: () => Promise.resolve() };
  await queues.work(turnDigestJob, async (payload) => (heard.add(payload.threadId), done()), options);
  await queues.work(
    memoryChunkJob,
    async (payload) => (heard.add(`chunk ${payload.agentId}`), done()),
    options,
  );
  await queues.work(
    episodeBuildJob,
    async (payload) => (heard.add(`tell ${payload.agentId}`), done()),
    options,
  );
  return heard;
}

/** A database and queues, and a way to start schedulers that meet there. */
async function stage(backend: Backend) {
  const database = await testDatabase();
  const queues = await testQueues(backend, database);
  const clock = clockControl(database);
  await clock.set(start);
  onTestFinished(async () => {
    await queues.close();
    await database.close();
  });
  const apps = () =>
    Promise.all(
      [1, 2].map(() => spawnApp('scheduler', { database, queues, env: { SALIENCE_CLOCK: 'shared' } })),
    );
  const startSchedulers = async () => {
    const started = await apps();
    onTestFinished(async () => {
      await Promise.all(started.map((app) => app.stop()));
    });
  };
  return { database, queues, clock, startSchedulers, plants: await plantsIn(database, start) };
}

/** Loses every job of these queues, as FLUSHALL or an emptied table does. */
async function loseJobs(backend: Backend, database: TestDatabase, queues: TestQueues): Promise<void> {
  if (backend === 'postgres') await database.admin('delete from bullmq.job');
  else await dropKeys(queues.connection.url, queues.connection.prefix ?? 'salience');
}

async function dropKeys(url: string, prefix: string): Promise<void> {
  const script = "for _, key in ipairs(redis.call('keys', ARGV[1])) do redis.call('del', key) end";
  const answer = await askRedis(url, [['EVAL', script, '0', `*${prefix}*`]]);
  // What it answers when the keys are gone; else nothing was lost, and the test would prove nothing.
  expect(answer).toContain('$-1');
  expect(answer).not.toContain('-NOAUTH');
}

describe.each(backends().slice(0, 1))('two scheduler processes on %s', (backend) => {
  it('send again what Postgres knows to be undone after every job was lost (law 1)', async () => {
    const { database, plants, queues, startSchedulers } = await stage(backend);
    const { agentId } = plants;
    const thread = await plants.thread();
    await plants.exchange(thread, 1);
    const untold = await plants.thread();
    await plants.exchange(untold, 1, { chunked: true });
    await plants.over(untold);
    const waiting = await plants.thread();
    await acceptTurn(database.connect('salience_consumer'), {
      agentId,
      threadId: waiting,
      turnId: newId('turn'),
      newThreadId: newId('thread'),
      text: 'hello',
      source: 'test',
      caller: 'test',
      trust: 'user',
      now: start,
    });
    await queues.enqueue(memoryChunkJob, { agentId, threadIds: [thread] });
    await loseJobs(backend, database, queues);
    const heard = await listen(queues);
    await startSchedulers();
    await until(() => [waiting, `chunk ${agentId}`, `tell ${agentId}`].every((id) => heard.has(id)), {
      what: 'lane, exchange and stretch',
      ...patience,
    });
    // Whoever works the hint finds the thread: the sweep has noted it.
    const noted = 'select thread_id as id from salience.memory_progress where chunk_at is not null';
    await until(async () => (await database.admin<{ id: string }>(noted)).some(({ id }) => id === thread), {
      what: 'the thread to be noted',
      ...patience,
    });
  }, 90_000);

  it('end silent threads and fire reminders as soon as business time moves, each once (law 15)', async () => {
    const { clock, database, plants, queues, startSchedulers } = await stage(backend);
    const thread = await plants.thread({ session: { openFromSeq: 1 } });
    await plants.exchange(thread, 1, { chunked: true });
    const reminded = await plants.thread();
    await createSchedule(database.connect('salience_consumer'), {
      ...onceAt(new Date(start.getTime() + 60 * minute)),
      agentId: plants.agentId,
      thread: reminded,
      caller: 'test',
      text: 'call Ana',
      trust: 'user',
      source: 'test',
      now: start,
    });
    const heard = await listen(queues);
    await startSchedulers();
    const due = () =>
      database.admin('select thread_id as id from salience.memory_progress where tell_at is not null');
    expect(await due()).toEqual([]);
    await clock.set(new Date(start.getTime() + 241 * minute));
    await until(async () => (await due()).length > 0, { what: 'the end of the thread', ...patience });
    expect(await due()).toEqual([{ id: thread }]);
    await until(() => heard.has(`tell ${plants.agentId}`) && heard.has(reminded), {
      what: 'its hint and the wake-up of the reminder',
      ...patience,
    });
    const turns = await database.admin("select text from salience.turns where source = 'reminder'");
    expect(turns).toEqual([{ text: 'call Ana' }]);
    expect(
      await database.admin(
        'select s.state, o.fate from salience.schedules s join salience.occurrences o on o.schedule_id = s.id',
      ),
    ).toEqual([{ state: 'ended', fate: 'late' }]);
    expect(await database.admin('select state from salience.threads where id = $1', [thread])).toEqual([
      { state: 'expired' },
    ]);
  }, 90_000);
});
