import express, { type Express } from 'express';
import helmet from 'helmet';
import type { ConsumerContext } from './consumer-context.ts';
import { contentPolicy } from './http/content-policy.ts';
import { Door } from './http/door.ts';
import { isLoopback } from '@salience/worker';
import { refuseOutsiders } from './http/loopback.ts';
import { refuseOddRequests } from './http/refuse-odd-requests.ts';
import { RouteTable } from './http/route-table.ts';
import { getOpenApi } from './openapi/route.ts';
import { board, boardMethods, boardPath, toSignIn } from './operator/board.ts';
import { OperatorDoor } from './operator/operator-door.ts';
import { getAudit } from './operator/routes/audit.ts';
import { getOperatorDeadLetters, settleLetter, settleLetters } from './operator/routes/dead-letters.ts';
import { getFleetEvents } from './operator/routes/events.ts';
import { getFleet, getQueues, getWorkers } from './operator/routes/fleet.ts';
import { getQuarantine, settleTurn } from './operator/routes/quarantine.ts';
import { deleteSession, getSession, postSession } from './operator/routes/session.ts';
import { asset, page } from './pages/pages.ts';
import { PersonDoor } from './person/person-door.ts';
import * as person from './person/session.ts';
import { getOwnAgent } from './routes/agents.ts';
import { getApproval, getApprovals, postApproval } from './routes/approvals.ts';
import { createCompletion, getModel, listModels } from './routes/completions.ts';
import { getDeadLetters, settle } from './routes/dead-letters.ts';
import { getTurnReplay, getTurnWhy } from './routes/explanations.ts';
import { getAutobiography } from './routes/autobiography.ts';
import { getMemorySearch } from './routes/memory.ts';
import {
  getForgetting,
  getMemoryAudit,
  getMemoryExport,
  getMemoryItem,
  postForget,
  postRetryFailed,
} from './routes/memory-keeping.ts';
import { chat, postMessage } from './routes/messages.ts';
import { getHealth, getMetrics, getReady } from './routes/probes.ts';
import { deleteReminder, getReminders, postReminder } from './routes/reminders.ts';
import { getThread, getThreadMessages, getThreads } from './routes/threads.ts';
import { getTurn, getTurnEvents, postCancel } from './routes/turns.ts';

/** The HTTP application: every route of the consumer in one place. */
export function createApp(context: ConsumerContext): { app: Express; table: RouteTable } {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  app.use(helmet({ contentSecurityPolicy: contentPolicy, xFrameOptions: { action: 'deny' } }));
  app.use(refuseOddRequests);
  const { db, cacheMs = 5_000 } = context;
  const personDoor = new PersonDoor({ db, cacheMs, token: context.personToken });
  const trustsMachine = isLoopback(context.host) && context.keysRequired !== true;
  const doors = { db, cacheMs, trustsMachine, person: personDoor };
  const door = new Door(doors);
  const operatorDoor = new OperatorDoor(doors);
  const table = new RouteTable({
    app,
    door,
    operatorDoor,
    log: context.log,
    metrics: context.metrics,
    draining: () => context.draining(),
  });

  // Messages in, turns out.
  table.route('/chat', { POST: chat(context) }, 'machine');
  table.route('/messages', { POST: postMessage(context) }, 'machine');
  table.route('/turns/:turn', { GET: getTurn(context) }, 'machine');
  table.route('/turns/:turn/events', { GET: getTurnEvents(context) }, 'machine');
  table.route('/turns/:turn/cancel', { POST: postCancel(context) }, 'machine');
  table.route('/turns/:turn/why', { GET: getTurnWhy(context) }, 'machine');
  table.route('/turns/:turn/replay', { GET: getTurnReplay(context) }, 'machine');

  // The same turns for clients of the OpenAI API.
  table.route('/v1/chat/completions', { POST: createCompletion(context) }, 'machine');
  table.route('/v1/models', { GET: listModels() }, 'machine');
  table.route('/v1/models/:model', { GET: getModel() }, 'machine');

  // What an agent has: threads, memory, reminders, itself.
  table.route('/threads', { GET: getThreads(context) }, 'machine');
  table.route('/threads/:thread', { GET: getThread(context) }, 'machine');
  table.route('/threads/:thread/messages', { GET: getThreadMessages(context) }, 'machine');
  table.route('/memory/search', { GET: getMemorySearch(context) }, 'machine');
  table.route('/memory/items/:item', { GET: getMemoryItem(context) }, 'machine');
  table.route('/memory/forget', { POST: postForget(context) }, 'person');
  table.route('/memory/forget/:request', { GET: getForgetting(context) }, 'machine');
  table.route('/memory/export', { GET: getMemoryExport(context) }, 'person');
  table.route('/memory/autobiography', { GET: getAutobiography(context) }, 'machine');
  table.route('/memory/retry-failed', { POST: postRetryFailed(context) }, 'person');
  table.route('/memory/audit', { GET: getMemoryAudit(context) }, 'machine');
  table.route('/reminders', { GET: getReminders(context), POST: postReminder(context) }, 'machine');
  table.route('/reminders/:reminder', { DELETE: deleteReminder(context) }, 'machine');
  table.route('/agents/me', { GET: getOwnAgent() }, 'machine');

  // What it may do only after a yes.
  table.shared('/approvals', { GET: getApprovals(context) }, 'machine');
  // GET shows what is asked; the answer is a person's, or that of whoever holds a key.
  table.shared(
    '/approvals/:approval',
    { GET: getApproval(context), POST: postApproval(context) },
    { GET: 'machine', POST: 'person' },
  );

  table.route('/dead-letters', { GET: getDeadLetters(context) }, 'machine');
  table.route('/dead-letters/:letter/retry', { POST: settle(context, 'retried') }, 'person');
  table.route('/dead-letters/:letter/drop', { POST: settle(context, 'dropped') }, 'person');

  addOperatorRoutes(table, context, operatorDoor);

  // A browser signs in with the code in the address that "salience open" prints.
  const refuse = trustsMachine ? refuseOutsiders : () => {};
  table.open('/session', {
    GET: person.getSession(personDoor, refuse),
    POST: person.postSession(personDoor, refuse),
    DELETE: person.deleteSession(context, personDoor, refuse),
  });
  table.route('/session/codes', { POST: person.postSessionCode(context, personDoor) }, 'person');

  // What anybody may see: whether it runs, and our own pages.
  table.open('/health', { GET: getHealth(context) });
  table.open('/ready', { GET: getReady(context) });
  table.open('/', { GET: page('home.html') });
  table.open('/docs', { GET: page('docs.html') });
  table.open('/openapi.json', { GET: getOpenApi() });
  table.open('/assets/:file', { GET: asset() });

  table.otherwise();
  return { app, table };
}

/** What operators see and do, across agents. */
function addOperatorRoutes(table: RouteTable, context: ConsumerContext, door: OperatorDoor): void {
  table.operator('/operator/fleet', { GET: getFleet(context) });
  table.operator('/operator/events', { GET: getFleetEvents(context, door) });
  table.operator('/operator/dead-letters', { GET: getOperatorDeadLetters(context) });
  table.operator('/operator/dead-letters/retry', { POST: settleLetters(context, 'retried') });
  table.operator('/operator/dead-letters/drop', { POST: settleLetters(context, 'dropped') });
  table.operator('/operator/dead-letters/:letter/retry', { POST: settleLetter(context, 'retried') });
  table.operator('/operator/dead-letters/:letter/drop', { POST: settleLetter(context, 'dropped') });
  table.operator('/operator/quarantine', { GET: getQuarantine(context) });
  table.operator('/operator/quarantine/:turn/retry', { POST: settleTurn(context, 'retry') });
  table.operator('/operator/quarantine/:turn/drop', { POST: settleTurn(context, 'drop') });
  table.operator('/operator/audit', { GET: getAudit(context) });
  // Signing in cannot ask for what it gives, so this one asks at the door itself.
  table.open('/operator/session', {
    GET: getSession(door),
    POST: postSession(context, door),
    DELETE: deleteSession(context, door),
  });
  table.open('/operator/sign-in', { GET: page('sign-in.html') });
  table.operatorMount(boardPath, boardMethods, board(context), toSignIn);
  table.operator('/workers', { GET: getWorkers(context) });
  table.operator('/queues', { GET: getQueues(context) });
  table.operator('/metrics', { GET: getMetrics(context) });
}
