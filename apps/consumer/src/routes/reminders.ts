import { idSchema, pageQuerySchema, reminderRequestSchema, type ReminderView } from '@salience/contracts';
import { cancelReminder, createReminder, listReminders, type ReminderRow } from '@salience/database';
import { trustOfMessage } from '@salience/safety';
import { currentTraceparent } from '@salience/telemetry';
import type { ConsumerContext } from '../consumer-context.ts';
import { httpProblem } from '../http/problems.ts';
import { readParam, readQuery } from '../http/read-input.ts';
import { type Handler, withBody } from '../http/route-table.ts';
import { originOf } from '../turns/message-origin.ts';
import { timeZoneOf } from '../turns/time-zone.ts';
import { threadRef } from '../turns/thread-ref.ts';

const source = 'api';

/** POST /reminders. */
export function postReminder(context: ConsumerContext): Handler {
  return withBody(reminderRequestSchema, async (body, request, response, caller) => {
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
        'This agent has no thread with this id. Leave thread_id out for the current one.',
      );
    }
    response.status(201).location(`/reminders/${row.id}`).json(reminderView(row));
  });
}

/** GET /reminders: soonest first. */
export function getReminders(context: ConsumerContext): Handler {
  return async (request, response, caller) => {
    const { limit } = readQuery(request, pageQuerySchema);
    const rows = await listReminders(context.db, caller.agent.id, limit);
    response.json({ items: rows.map(reminderView), next: null });
  };
}

/** DELETE /reminders/:reminder: cancels one that has not fired; safe to repeat. */
export function deleteReminder(context: ConsumerContext): Handler {
  return async (request, response, caller) => {
    const id = readParam(request, 'reminder', idSchema('reminder'));
    const now = await context.clock.now();
    const row = await cancelReminder(context.db, caller.agent.id, id, { now });
    if (row === undefined)
      throw httpProblem(404, 'reminder.unknown', 'This agent has no reminder with this id.');
    if (row.state === 'fired') {
      const extra = row.turnId === null ? {} : { turnId: row.turnId };
      throw httpProblem(
        409,
        'reminder.fired',
        'This reminder has fired already; its turn is in turn_id.',
        extra,
      );
    }
    response.json(reminderView(row));
  };
}

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
