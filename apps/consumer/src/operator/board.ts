import type { Express, Request, Response } from 'express';
import { finishAudit, startAudit } from '@salience/database/operators';
import type { ConsumerContext } from '../consumer-context.ts';
import { operatorRoute, type Route } from '../http/route.ts';
import type { Queues } from '@salience/queues';
import { boardPolicy } from '../http/content-policy.ts';

/** The path of Bull Board. */
const boardPath = '/operator/board';
/** The methods that its page uses. */
const methods = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'] as const;

/**
 * Serves Bull Board over the queues, one route per method. It is loaded at the first request. Each change writes its audit row before
 * it is tried, so no change goes unrecorded.
 */
export const boardRoutes: readonly Route[] = methods.map((method) =>
  operatorRoute({
    method,
    path: boardPath,
    does: method === 'GET' ? 'Bull Board: the queues in a browser' : 'Requests of the Bull Board page',
    more: 'Each change leaves an audit row. A browser that is not signed in is redirected to /operator/sign-in.',
    mount: { refused: toSignIn },
    answers: { 200: { is: 'The page or one of its files.', type: 'text/html' } },
    problems: { 403: ['origin.refused'] },
    handle: async (context, { operator, request, response }) => {
      const app = await loaded(context.queues);
      response.set('Content-Security-Policy', boardPolicy);
      if (request.method !== 'GET' && request.method !== 'HEAD')
        await audit(context, request, response, operator.actor);
      // Its scripts and styles have a content hash in their names.
      if (request.path.startsWith('/static/')) response.set('Cache-Control', 'private, max-age=86400');
      await handledBy(app, request, response);
    },
  }),
);

const boards = new WeakMap<Queues, Promise<Express>>();

function loaded(queues: Queues): Promise<Express> {
  const known = boards.get(queues);
  if (known !== undefined) return known;
  const loading = import('./board-app.ts').then(({ createBoardApp }) => createBoardApp(queues, boardPath));
  boards.set(queues, loading);
  // The queue server may be away now; the next request retries.
  loading.catch(() => boards.delete(queues));
  return loading;
}

/** Redirects a browser that is not signed in to the sign-in page. */
function toSignIn(request: Request, response: Response): boolean {
  const { accept = '', authorization } = request.headers;
  if (request.method !== 'GET' || authorization !== undefined || !accept.includes('text/html')) return false;
  response.redirect(303, `/operator/sign-in?next=${encodeURIComponent(boardPath)}`);
  return true;
}

async function audit(
  context: ConsumerContext,
  request: Request,
  response: Response,
  actor: string,
): Promise<void> {
  const action = `board.${request.method.toLowerCase()}`;
  const id = await startAudit(context.db, { actor, action, target: request.path.slice(0, 200) });
  response.once('close', () => {
    const { statusCode: status, writableFinished } = response;
    const outcome = !writableFinished || status >= 500 ? 'failed' : status >= 400 ? 'refused' : 'done';
    context.background.run(
      () => finishAudit(context.db, id, outcome),
      'outcome of an audited action not kept',
      { id },
    );
  });
}

/** Runs an application and resolves when it has answered. */
function handledBy(app: Express, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    response.once('close', () => resolve());
    app(request, response, (error?: unknown) => {
      if (error === undefined) response.status(404).type('text').send('The board has no such page.');
      else reject(error);
    });
  });
}
