import {
  emptyBodySchema,
  type SessionCodeView,
  type SessionView,
  sessionCodeRequestSchema,
} from '@salience/contracts';
import { closeOperatorSession, makePersonCode } from '@salience/database';
import type { ConsumerContext } from '../consumer-context.ts';
import { bearerOf } from '../http/bearer.ts';
import { refuseForeignPages } from '../http/loopback.ts';
import { httpProblem } from '../http/problems.ts';
import { readBody } from '../http/read-input.ts';
import { type Handler, type OpenHandler, withBody } from '../http/route-table.ts';
import { personCookie, sessionOf, setSession } from '../http/session-cookie.ts';
import { type Person, type PersonDoor, personRequired } from './person-door.ts';

/** How long a code is good, and how long a browser stays signed in with it. */
const codeSeconds = 600;
const sessionSeconds = 12 * 3_600;
const actor = 'person';

/** POST /session/codes: a code that signs a browser in, once, for whoever holds the token itself. */
export function postSessionCode(context: ConsumerContext, door: PersonDoor): Handler {
  return withBody(emptyBodySchema, async (_body, request, response) => {
    // A session must not prolong itself, and the key of one agent is not the person of all.
    if (bearerOf(request)?.startsWith('pt_') !== true) {
      const detail =
        'Codes are made with the token of this machine’s person (pt_…) alone. Use "salience open".';
      throw httpProblem(403, 'person.refused', detail);
    }
    const code = await makePersonCode(context.db, door.hash(), codeSeconds);
    const view: SessionCodeView = { code, seconds: codeSeconds };
    response.status(201).json(view);
  });
}

/** GET /session: who this caller is. */
export function getSession(door: PersonDoor, refuse: Refuse): OpenHandler {
  return async (request, response) => {
    const { seconds } = await known(door, request, refuse);
    const view: SessionView = { actor, seconds };
    response.json(view);
  };
}

/** POST /session: a browser shows the code of its address once and gets a cookie, that holds on every replica. */
export function postSession(door: PersonDoor, refuse: Refuse): OpenHandler {
  return async (request, response) => {
    refuseForeignPages(request, 'no-links');
    refuse(request);
    const { code } = await readBody(request, response, sessionCodeRequestSchema);
    const session = await door.open(request, code, sessionSeconds);
    setSession(request, response, personCookie, session);
    const view: SessionView = { actor, seconds: session.seconds };
    response.status(201).json(view);
  };
}

/** DELETE /session: signs the browser out, on every replica. */
export function deleteSession(context: ConsumerContext, door: PersonDoor, refuse: Refuse): OpenHandler {
  return async (request, response) => {
    await known(door, request, refuse);
    const token = sessionOf(request, personCookie);
    if (token !== undefined) await closeOperatorSession(context.db, token, actor);
    setSession(request, response, personCookie, { token: '', seconds: 0 });
    response.status(204).end();
  };
}

/** Refuses, where no key is needed, whoever is not on this machine. */
type Refuse = (request: Parameters<OpenHandler>[0]) => void;

async function known(door: PersonDoor, request: Parameters<OpenHandler>[0], refuse: Refuse): Promise<Person> {
  const person = await door.find(request);
  if (person !== undefined) return person;
  refuse(request);
  throw personRequired();
}
