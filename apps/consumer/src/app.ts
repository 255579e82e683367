import express, { type Express } from 'express';
import helmet from 'helmet';
import type { ConsumerContext } from './consumer-context.ts';
import { Door } from './http/door.ts';
import { isLoopback } from './http/loopback.ts';
import { RouteTable } from './http/route-table.ts';
import { getOwnAgent } from './routes/agents.ts';
import { createCompletion, getModel, listModels } from './routes/completions.ts';
import { getDeadLetters, settle } from './routes/dead-letters.ts';
import { getQueues, getWorkers } from './routes/fleet.ts';
import { getMemorySearch } from './routes/memory.ts';
import { chat, postMessage } from './routes/messages.ts';
import { getHealth, getMetrics, getReady } from './routes/probes.ts';
import { deleteReminder, getReminders, postReminder } from './routes/reminders.ts';
import { getThread, getThreadMessages, getThreads } from './routes/threads.ts';
import { getTurn, getTurnEvents, getTurnWhy, postCancel } from './routes/turns.ts';

/** The HTTP application: every route of the consumer in one place. */
export function createApp(context: ConsumerContext): { app: Express; table: RouteTable } {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  app.use(helmet());
  const door = new Door({
    db: context.db,
    loopback: isLoopback(context.host),
    cacheMs: context.cacheMs ?? 5_000,
  });
  const table = new RouteTable({
    app,
    door,
    log: context.log,
    metrics: context.metrics,
    draining: () => context.draining(),
  });

  // Messages in, turns out.
  table.route('/chat', { POST: chat(context) });
  table.route('/messages', { POST: postMessage(context) });
  table.route('/turns/:turn', { GET: getTurn(context) });
  table.route('/turns/:turn/events', { GET: getTurnEvents(context) });
  table.route('/turns/:turn/cancel', { POST: postCancel(context) });
  table.route('/turns/:turn/why', { GET: getTurnWhy(context) });

  // The same turns for clients of the OpenAI API.
  table.route('/v1/chat/completions', { POST: createCompletion(context) });
  table.route('/v1/models', { GET: listModels() });
  table.route('/v1/models/:model', { GET: getModel() });

  // What an agent has: threads, memory, reminders, itself.
  table.route('/threads', { GET: getThreads(context) });
  table.route('/threads/:thread', { GET: getThread(context) });
  table.route('/threads/:thread/messages', { GET: getThreadMessages(context) });
  table.route('/memory/search', { GET: getMemorySearch(context) });
  table.route('/reminders', { GET: getReminders(context), POST: postReminder(context) });
  table.route('/reminders/:reminder', { DELETE: deleteReminder(context) });
  table.route('/agents/me', { GET: getOwnAgent() });

  // Operation.
  table.route('/workers', { GET: getWorkers(context) });
  table.route('/queues', { GET: getQueues(context) });
  table.route('/dead-letters', { GET: getDeadLetters(context) });
  table.route('/dead-letters/:letter/retry', { POST: settle(context, 'retried') });
  table.route('/dead-letters/:letter/drop', { POST: settle(context, 'dropped') });
  table.route('/metrics', { GET: getMetrics(context) });
  table.open('/health', { GET: getHealth(context) });
  table.open('/ready', { GET: getReady(context) });

  table.otherwise();
  return { app, table };
}
