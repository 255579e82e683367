import { type Readiness, readinessSchema } from '@salience/contracts';
import { listWorkers } from '@salience/database/operations';
import { pingDatabase } from '@salience/database';
import { checkSchema } from '@salience/database/schema';
import { settlesWithin } from '@salience/worker';
import { isSalienceError } from '@salience/errors';
import type { ConsumerContext } from '../consumer-context.ts';
import { openRoute, operatorRoute } from '../http/route.ts';
import { z } from 'zod';
import { problemDocument } from '../http/problems.ts';

const liveSchema = z.object({
  live: z.boolean(),
  stalled: z.array(z.string()),
  open_streams: z.number().int(),
  /** As clients of the PFC read it. `degraded`: the worker hangs, or Postgres is away. */
  status: z.enum(['ok', 'degraded']),
  service: z.literal('pfc'),
  version: z.string(),
  checks: z.object({ db: z.boolean() }),
});

/** The version of the PFC's API. */
const pfcVersion = '0.2.0';
/** How long Postgres may take to answer a probe, in milliseconds. */
const pingMs = 1_000;

async function health(context: ConsumerContext): Promise<z.output<typeof liveSchema>> {
  const stalled = [...(context.stalled?.() ?? [])];
  const live = stalled.length === 0;
  const db = await answers(context);
  const status = live && db ? 'ok' : 'degraded';
  const open = context.streams.size;
  return { live, stalled, open_streams: open, status, service: 'pfc', version: pfcVersion, checks: { db } };
}

async function answers({ db }: ConsumerContext): Promise<boolean> {
  let answered = false;
  const ping = pingDatabase(db).then(
    () => {
      answered = true;
    },
    () => {},
  );
  await settlesWithin(ping, pingMs);
  return answered;
}

/** GET /health: 200 while the worker makes progress. */
export const getHealth = openRoute({
  method: 'GET',
  path: '/health',
  // Clients of the PFC read it at the root.
  dialect: 'pfc',
  does: 'Is this process alive?',
  more: '"status" is "degraded" too while Postgres is away; the process lives on then, and is not to be restarted for it.',
  tag: 'Probes',
  answers: {
    200: { is: 'The worker makes progress.', json: liveSchema },
    503: { is: 'The worker hangs; restart it.', json: liveSchema },
  },
  handle: async (context, { response }) => {
    const found = await health(context);
    response.status(found.live ? 200 : 503).json(found);
  },
});

/** GET /pfc/health: 200 if the PFC can work. */
export const getPfcHealth = openRoute({
  method: 'GET',
  path: '/pfc/health',
  does: 'Can the PFC work?',
  tag: 'Probes',
  answers: {
    200: { is: 'It can.', json: liveSchema },
    503: { is: 'It cannot: the worker hangs, or Postgres is away.', json: liveSchema },
  },
  handle: async (context, { response }) => {
    const found = await health(context);
    response.status(found.status === 'ok' ? 200 : 503).json(found);
  },
});

/**
 * GET /ready: 200 if a message would be accepted and answered: Postgres has the schema of this code, at least one digest is ready,
 * and this server is not stopping. The body names each part either way.
 */
export const getReady = openRoute({
  method: 'GET',
  path: '/ready',
  does: 'Would a message be answered?',
  tag: 'Probes',
  answers: {
    200: { is: 'Ready.', json: readinessSchema },
    503: { is: 'Not ready, with the reasons.', json: readinessSchema },
  },
  handle: async (context, { request, response }) => {
    const [postgres, digest] = await Promise.all([postgresPart(context), answering(context)]);
    const server = context.draining() ? no('this server is stopping') : yes('accepts requests');
    const parts = { server, postgres, digest };
    const ready = Object.values(parts).every((part) => part.ok);
    const body: Readiness = { ready, parts };
    if (ready) {
      response.json(body);
      return;
    }
    const missing = Object.entries(parts).flatMap(([name, part]) =>
      part.ok ? [] : [`${name}: ${part.detail}`],
    );
    const answer = { status: 503, code: 'not-ready', detail: `Not ready: ${missing.join('; ')}.` };
    response
      .status(503)
      .set('Retry-After', '1')
      .type('application/problem+json')
      .send(JSON.stringify({ ...problemDocument(answer, request.path), ...body }));
  },
});

/** GET /metrics in the Prometheus text format. */
export const getMetrics = operatorRoute({
  method: 'GET',
  path: '/metrics',
  does: 'Metrics of this process for Prometheus',
  answers: { 200: { is: 'The text format.', type: 'text/plain' } },
  handle: async (context, { request, response }) => {
    const { contentType, text } = await context.metrics.exposition(request.get('accept'));
    response.set('Content-Type', contentType).send(text);
  },
});

type Part = Readiness['parts'][string];

function yes(detail: string): Part {
  return { ok: true, detail };
}

function no(detail: string): Part {
  return { ok: false, detail };
}

async function postgresPart(context: ConsumerContext): Promise<Part> {
  try {
    await checkSchema(context.db);
    return yes('answers with the schema of this version');
  } catch (error) {
    return no(plainReason(error));
  }
}

/** The PFC alone answers no message, and needs nobody for it. */
function answering(context: ConsumerContext): Promise<Part> {
  return context.serves === 'pfc' ? Promise.resolve(yes('the PFC alone: no turns')) : digestPart(context);
}

async function digestPart(context: ConsumerContext): Promise<Part> {
  try {
    const workers = await listWorkers(context.db);
    const count = workers.filter((worker) => worker.app === 'digest' && worker.state === 'ready').length;
    return count > 0 ? yes(`${count} ready`) : no('no digest worker is ready; start one');
  } catch (error) {
    return no(plainReason(error));
  }
}

/** Probes are open to anybody, so they show no addresses and no driver messages. */
function plainReason(error: unknown): string {
  if (!isSalienceError(error)) return 'could not be checked';
  if (error.code === 'database.unavailable') return 'does not answer';
  return error.code === 'database.behind' || error.code === 'database.newer'
    ? error.message
    : 'could not be checked';
}
