import { episodeBuildJob, memoryChunkJob, type ThreadId } from '@salience/contracts';
import { createSharedClock, newId } from '@salience/database';
import { loadBacklog } from '@salience/database/operations';
import { createSchedule } from '@salience/database/skills';
import { acceptTurn } from '@salience/database/turns';
import { done } from '@salience/queues';
import { defineMetrics, silentLogger } from '@salience/telemetry';
import {
  type ClockControl,
  clockControl,
  onceAt,
  type Plants,
  plantsIn,
  type TestDatabase,
  testDatabase,
  type TestQueues,
  testQueues,
  until,
} from '@salience/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { everyBusiness } from '../src/business-interval.ts';
import type { Deps, Run } from '../src/deps.ts';
import { createFleetGauges } from '../src/fleet-gauges.ts';
import { createOutboxRelay } from '../src/outbox-relay.ts';
import { createSweep } from '../src/sweep.ts';
import { sweepsOf } from '../src/sweeps.ts';

const minute = 60_000;
const going = new AbortController().signal;

const start = new Date('2030-01-01T12:00:00Z');
const settings = {
  SALIENCE_SWEEP_MS: 500,
  SALIENCE_SCHEDULES_MS: 1_000,
  SALIENCE_SCHEDULE_LATE_MS: minute,
  SALIENCE_EXPIRY_MS: 5 * minute,
  SALIENCE_SILENCE_MS: 10 * minute,
  SALIENCE_THREAD_EXPIRY_MS: 240 * minute,
};

/** One database for the file: each test has threads of its own, and leaves nothing due behind. */
let database: TestDatabase;
let queues: TestQueues;
let plants: Plants;
let clock: ClockControl;
beforeAll(async () => {
  database = await testDatabase();
  queues = await testQueues('postgres', database);
  plants = await plantsIn(database, start);
  clock = clockControl(database);
});
beforeEach(() => clock.set(start));
afterAll(async () => {
  await queues.close();
  await database.close();
});

function deps(): Deps {
  const db = database.connect('salience_scheduler');
  return {
    clock: createSharedClock(db),
    db,
    fault: () => Promise.resolve(),
    log: silentLogger,
    metrics: defineMetrics({ service: 'test', instanceId: 'test', processMetrics: false }),
    queues,
  };
}

/** The run of one sweep of the table. */
function sweep(loop: string, all = deps()): Run {
  const [found] = sweepsOf(all, settings).filter((row) => row.loop === loop);
  if (found === undefined) throw new Error(`no sweep ${loop}`);
  return createSweep(all, found);
}

async function talkedThread(chunked = false): Promise<ThreadId> {
  const thread = await plants.thread({ session: { openFromSeq: 1, topicCount: 2, sessionCount: 2 } });
  await plants.exchange(thread, 1, { chunked });
  await plants.exchange(thread, 2, { chunked });
  return thread;
}

const after = (ms: number) => new Date(start.getTime() + ms);
const ended = { openFromSeq: null, topicCount: 0, sessionCount: 0 };
/** Where a thread stands, and when what of it is not remembered is due. */
const stands = (thread: ThreadId) =>
  database.admin(
    `select t.state, t.session, m.chunk_at as chunk, m.tell_at as tell
     from salience.threads t left join salience.memory_progress m on m.thread_id = t.id where t.id = $1`,
    [thread],
  );
/** Hints that episodes are to be told. */
async function tellHints(): Promise<number> {
  const [view] = await queues.depths([episodeBuildJob.queue]);
  return view?.waiting ?? 0;
}

describe('thread expiry', () => {
  it('ends the session of each silent thread once, with several schedulers at once (law 4), and misses nothing that was said', async () => {
    const threads: ThreadId[] = [];
    for (let n = 0; n < 150; n += 1) threads.push(await talkedThread());
    await clock.set(after(9 * minute));
    expect(await sweep('thread-expiry')(going)).toBe(0);
    await clock.set(after(11 * minute), 0);
    const runs = Array.from({ length: 4 }, () => sweep('thread-expiry'));
    const closed = await Promise.all(runs.map((run) => run(going)));
    expect(closed.reduce((sum, count) => sum + count)).toBe(150);
    for (const thread of threads)
      expect(await stands(thread)).toEqual([
        { state: 'active', session: ended, chunk: after(11 * minute), tell: null },
      ]);
    expect(await sweep('thread-expiry')(going)).toBe(0);
    // Nothing is ready to be told: nobody is asked to.
    expect(await tellHints()).toBe(0);
  });

  it('expires a thread that stays silent, once, and has what is left of it told', async () => {
    const thread = await talkedThread(true);
    const expiry = sweep('thread-expiry');
    const asked = await tellHints();
    await clock.set(after(11 * minute), 0);
    await expiry(going);
    expect(await stands(thread)).toEqual([{ state: 'active', session: ended, chunk: null, tell: null }]);
    expect(await tellHints()).toBe(asked);
    await clock.set(after(241 * minute), 0);
    expect(await expiry(going)).toBeGreaterThan(0);
    const over = [{ state: 'expired', session: ended, chunk: null, tell: after(241 * minute) }];
    expect(await stands(thread)).toEqual(over);
    expect(await tellHints()).toBe(asked + 1);
    await clock.set(after(600 * minute));
    expect(await expiry(going)).toBe(0);
    expect(await stands(thread)).toEqual(over);
    expect(await tellHints()).toBe(asked + 1);
  });

  it('follows business time, forward and back (law 15)', async () => {
    let runs = 0;
    const run = everyBusiness(clock, 5 * minute, () => Promise.resolve((runs += 1)));
    const runsAt = async (ms: number) => {
      await clock.set(after(ms));
      await run(going);
      return runs;
    };
    expect(await runsAt(0)).toBe(1);
    expect(await runsAt(4 * minute)).toBe(1);
    expect(await runsAt(24 * 60 * minute)).toBe(2);
    expect(await runsAt(minute)).toBe(3);
  });
});

describe('schedules', () => {
  const remind = (thread: ThreadId, text: string, dueAt: Date) =>
    createSchedule(database.connect('salience_consumer'), {
      ...onceAt(dueAt, 'Europe/Berlin'),
      agentId: plants.agentId,
      thread,
      caller: 'test',
      text,
      trust: 'user',
      source: 'test',
      now: start,
    });
  const turns = () =>
    database.admin<{ text: string }>(
      "select text from salience.turns where source = 'reminder' order by text",
      [],
    );

  it('fire once each, as a turn of their thread, with several schedulers at once (law 4)', async () => {
    const threads = await Promise.all(Array.from({ length: 5 }, () => plants.thread()));
    for (let n = 0; n < 200; n += 1)
      await remind(threads[(n * 7 + (n >> 3)) % 5]!, `r${String(n).padStart(3, '0')}`, after(minute));
    expect(await sweep('schedules')(going)).toBe(0);
    await clock.set(after(minute + 1_000));
    const fired = await Promise.all(Array.from({ length: 4 }, () => sweep('schedules')(going)));
    expect(fired.reduce((sum, count) => sum + count)).toBe(200);
    expect((await turns()).map((turn) => turn.text)).toEqual(
      Array.from({ length: 200 }, (_, n) => `r${String(n).padStart(3, '0')}`),
    );
  });

  it('that come late fire too, and are counted as late', async () => {
    const thread = await plants.thread();
    await remind(thread, 'x late', after(minute));
    await remind(thread, 'x on time', after(20 * minute));
    await clock.set(after(20 * minute + 5_000));
    const all = deps();
    expect(await sweep('schedules', all)(going)).toBe(2);
    const metrics = await all.metrics.metricsText();
    expect(metrics).toMatch(/salience_schedules_fired_total\{fate="late".*\} 1/);
    expect(metrics).toMatch(/salience_schedules_fired_total\{fate="fired".*\} 1/);
  });
});

describe('requests for a yes', () => {
  it('end as no at their deadline, each once with several schedulers at once, and wake their lane (laws 4, 11 and 15)', async () => {
    const asked = await Promise.all(Array.from({ length: 20 }, () => plants.approval(after(minute))));
    expect(await sweep('approvals-expiry')(going)).toBe(0);
    const scheduler = database.connect('salience_scheduler');
    await clock.set(after(minute));
    expect((await loadBacklog(scheduler, after(minute))).approvals).toMatchObject({ count: 20 });
    const runs = await Promise.all(Array.from({ length: 4 }, () => sweep('approvals-expiry')(going)));
    // What another one held is left to it, so what all of them did together counts.
    const last = await sweep('approvals-expiry')(going);
    expect(runs.reduce((sum, count) => sum + count, last)).toBe(20);
    const rows = await database.admin(
      `select q.state, t.text from salience.approvals q join salience.turns t on t.id = q.continuation_turn_id
       where q.id = any ($1)`,
      [asked],
    );
    expect(rows).toEqual(asked.map(() => ({ state: 'expired', text: 'No answer in time: mail' })));
    expect((await loadBacklog(scheduler, after(minute))).approvals).toMatchObject({ count: 0 });
  });
});

describe('the outbox relay', () => {
  it('sends what it can, keeps the rest as dead letters, and lets no row block those behind it', async () => {
    const { agentId } = plants;
    const threadId = newId('thread');
    const put = (job: string, payload: unknown) =>
      database.admin('insert into salience.outbox (id, agent_id, job, payload) values ($1, $2, $3, $4)', [
        newId('outbox'),
        agentId,
        job,
        JSON.stringify(payload),
      ]);
    await put('constructor', { agentId });
    await put('memory.chunk', { agentId, threadIds: ['nonsense'] });
    await put('memory.chunk', null);
    await put('memory.chunk', { agentId, threadIds: [threadId] });
    const seen: string[] = [];
    await queues.work(memoryChunkJob, async (payload) => (seen.push(...payload.threadIds), done()), {
      concurrency: 1,
      onDeadLetter: () => Promise.resolve(),
    });
    expect(await createOutboxRelay(deps())(going)).toBe(4);
    await until(() => seen.includes(threadId), { what: 'the good job' });
    expect(await database.admin('select 1 from salience.outbox')).toEqual([]);
    expect(
      await database.admin('select agent_id as agent, job, code from salience.dead_letters order by id'),
    ).toEqual([
      { agent: agentId, job: 'constructor', code: 'queues.unknown-job' },
      { agent: agentId, job: 'memory.chunk', code: 'queues.invalid-payload' },
      { agent: agentId, job: 'memory.chunk', code: 'queues.invalid-payload' },
    ]);
  });
});

describe('the figures of the fleet', () => {
  it('say what waits, for how long, and what an operator has to settle', async () => {
    const { agentId } = plants;
    const all = deps();
    const before = await loadBacklog(all.db, start);
    const behind = await plants.thread();
    const failed = await plants.exchange(behind, 1, { chunked: true });
    await plants.exchange(behind, 2);
    await database.admin('update salience.memory_progress set chunk_at = $2 where thread_id = $1', [
      behind,
      start,
    ]);
    await database.admin(
      `insert into salience.memory_retries (id, agent_id, kind, thread_id, first_seq, last_seq, tries, due_at, created_at)
       select $1, agent_id, 'chunk', thread_id, seq, seq, 1, $3, $3 from salience.exchanges where id = $2`,
      [newId('memoryRetry'), failed, start],
    );
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
    await database.admin(
      `insert into salience.outbox (id, agent_id, job, payload, created_at)
       values ($1, $2, 'memory.chunk', '{}', now() - interval '90 seconds')`,
      [newId('outbox'), agentId],
    );
    await clock.set(after(5 * minute));
    await createFleetGauges(all)(going);
    const text = await all.metrics.metricsText();
    const value = (name: string, label = '') =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${name}{`) && line.includes(label))
          ?.replace(/^.* /, ''),
      );
    expect(value('salience_lanes', 'state="waiting"')).toBe(before.lanesWaiting.count + 1);
    expect(value('salience_lanes', 'state="running"')).toBe(before.lanesRunning);
    expect(value('salience_lane_oldest_seconds')).toBeGreaterThanOrEqual(300);
    expect(value('salience_backlog', 'kind="exchange"')).toBe(before.exchanges.count + 1);
    expect(value('salience_backlog', 'kind="stretch"')).toBe(before.stretches.count + 1);
    expect(value('salience_backlog', 'kind="retry"')).toBe(before.retries.count + 1);
    for (const kind of ['exchange', 'stretch', 'retry'])
      expect(value('salience_backlog_oldest_seconds', `kind="${kind}"`)).toBeGreaterThanOrEqual(300);
    expect(value('salience_backlog', 'kind="schedule"')).toBe(before.schedules.count);
    expect(value('salience_outbox_pending')).toBe(before.outbox.count + 1);
    expect(value('salience_backlog_oldest_seconds', 'kind="outbox"')).toBeGreaterThanOrEqual(90);
    expect(value('salience_dead_letters_open')).toBe(before.deadLetters);
    expect(value('salience_quarantined_turns')).toBe(before.quarantined);
    for (const queue of ['turn-digest', 'memory-chunk', 'episode-build']) {
      expect(value('salience_queue_depth', `queue="${queue}"`)).toBeGreaterThanOrEqual(0);
      expect(value('salience_queue_oldest_seconds', `queue="${queue}"`)).toBeGreaterThanOrEqual(0);
      expect(value('salience_queue_delayed', `queue="${queue}"`)).toBeGreaterThanOrEqual(0);
    }
  });
});
