import { type SessionView, sessionRequestSchema } from '@salience/contracts';
import { closeOperatorSession, openOperatorSession } from '@salience/database';
import type { ConsumerContext } from '../../consumer-context.ts';
import { refuseForeignPages } from '../../http/loopback.ts';
import { readBody } from '../../http/read-input.ts';
import type { OpenHandler } from '../../http/route-table.ts';
import { type OperatorDoor, wrongKey } from '../operator-door.ts';
import { operatorCookie, sessionOf, setSession } from '../../http/session-cookie.ts';

/** How long a browser stays signed in. */
const sessionSeconds = 3_600;

/** GET /operator/session: who this caller is. */
export function getSession(door: OperatorDoor): OpenHandler {
  return async (request, response) => {
    const { actor, seconds } = await door.admit(request);
    const view: SessionView = { actor, seconds };
    response.json(view);
  };
}

/**
 * POST /operator/session: a browser shows an operator key once and gets a cookie that stands for it, for an hour at most
 * and never longer than the key. The session is a row, so it holds on every replica.
 */
export function postSession(context: ConsumerContext, door: OperatorDoor): OpenHandler {
  return async (request, response) => {
    refuseForeignPages(request);
    const { key } = await readBody(request, response, sessionRequestSchema);
    const session = (await door.knows(request, key))
      ? await openOperatorSession(context.db, key, sessionSeconds)
      : undefined;
    if (session === undefined) throw wrongKey();
    setSession(request, response, operatorCookie, session);
    const view: SessionView = { actor: `operator:${session.name}`, seconds: session.seconds };
    response.status(201).json(view);
  };
}

/** DELETE /operator/session: signs the browser out, everywhere. */
export function deleteSession(context: ConsumerContext, door: OperatorDoor): OpenHandler {
  return async (request, response) => {
    const operator = await door.admit(request);
    const token = sessionOf(request, operatorCookie);
    if (token !== undefined) await closeOperatorSession(context.db, token, operator.actor);
    setSession(request, response, operatorCookie, { token: '', seconds: 0 });
    response.status(204).end();
  };
}
