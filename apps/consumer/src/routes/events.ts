import { type ConsoleEvent, consoleEventSchema, consoleEventsQuerySchema } from '@salience/contracts';
import type { AgentRow } from '@salience/database/agents';
import { consoleEventView, type HeldEvent } from '../console/console-events.ts';
import { agentNamed, agentsSeen, seesEveryAgent } from '../console/agents-seen.ts';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { httpProblem } from '../http/problems.ts';
import { callerRoute } from '../http/route.ts';
import { viewOf } from '../policies/find-policy.ts';
import { EventReader } from '../streams/event-reader.ts';
import { keptOpen } from '../streams/kept-open.ts';
import { lastMomentOf } from '../streams/last-moment.ts';
import { sseHeaders } from '../streams/sse.ts';
import { defaultIntervals } from '../streams/stream-intervals.ts';
import { readerLeft } from '../turns/stream-turn.ts';

/** Agents that one stream may be of: each costs a look a second. */
const agentsMax = 50;

/** GET /events: what happens, in ids, for a console that reads what it shows itself. */
export const getEvents = callerRoute({
  method: 'GET',
  path: '/events',
  needs: 'machine',
  operatorsToo: true,
  does: 'The event stream of a console: turns, approvals, tasks, signals, wakes, thoughts, memories, rooms, policies',
  more:
    'Ids, states and times, never words. The first event says whose events follow. A caller hears of what it may see: its agent, the rooms of that agent and the policies it may read. ' +
    'Last-Event-ID resumes within fifteen minutes; events shortly before that place may be repeated, so compare their `key`. `gap` says that events are missing: read everything again. ' +
    'The stream ends after six minutes or when the server stops; any replica continues it.',
  tag: 'Turns',
  query: consoleEventsQuerySchema,
  headers: { 'Last-Event-ID': 'The id of the last event received; the stream continues after it.' },
  answers: { 200: { is: 'An event stream.', events: consoleEventSchema } },
  problems: {
    400: ['stream.position'],
    401: ['person.required'],
    403: ['agent.refused'],
    404: ['agent.unknown'],
    422: ['agents.too-many'],
    429: ['streams.limit'],
  },
  handle: async (context, { caller, query, readmit, request, response }) => {
    const after = lastMomentOf(request);
    const agents = await agentsMeant(context, caller, query.agent);
    context.streamLimit.take(caller, response);
    const left = readerLeft(response);
    const reader = new EventReader<HeldEvent>(response, left, (held) => consoleEventView(held));
    const listener = Object.assign(reader, {
      agents: new Set(agents.map(({ id }) => id)),
      seesRooms: seesEveryAgent(caller),
      seesPolicy: viewOf(caller).sees,
    });
    const leave = await context.consoleEvents.listen(listener);
    try {
      const missed = after === undefined ? [] : await context.consoleEvents.since(after, listener);
      response.status(200).set(sseHeaders);
      if (request.method === 'HEAD') return void response.end();
      // Whoever loses the connection before the first event goes on from here.
      const at = after === undefined ? await context.clock.now() : new Date(after);
      reader.open(missed, listening(at, agents));
      const intervals = { ...defaultIntervals, ...context.intervals };
      // The reader keeps its connection alive by itself, with each look that finds nothing.
      const kept = keptOpen({ left, readmit, sink: { keepAlive: () => {} } }, intervals);
      await Promise.race([reader.ended, kept.over]);
      kept.end();
    } finally {
      leave();
    }
    response.end();
  },
});

function listening(at: Date, agents: readonly AgentRow[]): ConsoleEvent {
  const key = `listening.${at.getTime()}`;
  return { type: 'listening', key, at: at.toISOString(), agents: agents.map(({ id }) => id) };
}

async function agentsMeant(
  context: ConsumerContext,
  caller: Caller,
  wanted: string | undefined,
): Promise<AgentRow[]> {
  if (wanted === undefined) return [caller.agent];
  if (wanted !== '*') return [await agentNamed(context, caller, wanted)];
  const agents = await agentsSeen(context, caller);
  if (agents.length <= agentsMax) return agents;
  const detail = `There are ${agents.length} agents, and one stream is of ${agentsMax} at most. Name one of them.`;
  throw httpProblem(422, 'agents.too-many', detail);
}
