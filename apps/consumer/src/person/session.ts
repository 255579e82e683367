import {
  emptyBodySchema,
  sessionCodeRequestSchema,
  type SessionCodeView,
  sessionCodeViewSchema,
  type SessionView,
  sessionViewSchema,
} from '@salience/contracts';
import { closeOperatorSession, makePersonCode } from '@salience/database/operators';
import type { Request } from 'express';
import { callerRoute, openRoute, type RouteContext } from '../http/route.ts';
import { bearerOf } from '../http/bearer.ts';
import { refuseForeignPages } from '../http/loopback.ts';
import { httpProblem } from '../http/problems.ts';
import { personCookie, sessionOf, setSession } from '../http/session-cookie.ts';
import { type Person, personRequired } from './person-door.ts';

/** How long a code is valid, and how long a browser stays signed in with it. */
const codeSeconds = 600;
const sessionSeconds = 12 * 3_600;
const actor = 'person';

/** POST /session/codes: makes a code that signs a browser in once, for callers with the token itself. */
export const postSessionCode = callerRoute({
  method: 'POST',
  path: '/session/codes',
  needs: 'person',
  does: 'Create a code that signs a browser in',
  tag: 'Operation',
  more: 'Requires the token: a session cannot extend itself. The code goes into the fragment of an address.',
  body: emptyBodySchema,
  answers: { 201: { is: 'The code, valid once and for ten minutes.', json: sessionCodeViewSchema } },
  problems: { 403: ['person.refused'] },
  handle: async (context, { request, response }) => {
    // A session must not extend itself, and one agent's key does not represent the person.
    if (bearerOf(request)?.startsWith('pt_') !== true) {
      const detail =
        'Creating a code requires the token of the person of this machine (pt_…). Use "salience open".';
      throw httpProblem(403, 'person.refused', detail);
    }
    const code = await makePersonCode(context.db, context.personDoor.hash(), codeSeconds);
    const view: SessionCodeView = { code, seconds: codeSeconds };
    response.status(201).json(view);
  },
});

/** GET /session: the current person. */
export const getSession = openRoute({
  method: 'GET',
  path: '/session',
  asksItself: 'person',
  does: 'The current browser session',
  tag: 'Operation',
  answers: { 200: { is: 'The person of this machine.', json: sessionViewSchema } },
  handle: async (context, { request, response }) => {
    const { seconds } = await known(context, request);
    const view: SessionView = { actor, seconds };
    response.json(view);
  },
});

/** POST /session: exchanges the code in the address for a cookie that is valid on every replica. */
export const postSession = openRoute({
  method: 'POST',
  path: '/session',
  does: 'Exchange a code for a browser session of the person of this machine',
  tag: 'Operation',
  guard: (context, request) => {
    refuseForeignPages(request, 'no-links');
    context.refuseOutsiders(request);
  },
  body: sessionCodeRequestSchema,
  answers: {
    201: {
      is: 'Signed in for twelve hours.',
      json: sessionViewSchema,
      headers: { 'Set-Cookie': 'The session.' },
    },
  },
  problems: {
    401: ['person.required'],
    403: ['host.refused', 'origin.refused', 'proxy.refused'],
    429: ['key.throttled'],
    503: ['database.unavailable'],
  },
  handle: async (context, { body, request, response }) => {
    const { code } = body;
    const session = await context.personDoor.open(request, code, sessionSeconds);
    setSession(request, response, personCookie, session);
    const view: SessionView = { actor, seconds: session.seconds };
    response.status(201).json(view);
  },
});

/** DELETE /session: signs the browser out, on every replica. */
export const deleteSession = openRoute({
  method: 'DELETE',
  path: '/session',
  asksItself: 'person',
  does: 'Sign a browser out',
  tag: 'Operation',
  answers: { 204: { is: 'The session is over on every replica.' } },
  handle: async (context, { request, response }) => {
    await known(context, request);
    const token = sessionOf(request, personCookie);
    if (token !== undefined) await closeOperatorSession(context.db, token, actor);
    setSession(request, response, personCookie, { token: '', seconds: 0 });
    response.status(204).end();
  },
});

async function known(context: RouteContext, request: Request): Promise<Person> {
  const person = await context.personDoor.find(request);
  if (person !== undefined) return person;
  context.refuseOutsiders(request);
  throw personRequired();
}
