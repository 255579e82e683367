import {
  idSchema,
  pageQuerySchema,
  pageSchema,
  reminderRequestSchema,
  type ReminderView,
  reminderViewSchema,
} from '@salience/contracts';
import { cancelReminder, createReminder, listReminders, type ReminderRow } from '@salience/database/skills';
import { trustOfMessage } from '@salience/safety';
import { currentTraceparent } from '@salience/telemetry';
import { callerRoute } from '../http/route.ts';
import { httpProblem } from '../http/problems.ts';
import { originOf } from '../turns/message-origin.ts';
import { timeZoneOf, zoneHeader } from '../turns/time-zone.ts';
import { threadRef } from '../turns/thread-ref.ts';

const source = 'api';

/** POST /reminders. */
export const postReminder = callerRoute({
  method: 'POST',
  path: '/reminders',
  needs: 'machine',
  does: 'Create a reminder',
  tag: 'Memory',
  headers: zoneHeader,
  body: reminderRequestSchema,
  answers: { 201: { is: 'The reminder.', json: reminderViewSchema } },
  problems: { 400: ['zone.unknown'], 404: ['thread.unknown'], 422: ['thread.bad-id'] },
  handle: async (context, { body, caller, request, response }) => {
    threadRef(body.thread_id);
    const row = await createReminder(context.db, {
      agentId: caller.agent.id,
      thread: body.thread_id,
      caller: `${caller.name}/${source}`,
      text: body.text,
      dueAt: new Date(body.due_at),
      source,
      trust: trustOfMessage(originOf(caller, { source })),
      now: await context.clock.now(),
      zone: timeZoneOf(context, caller, request),
      traceparent: currentTraceparent(),
    });
    if (row === undefined) {
      throw httpProblem(
        404,
        'thread.unknown',
        'This agent has no thread with this id. Omit thread_id for the current one.',
      );
    }
    response.status(201).location(`/reminders/${row.id}`).json(reminderView(row));
  },
});

/** GET /reminders: soonest first. */
export const getReminders = callerRoute({
  method: 'GET',
  path: '/reminders',
  needs: 'machine',
  does: 'Reminders, soonest first',
  tag: 'Memory',
  query: pageQuerySchema,
  answers: { 200: { is: 'A page.', json: pageSchema(reminderViewSchema) } },
  handle: async (context, { caller, query, response }) => {
    const { limit } = query;
    const rows = await listReminders(context.db, caller.agent.id, limit);
    response.json({ items: rows.map(reminderView), next: null });
  },
});

/** DELETE /reminders/:reminder: cancels one that has not fired; safe to repeat. */
export const deleteReminder = callerRoute({
  method: 'DELETE',
  path: '/reminders/:reminder',
  needs: 'machine',
  does: 'Cancel a reminder',
  tag: 'Memory',
  params: { reminder: idSchema('reminder') },
  answers: { 200: { is: 'The reminder, cancelled; safe to repeat.', json: reminderViewSchema } },
  problems: { 404: ['reminder.unknown'], 409: ['reminder.fired'] },
  handle: async (context, { caller, params, response }) => {
    const id = params.reminder;
    const now = await context.clock.now();
    const row = await cancelReminder(context.db, caller.agent.id, id, { now });
    if (row === undefined)
      throw httpProblem(404, 'reminder.unknown', 'This agent has no reminder with this id.');
    if (row.state === 'fired') {
      const extra = row.turnId === null ? {} : { turnId: row.turnId };
      throw httpProblem(
        409,
        'reminder.fired',
        'This reminder has already fired; its turn is in turn_id.',
        extra,
      );
    }
    response.json(reminderView(row));
  },
});

function reminderView(row: ReminderRow): ReminderView {
  return {
    reminder_id: row.id,
    thread_id: row.threadId,
    text: row.text,
    due_at: row.dueAt.toISOString(),
    state: row.state,
    turn_id: row.turnId,
  };
}
