import type { Express, Request, Response } from 'express';
import { finishAudit, startAudit } from '@salience/database';
import type { ConsumerContext } from '../consumer-context.ts';
import { boardPolicy } from '../http/content-policy.ts';
import type { OperatorHandler } from '../http/route-table.ts';

/** Where Bull Board lives. */
export const boardPath = '/operator/board';
/** The methods that its page uses. */
export const boardMethods = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'] as const;

/**
 * Bull Board over the queues. It is loaded at the first request and not before; each of its changes has an audit row
 * that was written before the change is tried, so none goes unseen.
 */
export function board(context: ConsumerContext): OperatorHandler {
  let loading: Promise<Express> | undefined;
  const loaded = (): Promise<Express> => {
    if (loading === undefined) {
      loading = import('./board-app.ts').then(({ createBoardApp }) =>
        createBoardApp(context.queues, boardPath),
      );
      // The queue server may be away now; the next request tries again.
      loading.catch(() => (loading = undefined));
    }
    return loading;
  };
  return async (request, response, operator) => {
    const app = await loaded();
    response.set('Content-Security-Policy', boardPolicy);
    if (request.method !== 'GET' && request.method !== 'HEAD')
      await audit(context, request, response, operator.actor);
    // Its scripts and styles carry a hash of their content in their names.
    if (request.path.startsWith('/static/')) response.set('Cache-Control', 'private, max-age=86400');
    await handledBy(app, request, response);
  };
}

/** A browser that is not signed in is shown where to do that, instead of a document it cannot use. */
export function toSignIn(request: Request, response: Response): boolean {
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
      if (error === undefined) response.status(404).type('text').send('There is no such page on the board.');
      else reject(error);
    });
  });
}
