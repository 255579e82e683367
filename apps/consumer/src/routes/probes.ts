import type { Readiness } from '@salience/contracts';
import { checkSchema, listWorkers } from '@salience/database';
import { isSalienceError } from '@salience/errors';
import type { ConsumerContext } from '../consumer-context.ts';
import { problemDocument } from '../http/problems.ts';
import type { OpenHandler, OperatorHandler } from '../http/route-table.ts';

/** GET /health: alive means making progress. */
export function getHealth(context: ConsumerContext): OpenHandler {
  return async (_request, response) => {
    const stalled = context.stalled?.() ?? [];
    const live = stalled.length === 0;
    response.status(live ? 200 : 503).json({ live, stalled, open_streams: context.streams.size });
  };
}

/**
 * GET /ready: 200 when a message would be accepted and somebody would answer it: Postgres answers with the schema of
 * this code, at least one digest is ready, and this server is not stopping. The body names each part either way.
 */
export function getReady(context: ConsumerContext): OpenHandler {
  return async (request, response) => {
    const [postgres, digest] = await Promise.all([postgresPart(context), digestPart(context)]);
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
  };
}

/** GET /metrics in the Prometheus text format. */
export function getMetrics(context: ConsumerContext): OperatorHandler {
  return async (_request, response) => {
    response.set('Content-Type', context.metrics.contentType).send(await context.metrics.metricsText());
  };
}

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

async function digestPart(context: ConsumerContext): Promise<Part> {
  try {
    const workers = await listWorkers(context.db);
    const count = workers.filter((worker) => worker.app === 'digest' && worker.state === 'ready').length;
    return count > 0 ? yes(`${count} ready`) : no('no digest worker is ready; start one');
  } catch (error) {
    return no(plainReason(error));
  }
}

/** Probes are open to anybody, so addresses and driver messages stay out of them. */
function plainReason(error: unknown): string {
  if (!isSalienceError(error)) return 'could not be checked';
  if (error.code === 'database.unavailable') return 'does not answer';
  return error.code === 'database.behind' || error.code === 'database.newer'
    ? error.message
    : 'could not be checked';
}
