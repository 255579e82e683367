import { fireSchedules, onceAt } from '@salience/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, newId } from '../src/index.ts';
import { agentSettingsSchema } from '../src/doors/agents.ts';
import { type AcceptResult, acceptTurn } from '../src/doors/turns.ts';
import { createSchedule } from '../src/doors/skills.ts';
import { type TurnLimits } from '../src/doors/turns.ts';
import { createWorld, type World } from './world.ts';

let world: World;
let replica: Database;
let room = 0;
beforeAll(async () => {
  world = await createWorld();
  replica = world.database.connect('salience_consumer');
});
afterAll(() => world.database.close());
beforeEach(async () => {
  await world.database.admin('delete from salience.agent_limits');
  await world.database.admin(
    "update salience.turns set state = 'failed' where state in ('pending', 'running')",
  );
  await world.database.admin('update salience.lanes set cursor = tail, owner = null, lease_until = null');
});

const accept = (
  db: Database,
  limits: TurnLimits | undefined,
  more: { key?: string; threadKey?: string } = {},
) =>
  acceptTurn(db, {
    agentId: world.agentId,
    turnId: newId('turn'),
    newThreadId: newId('thread'),
    threadKey: more.threadKey ?? `limit-${++room}`,
    caller: 'test',
    text: 'x',
    source: 'test',
    trust: 'user',
    now: new Date(),
    ...(more.key === undefined ? {} : { idempotencyKey: more.key }),
    ...(limits === undefined ? {} : { limits }),
  });
const accepted = (results: AcceptResult[]) => results.filter(({ status }) => status === 'accepted').length;
const settings = (value: object) =>
  world.database.admin('update salience.agents set settings = $2 where id = $1', [
    world.agentId,
    JSON.stringify(value),
  ]);
/** Makes the database believe that this much time went by since the last acceptance. */
const later = (ms: number) =>
  world.database.admin("update salience.agent_limits set free_at = free_at - $1 * interval '1 millisecond'", [
    ms,
  ]);

describe('the rate of an agent', () => {
  it('is exact over two replicas that accept at once', async () => {
    const limits = { turnsPerMinute: 7 };
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, i) => accept(i % 2 === 0 ? world.consumer : replica, limits)),
    );
    expect(accepted(results)).toBe(7);
    expect(results.filter(({ status }) => status === 'limited')).toHaveLength(33);
  });

  it('says truthfully when there is room again, and then has room for one', async () => {
    const limits = { turnsPerMinute: 3 };
    for (let i = 0; i < 3; i += 1) expect((await accept(world.consumer, limits)).status).toBe('accepted');
    const full = await accept(world.consumer, limits);
    if (full.status !== 'limited') throw new Error(full.status);
    expect(full).toMatchObject({ limit: 'rate', allowed: 3 });
    expect(full.retryAfterMs).toBeGreaterThan(10_000);
    expect(full.retryAfterMs).toBeLessThanOrEqual(20_000);
    // A second is left to the machine between these statements.
    await later(full.retryAfterMs - 5_000);
    expect((await accept(world.consumer, limits)).status).toBe('limited');
    await later(5_000);
    expect((await accept(world.consumer, limits)).status).toBe('accepted');
    expect((await accept(world.consumer, limits)).status).toBe('limited');
    // A minute without messages gives all of it back, and two give no more.
    await later(120_000);
    const burst = await Promise.all(Array.from({ length: 6 }, () => accept(world.consumer, limits)));
    expect(accepted(burst)).toBe(3);
  });

  it('is not spent by what is refused, and the agent’s own setting goes before the default', async () => {
    await settings({ limits: { turnsPerMinute: 2 }, midRun: 'reject' });
    const busy = 'limit-busy';
    await accept(world.consumer, { turnsPerMinute: 100 }, { threadKey: busy });
    expect((await accept(world.consumer, {}, { threadKey: busy })).status).toBe('busy');
    expect((await accept(world.consumer, {})).status).toBe('accepted');
    expect(await accept(world.consumer, { turnsPerMinute: 100 })).toMatchObject({
      status: 'limited',
      allowed: 2,
    });
    await settings({});
  });

  it('keeps no row for an agent without limits', async () => {
    await accept(world.consumer, {});
    await accept(world.consumer, undefined);
    expect(await world.database.admin('select 1 from salience.agent_limits')).toEqual([]);
  });
});

describe('open turns of an agent', () => {
  it('are exact over two replicas, and an ended one makes room', async () => {
    const limits = { openTurns: 5 };
    const results = await Promise.all(
      Array.from({ length: 30 }, (_, i) => accept(i % 2 === 0 ? world.consumer : replica, limits)),
    );
    expect(accepted(results)).toBe(5);
    const full = results.find(({ status }) => status === 'limited');
    expect(full).toEqual({ status: 'limited', limit: 'open-turns', allowed: 5, retryAfterMs: 1_000 });
    const [one] = results.filter((result) => result.status === 'accepted');
    if (one === undefined) throw new Error('none accepted');
    await world.commit(await world.take(one.threadId));
    const again = await Promise.all(Array.from({ length: 4 }, () => accept(replica, limits)));
    expect(accepted(again)).toBe(1);
  });
});

describe('what is never limited', () => {
  it('a message that was accepted before (law 4)', async () => {
    const limits = { turnsPerMinute: 1, openTurns: 1 };
    const threadKey = 'limit-again';
    const first = await accept(world.consumer, limits, { key: 'again', threadKey });
    expect((await accept(world.consumer, limits)).status).toBe('limited');
    const repeated = await Promise.all(
      Array.from({ length: 5 }, () => accept(replica, limits, { key: 'again', threadKey })),
    );
    for (const result of repeated)
      expect(result).toMatchObject({
        status: 'accepted',
        replayed: true,
        turnId: (first as { turnId: string }).turnId,
      });
  });

  it('a reminder, whose turn goes on with the trace of the request that made it', async () => {
    await settings({ limits: { turnsPerMinute: 1, openTurns: 1 } });
    expect((await accept(world.consumer, {})).status).toBe('accepted');
    expect((await accept(world.consumer, {})).status).toBe('limited');
    const traceparent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;
    const now = new Date();
    const reminder = await createSchedule(world.consumer, {
      ...onceAt(now),
      agentId: world.agentId,
      thread: 'limit-reminder',
      caller: 'test',
      text: 'water the plants',
      trust: 'user',
      source: 'test',
      now,
      traceparent,
    });
    const fired = await fireSchedules(world.database.connect('salience_scheduler'), { now, limit: 10 });
    expect(fired.map((one) => one.scheduleId)).toEqual([reminder?.id]);
    const [turn] = await world.database.admin<{ traceparent: string }>(
      'select t.traceparent from salience.turns t join salience.occurrences o on o.turn_id = t.id where o.schedule_id = $1',
      [reminder?.id],
    );
    expect(turn?.traceparent).toBe(traceparent);
    expect((await world.take(fired[0]?.threadId as never)).turn.traceparent).toBe(traceparent);
    await settings({});
  });
});

describe('the settings', () => {
  it.each([
    [{ limits: { turnsPerMinute: 0 } }, 'limits.turnsPerMinute', 'at least 1'],
    [{ limits: { openTurns: 1.5 } }, 'limits.openTurns', 'whole number'],
    [{ limits: { turnsPerMinute: '60' } }, 'limits.turnsPerMinute', 'expected a number'],
    [{ limits: { perHour: 1 } }, 'limits', 'perHour'],
    [{ topics: { switchThreshold: 1.5 } }, 'topics.switchThreshold', 'from 0 to 1'],
    [{ midRun: 'steal' }, 'midRun', 'interrupt'],
  ])('%j is refused, saying where and what', (value, path, words) => {
    const [issue] = agentSettingsSchema.safeParse(value).error?.issues ?? [];
    expect(issue?.path.join('.')).toBe(path);
    expect(issue?.message).toContain(words);
  });
});
