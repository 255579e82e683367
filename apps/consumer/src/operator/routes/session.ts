import { sessionRequestSchema, type SessionView, sessionViewSchema } from '@salience/contracts';
import { closeOperatorSession, openOperatorSession } from '@salience/database/operators';
import { openRoute } from '../../http/route.ts';
import { refuseForeignPages } from '../../http/loopback.ts';
import { wrongKey } from '../operator-door.ts';
import { operatorCookie, sessionOf, setSession } from '../../http/session-cookie.ts';

/** How long a browser stays signed in. */
const sessionSeconds = 3_600;

/** GET /operator/session: the current operator. */
export const getOperatorSession = openRoute({
  method: 'GET',
  path: '/operator/session',
  asksItself: 'operator',
  does: 'The current operator',
  tag: 'Operation',
  answers: { 200: { is: 'The actor of the audit log.', json: sessionViewSchema } },
  handle: async (context, { request, response }) => {
    const { actor, seconds } = await context.operatorDoor.admit(request);
    const view: SessionView = { actor, seconds };
    response.json(view);
  },
});

/**
 * POST /operator/session: exchanges an operator key for a cookie, for an hour at most and never longer than the key is valid. The
 * session is a row, so it is valid on every replica.
 */
export const postOperatorSession = openRoute({
  method: 'POST',
  path: '/operator/session',
  does: 'Sign a browser in with an operator key',
  tag: 'Operation',
  guard: (_context, request) => refuseForeignPages(request),
  body: sessionRequestSchema,
  answers: {
    201: { is: 'Signed in for an hour.', json: sessionViewSchema, headers: { 'Set-Cookie': 'The session.' } },
  },
  problems: { 401: ['operator.required'], 403: ['origin.refused'], 429: ['key.throttled'] },
  handle: async (context, { body, request, response }) => {
    const { key } = body;
    const session = (await context.operatorDoor.knows(request, key))
      ? await openOperatorSession(context.db, key, sessionSeconds)
      : undefined;
    if (session === undefined) throw wrongKey();
    setSession(request, response, operatorCookie, session);
    const view: SessionView = { actor: `operator:${session.name}`, seconds: session.seconds };
    response.status(201).json(view);
  },
});

/** DELETE /operator/session: signs the browser out on every replica. */
export const deleteOperatorSession = openRoute({
  method: 'DELETE',
  path: '/operator/session',
  asksItself: 'operator',
  does: 'Sign a browser out',
  tag: 'Operation',
  answers: { 204: { is: 'The session is over on every replica.' } },
  handle: async (context, { request, response }) => {
    const operator = await context.operatorDoor.admit(request);
    const token = sessionOf(request, operatorCookie);
    if (token !== undefined) await closeOperatorSession(context.db, token, operator.actor);
    setSession(request, response, operatorCookie, { token: '', seconds: 0 });
    response.status(204).end();
  },
});
