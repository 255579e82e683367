import { planSchedule, slotsOf } from '@salience/schedules';
import { fireSchedules } from '@salience/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  closeSchedule,
  commitFates,
  createSchedule,
  listOccurrences,
  loadDueSchedules,
  pauseSchedule,
  resumeSchedule,
  runSchedule,
  type ScheduleRow,
} from '../src/doors/skills.ts';
import type { Database } from '../src/index.ts';
import { createWorld, type World } from './world.ts';

const start = new Date('2030-01-01T08:00:00Z');
const at = (text: string): Date => new Date(`2030-01-${text}Z`);
let world: World;
let scheduler: Database;
beforeAll(async () => {
  world = await createWorld();
  scheduler = world.database.connect('salience_scheduler');
});
afterAll(() => world.database.close());

/** Every day at nine. */
async function daily(
  more: Partial<Pick<ScheduleRow, 'kind' | 'rule' | 'speaker'>> = {},
): Promise<ScheduleRow> {
  const made = await createSchedule(world.consumer, {
    agentId: world.agentId,
    thread: 'daily',
    caller: 'test',
    kind: 'reminder',
    text: 'Water the plants.',
    speaker: null,
    zone: 'UTC',
    firstWall: '2030-01-01T09:00:00',
    rule: 'FREQ=DAILY',
    dueAt: at('01T09:00:00'),
    source: 'test',
    trust: 'user',
    now: start,
    ...more,
  });
  return made as ScheduleRow;
}
const fatesOf = async ({ id }: ScheduleRow): Promise<string[]> =>
  (await listOccurrences(world.consumer, world.agentId, id, { limit: 100 }))
    .map(({ fate, reason, standsFor, wall }) =>
      [wall.slice(8, 16), fate, reason, standsFor].filter((part) => part !== null).join(' '),
    )
    .toReversed();
const done = (row: ScheduleRow): Promise<ScheduleRow | undefined> =>
  closeSchedule(world.consumer, world.agentId, row.id, { as: 'ended', now: start, slotsOf });

it('a reminder and a prompt each begin turns of their own source, told to whom they are for', async () => {
  const said = await daily({ speaker: 'Ana' });
  const carriedOut = await daily({ kind: 'prompt' });
  await fireSchedules(scheduler, { now: at('01T09:00:00'), limit: 10 });
  const rows = await world.database.admin(
    `select o.schedule_id as id, t.source, n.speaker, t.due_at as due from salience.occurrences o join salience.turns t on t.id = o.turn_id
     join salience.notices n on n.turn_id = t.id where o.schedule_id = any ($1) order by t.source`,
    [[said.id, carriedOut.id]],
  );
  expect(rows).toEqual([
    { id: said.id, source: 'reminder', speaker: 'Ana', due: at('01T09:00:00') },
    { id: carriedOut.id, source: 'schedule', speaker: null, due: at('01T09:00:00') },
  ]);
  await done(said);
  await done(carriedOut);
});

it('a plan that was made twice is committed once; a slot that has a fate keeps it (law 4)', async () => {
  const row = await daily();
  const now = at('01T09:00:01');
  const due = await loadDueSchedules(scheduler, { limit: 10, now });
  const plans = () => due.map((one) => planSchedule(one, { lateMs: 60_000, now }));
  const both = await Promise.all([
    commitFates(scheduler, plans(), { now }),
    commitFates(scheduler, plans(), { now }),
  ]);
  expect(both.flat().map(({ fate }) => fate)).toEqual(['fired']);
  // As if the next slot were counted anew, by a clock that was put back.
  await world.database.admin('update salience.schedules set due_at = $2 where id = $1', [
    row.id,
    at('01T09:00:00'),
  ]);
  expect(await fireSchedules(scheduler, { now, limit: 10 })).toEqual([]);
  expect(await fatesOf(row)).toEqual(['01T09:00 fired']);
  await done(row);
});

it('what is due while a schedule is paused is skipped, whether somebody looks before it goes on or not', async () => {
  const row = await daily();
  expect((await pauseSchedule(world.consumer, world.agentId, row.id))?.state).toBe('paused');
  expect(await fireSchedules(scheduler, { now: at('02T10:00:00'), limit: 10 })).toEqual([]);
  const after = await resumeSchedule(world.consumer, world.agentId, row.id, {
    now: at('03T10:00:00'),
    planSchedule,
  });
  expect(after).toMatchObject({ state: 'active', dueAt: at('04T09:00:00') });
  expect((await fireSchedules(scheduler, { now: at('04T09:00:00'), limit: 10 })).length).toBe(1);
  const skipped = ['01', '02', '03'].map((day) => `${day}T09:00 skipped paused`);
  expect(await fatesOf(row)).toEqual([...skipped, '04T09:00 fired']);
  await done(row);
});

it('a run that was asked for moves nothing, and is made once for its key', async () => {
  const row = await daily();
  const now = at('01T08:30:00');
  const first = await runSchedule(world.digest, row, { key: 'act-1', now, slotsOf });
  const again = await runSchedule(world.digest, row, { key: 'act-1', now, slotsOf });
  expect([first?.replayed, again?.replayed, again?.turnId]).toEqual([false, true, first?.turnId]);
  await runSchedule(world.consumer, row, { now, slotsOf });
  await fireSchedules(scheduler, { now: at('01T09:00:00'), limit: 10 });
  expect(await fatesOf(row)).toEqual(['01T08:30 fired asked', '01T08:30 fired asked', '01T09:00 fired']);
  await done(row);
  expect(await runSchedule(world.consumer, row, { now, slotsOf })).toBeNull();
});

it('one that is cancelled accounts for what was due and what would have come next', async () => {
  const row = await daily();
  const cancelled = await closeSchedule(world.consumer, world.agentId, row.id, {
    as: 'cancelled',
    now: at('02T12:00:00'),
    slotsOf,
  });
  expect(cancelled).toMatchObject({ state: 'cancelled', cancelledAt: at('02T12:00:00') });
  expect(await fatesOf(row)).toEqual(['01', '02', '03'].map((day) => `${day}T09:00 cancelled`));
  const again = await closeSchedule(world.consumer, world.agentId, row.id, {
    as: 'ended',
    now: at('09T12:00:00'),
    slotsOf,
  });
  expect(again?.state).toBe('cancelled');
  expect(await fireSchedules(scheduler, { now: at('09T12:00:00'), limit: 10 })).toEqual([]);
});

it('a rule that comes to its end ends its schedule; one that cannot be read any more ends visibly', async () => {
  const row = await daily({ rule: 'FREQ=DAILY;COUNT=2' });
  const broken = await daily();
  await world.database.admin("update salience.schedules set rule = 'FREQ=NEVER' where id = $1", [broken.id]);
  await fireSchedules(scheduler, { now: at('01T09:00:00'), limit: 10 });
  await fireSchedules(scheduler, { now: at('05T12:00:00'), limit: 10 });
  expect(await fatesOf(row)).toEqual(['01T09:00 fired', '02T09:00 catch-up 1']);
  expect(await fatesOf(broken)).toEqual(['01T09:00 skipped unreadable']);
  const states = await world.database.admin('select state from salience.schedules where id = any ($1)', [
    [row.id, broken.id],
  ]);
  expect(states).toEqual([{ state: 'ended' }, { state: 'ended' }]);
});
