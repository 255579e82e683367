import {
  idSchema,
  type OccurrenceView,
  pageQuerySchema,
  pageSchema,
  scheduleDetailSchema,
  scheduleRequestSchema,
  scheduleRunSchema,
  type ScheduleView,
  scheduleViewSchema,
} from '@salience/contracts';
import {
  closeSchedule,
  createSchedule,
  listOccurrences,
  listSchedules,
  loadSchedule,
  type OccurrenceRow,
  pauseSchedule,
  resumeSchedule,
  runSchedule,
  type ScheduleRow,
} from '@salience/database/skills';
import { isSalienceError, type SalienceError } from '@salience/errors';
import { wake } from '@salience/runtime';
import { trustOfMessage } from '@salience/safety';
import { type FirstTimes, planSchedule, readTimes, slotsOf, upcoming } from '@salience/schedules';
import { currentTraceparent } from '@salience/telemetry';
import { z } from 'zod';
import { decodeCursor, encodeCursor, timePlace } from '../http/cursor.ts';
import { defined } from '../http/defined.ts';
import { httpProblem } from '../http/problems.ts';
import { callerRoute } from '../http/route.ts';
import { personRequired } from '../person/person-door.ts';
import { scheduleHead } from '../schedules/schedule-view.ts';
import { originOf } from '../turns/message-origin.ts';
import { threadRef } from '../turns/thread-ref.ts';
import { timeZoneOf, zoneHeader } from '../turns/time-zone.ts';

const source = 'api';
const params = { schedule: idSchema('schedule') };
/** How many of the next times are shown. */
const nextShown = 3;

/** POST /schedules. */
export const postSchedule = callerRoute({
  method: 'POST',
  path: '/schedules',
  needs: 'machine',
  does: 'Create a schedule: a reminder, or a prompt that the agent carries out, once or by a rule',
  tag: 'Memory',
  more: '"due_at" is for once. "starts_at" is on the clock of the time zone, and with a "rule" (an RRULE of RFC 5545 without DTSTART) it comes again. A prompt needs the token of the person or a key. See docs/schedules.md.',
  headers: zoneHeader,
  body: scheduleRequestSchema,
  answers: { 201: { is: 'The schedule.', json: scheduleViewSchema } },
  problems: {
    400: ['zone.unknown'],
    404: ['thread.unknown'],
    422: ['thread.bad-id', 'schedule.bad-time', 'schedule.bad-rule'],
  },
  handle: async (context, { body, caller, request, response }) => {
    // Nobody in particular is asked for a yes in a chat; here there is nobody to ask.
    if (body.kind === 'prompt' && caller.voice === 'none') throw personRequired();
    threadRef(body.thread_id);
    const now = await context.clock.now();
    const zone = body.time_zone ?? (await timeZoneOf(context, caller, request));
    const { dueAt, first, rule } = timesOf(body, zone, now);
    const row = await createSchedule(context.db, {
      agentId: caller.agent.id,
      thread: body.thread_id,
      caller: `${caller.name}/${source}`,
      expiryMs: context.threadExpiryMs,
      kind: body.kind,
      text: body.text,
      speaker: body.speaker ?? null,
      dueAt: new Date(dueAt),
      firstWall: first,
      rule,
      source,
      trust: trustOfMessage(originOf(caller, { source, speaker: body.speaker })),
      now,
      zone,
      traceparent: currentTraceparent(),
    });
    if (row === undefined) {
      throw httpProblem(
        404,
        'thread.unknown',
        'This agent has no thread with this id. Omit thread_id for the current one.',
      );
    }
    response.status(201).location(`/schedules/${row.id}`).json(scheduleView(row));
  },
});

/** GET /schedules: soonest first. */
export const getSchedules = callerRoute({
  method: 'GET',
  path: '/schedules',
  needs: 'machine',
  does: 'Schedules, soonest first',
  tag: 'Memory',
  query: pageQuerySchema.extend({ state: z.enum(['active', 'paused', 'ended', 'cancelled']).optional() }),
  answers: { 200: { is: 'A page.', json: pageSchema(scheduleViewSchema) } },
  handle: async (context, { caller, query, response }) => {
    const { cursor, limit, state } = query;
    const after = decodeCursor(cursor, timePlace);
    const filter = defined({ after, states: state && [state] });
    const rows = await listSchedules(context.db, caller.agent.id, limit + 1, filter);
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    const next = last === undefined ? null : encodeCursor({ at: last.dueAt, id: last.id });
    response.json({ items: items.map(scheduleView), next });
  },
});

/** GET /schedules/:schedule: with what became of its times, latest first. */
export const getSchedule = callerRoute({
  method: 'GET',
  path: '/schedules/:schedule',
  needs: 'machine',
  does: 'A schedule, with what became of each of its times',
  tag: 'Memory',
  params,
  query: pageQuerySchema,
  answers: {
    200: { is: 'The schedule with a page of its occurrences, latest first.', json: scheduleDetailSchema },
  },
  problems: { 404: ['schedule.unknown'] },
  handle: async (context, { caller, params: { schedule: id }, query, response }) => {
    const { cursor, limit } = query;
    const before = decodeCursor(cursor, timePlace)?.at;
    const row = known(await loadSchedule(context.db, caller.agent.id, id));
    const rows = await listOccurrences(context.db, caller.agent.id, id, {
      limit: limit + 1,
      ...defined({ before }),
    });
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    const next = last === undefined ? null : encodeCursor({ at: last.slot, id: '' });
    response.json({ ...scheduleView(row), occurrences: { items: items.map(occurrenceView), next } });
  },
});

/** DELETE /schedules/:schedule: cancels one that is active or paused; safe to repeat. */
export const deleteSchedule = callerRoute({
  method: 'DELETE',
  path: '/schedules/:schedule',
  needs: 'person',
  does: 'Cancel a schedule: the request for it is taken back',
  tag: 'Memory',
  params,
  answers: { 200: { is: 'The schedule, cancelled; safe to repeat.', json: scheduleViewSchema } },
  problems: { 404: ['schedule.unknown'], 409: ['schedule.over'] },
  handle: async (context, { caller, params: { schedule: id }, response }) => {
    const now = await context.clock.now();
    response.json(
      scheduleView(
        inState(
          'cancelled',
          await closeSchedule(context.db, caller.agent.id, id, { as: 'cancelled', now, slotsOf }),
        ),
      ),
    );
  },
});

/** POST /schedules/:schedule/end: it is over; safe to repeat. */
export const postScheduleEnd = callerRoute({
  method: 'POST',
  path: '/schedules/:schedule/end',
  needs: 'person',
  does: 'End a schedule: it is over, and was no mistake',
  tag: 'Memory',
  params,
  answers: { 200: { is: 'The schedule, ended; safe to repeat.', json: scheduleViewSchema } },
  problems: { 404: ['schedule.unknown'], 409: ['schedule.over'] },
  handle: async (context, { caller, params: { schedule: id }, response }) => {
    const now = await context.clock.now();
    response.json(
      scheduleView(
        inState('ended', await closeSchedule(context.db, caller.agent.id, id, { as: 'ended', now, slotsOf })),
      ),
    );
  },
});

/** POST /schedules/:schedule/pause: what is due meanwhile is skipped; safe to repeat. */
export const postSchedulePause = callerRoute({
  method: 'POST',
  path: '/schedules/:schedule/pause',
  needs: 'person',
  does: 'Pause a schedule; what is due meanwhile is skipped',
  tag: 'Memory',
  params,
  answers: { 200: { is: 'The schedule, paused; safe to repeat.', json: scheduleViewSchema } },
  problems: { 404: ['schedule.unknown'], 409: ['schedule.over'] },
  handle: async (context, { caller, params: { schedule: id }, response }) => {
    response.json(scheduleView(inState('paused', await pauseSchedule(context.db, caller.agent.id, id))));
  },
});

/** POST /schedules/:schedule/resume: it goes on with the next time behind now; safe to repeat. */
export const postScheduleResume = callerRoute({
  method: 'POST',
  path: '/schedules/:schedule/resume',
  needs: 'person',
  does: 'Resume a schedule; it goes on with its next time',
  tag: 'Memory',
  params,
  answers: { 200: { is: 'The schedule, active; safe to repeat.', json: scheduleViewSchema } },
  problems: { 404: ['schedule.unknown'], 409: ['schedule.over'] },
  handle: async (context, { caller, params: { schedule: id }, response }) => {
    const now = await context.clock.now();
    response.json(
      scheduleView(
        inState('active', await resumeSchedule(context.db, caller.agent.id, id, { now, planSchedule })),
      ),
    );
  },
});

/** POST /schedules/:schedule/run: runs it now, beside its times. */
export const postScheduleRun = callerRoute({
  method: 'POST',
  path: '/schedules/:schedule/run',
  needs: 'person',
  does: 'Run a schedule now, beside its times',
  tag: 'Memory',
  params,
  answers: { 202: { is: 'The turn that it began.', json: scheduleRunSchema } },
  problems: { 404: ['schedule.unknown'], 409: ['schedule.over'] },
  handle: async (context, { caller, params: { schedule: id }, response }) => {
    const agentId = caller.agent.id;
    const row = known(await loadSchedule(context.db, agentId, id));
    const now = await context.clock.now();
    const ran = await runSchedule(context.db, row, { now, slotsOf, traceparent: currentTraceparent() });
    if (ran === null) throw isOver(row.state);
    const { fence, heldBy = null, threadId, turnId } = ran;
    context.signalAccepted(agentId);
    if (fence !== undefined) context.background.keep(wake(context, { agentId, threadId, fence, heldBy }));
    response.status(202).json({ turn_id: turnId, thread_id: threadId });
  },
});

/** Reads the times of a body. Throws 422 where they cannot be. */
function timesOf(body: z.infer<typeof scheduleRequestSchema>, zone: string, now: Date): FirstTimes {
  const { due_at: dueAt, rule, starts_at: startsAt } = body;
  try {
    const asked = { dueAt: dueAt === undefined ? undefined : Date.parse(dueAt), rule, startsAt };
    return readTimes(asked, zone, now.getTime());
  } catch (error) {
    if (isSalienceError(error) && isBadTime(error)) throw httpProblem(422, error.code, error.message);
    throw error;
  }
}

function isBadTime({ code }: SalienceError): boolean {
  return code === 'schedule.bad-time' || code === 'schedule.bad-rule';
}

function known(row: ScheduleRow | undefined): ScheduleRow {
  if (row === undefined)
    throw httpProblem(404, 'schedule.unknown', 'This agent has no schedule with this id.');
  return row;
}

function inState(state: ScheduleRow['state'], row: ScheduleRow | undefined): ScheduleRow {
  const found = known(row);
  if (found.state !== state) throw isOver(found.state);
  return found;
}

function isOver(state: ScheduleRow['state']) {
  return httpProblem(
    409,
    'schedule.over',
    `This schedule is ${state}. Nothing was changed; make another one.`,
  );
}

function scheduleView(row: ScheduleRow): ScheduleView {
  const times = { first: row.firstWall, rule: row.rule, zone: row.zone };
  const next = row.state === 'active' ? upcoming(times, row.dueAt.getTime(), nextShown) : [];
  return {
    ...scheduleHead(row),
    next: next.map(({ at, wall }) => ({ at: new Date(at).toISOString(), local: wall })),
  };
}

function occurrenceView(row: OccurrenceRow): OccurrenceView {
  return {
    slot: row.slot.toISOString(),
    local: row.wall,
    fate: row.fate,
    reason: row.reason,
    stands_for: row.standsFor,
    late_ms: row.lateMs,
    turn_id: row.turnId,
    decided_at: row.decidedAt.toISOString(),
  };
}
