import { setTimeout as pause } from 'node:timers/promises';
import {
  type Id,
  pageSchema,
  type PulseEventView,
  pulseEventViewSchema,
  taskSignal,
} from '@salience/contracts';
import { listPulseEvents, notePulseEvent, type PulseEventRow, tickOf } from '@salience/database/tasks';
import { hint } from '@salience/runtime';
import type { Response } from 'express';
import type { ConsumerContext } from '../consumer-context.ts';
import { httpProblem } from '../http/problems.ts';
import { callerRoute } from '../http/route.ts';
import { readerLeft } from '../turns/stream-turn.ts';

const tag = 'Operation';
const eventsMax = 100;
/** How long a request waits for the tick that answers it, and how often it looks, in milliseconds. */
const tickWaitMs = 15_000;
const lookMs = 100;

/** POST /pulse/tick: has a scheduler look at once, and tells what it found. */
export const postPulseTick = callerRoute({
  method: 'POST',
  path: '/pulse/tick',
  needs: 'person',
  does: 'Have a scheduler look at once for tasks that are due or have ended, and tell what it found',
  tag,
  answers: { 200: { is: 'The tick that answers the request.', json: pulseEventViewSchema } },
  problems: { 503: ['pulse.no-scheduler'] },
  handle: async (context, { response }) => {
    const at = await context.clock.now();
    const id = await notePulseEvent(context.db, { kind: 'tick_asked', at, report: {} });
    hint(context, taskSignal, id);
    const tick = await answerTo(context, id, response);
    if (tick !== undefined) response.json(eventView(tick));
    else if (!response.destroyed)
      throw httpProblem(
        503,
        'pulse.no-scheduler',
        'No scheduler has answered. The next one that runs carries the tick out; "salience status" shows which run.',
        { headers: { 'Retry-After': '5' } },
      );
  },
});

/** GET /pulse/events: latest first. */
export const getPulseEvents = callerRoute({
  method: 'GET',
  path: '/pulse/events',
  needs: 'person',
  does: 'What ticks and inlets reported, latest first: those that did something, and failures',
  tag,
  answers: { 200: { is: `The latest ${eventsMax}.`, json: pageSchema(pulseEventViewSchema) } },
  handle: async (context, { caller, response }) => {
    const rows = await listPulseEvents(context.db, caller.agent.id, eventsMax);
    response.json({ items: rows.map(eventView), next: null });
  },
});

/** The tick that answers a request; undefined where none came in time, or the client left. */
async function answerTo(
  context: ConsumerContext,
  id: Id<'pulseEvent'>,
  response: Response,
): Promise<PulseEventRow | undefined> {
  const left = readerLeft(response);
  const waitMs = context.tickWaitMs ?? tickWaitMs;
  for (let waited = 0; waited < waitMs && !left.aborted && !context.draining(); waited += lookMs) {
    const tick = await tickOf(context.db, id);
    if (tick !== undefined) return tick;
    await pause(lookMs, undefined, { signal: left }).catch(() => undefined);
  }
  return undefined;
}

function eventView(row: PulseEventRow): PulseEventView {
  return {
    event_id: row.id,
    kind: row.kind,
    at: row.at.toISOString(),
    report: row.report,
    asked_id: row.askedId,
  };
}
