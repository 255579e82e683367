import {
  auditQuerySchema,
  auditViewSchema,
  deadLetterFilterSchema,
  emptyBodySchema,
  fleetEventSchema,
  fleetViewSchema,
  idSchema,
  operatorDeadLetterQuerySchema,
  operatorDeadLetterSchema,
  pageSchema,
  quarantinedTurnSchema,
  quarantineQuerySchema,
  queueViewSchema,
  readinessSchema,
  sessionCodeRequestSchema,
  sessionCodeViewSchema,
  sessionRequestSchema,
  sessionViewSchema,
  settledDeadLettersSchema,
  settledQuarantineSchema,
  turnIdSchema,
  workerViewSchema,
} from '@salience/contracts';
import { z } from 'zod';
import { boardMethods, boardPath } from '../operator/board.ts';
import type { Operation, Operations } from './operation.ts';

const operator: Pick<Operation, 'access' | 'tag'> = { tag: 'Operation', access: 'operator' };
const settleLetters = {
  ...operator,
  body: deadLetterFilterSchema,
  answers: { 200: { is: 'What was settled, with its audit row.', json: settledDeadLettersSchema } },
};
const settleLetter = {
  ...settleLetters,
  path: { letter: idSchema('deadLetter') },
  body: emptyBodySchema,
  bodyOptional: true,
};
const settleTurn = {
  ...operator,
  path: { turn: turnIdSchema },
  body: emptyBodySchema,
  bodyOptional: true,
  answers: { 200: { is: 'What became of it, with its audit row.', json: settledQuarantineSchema } },
  problems: { 404: ['turn.unknown'], 409: ['quarantine.settled'] },
};
const html = { type: 'text/html' };
const live = z.object({ live: z.boolean(), stalled: z.array(z.string()), open_streams: z.number().int() });

const board: Operations = Object.fromEntries(
  boardMethods.map((method): [string, Operation] => [
    `${method} ${boardPath}`,
    {
      ...operator,
      does: method === 'GET' ? 'Bull Board: the queues in a browser' : 'What its page asks for',
      more: 'Each change leaves an audit row. A browser that is not signed in is led to /operator/sign-in.',
      wildcard: true,
      answers: { 200: { is: 'The page, or what it asked for.', ...html } },
      problems: { 403: ['origin.refused'] },
    },
  ]),
);

/** The routes of operators, and those that anybody may see. */
export const operatorOperations: Operations = {
  'GET /operator/fleet': {
    ...operator,
    does: 'The whole fleet in one answer',
    answers: {
      200: {
        is: 'Workers, queues, lanes, turns per second and what waits for a person.',
        json: fleetViewSchema,
      },
    },
  },
  'GET /operator/events': {
    ...operator,
    does: 'What happens in the fleet, as it happens',
    more: 'Ids and numbers only. After a resume the events of the last half minute may come again; `key` tells them apart.',
    headers: { 'Last-Event-ID': 'The id of the last event that was read.' },
    answers: { 200: { is: 'An event stream without end.', events: fleetEventSchema } },
    problems: { 400: ['stream.position'], 503: ['events.full'] },
  },
  'GET /operator/dead-letters': {
    ...operator,
    does: 'Dead letters of every agent and of none, latest first',
    query: operatorDeadLetterQuerySchema,
    answers: { 200: { is: 'A page.', json: pageSchema(operatorDeadLetterSchema) } },
  },
  'POST /operator/dead-letters/retry': {
    ...settleLetters,
    does: 'Send the jobs of many again, the oldest first',
  },
  'POST /operator/dead-letters/drop': { ...settleLetters, does: 'Give many up, the oldest first' },
  'POST /operator/dead-letters/:letter/retry': {
    ...settleLetter,
    does: 'Send the job of a dead letter again',
    problems: { 404: ['letter.unknown'], 409: ['letter.unsendable'] },
  },
  'POST /operator/dead-letters/:letter/drop': {
    ...settleLetter,
    does: 'Give a dead letter up',
    problems: { 404: ['letter.unknown'] },
  },
  'GET /operator/quarantine': {
    ...operator,
    does: 'Turns that killed their worker three times, latest first',
    query: quarantineQuerySchema,
    answers: { 200: { is: 'A page.', json: pageSchema(quarantinedTurnSchema) } },
  },
  'POST /operator/quarantine/:turn/retry': {
    ...settleTurn,
    does: 'Try one again, as a new turn of its thread',
  },
  'POST /operator/quarantine/:turn/drop': { ...settleTurn, does: 'Give one up' },
  'GET /operator/audit': {
    ...operator,
    does: 'What operators did, latest first',
    query: auditQuerySchema,
    answers: { 200: { is: 'A page.', json: pageSchema(auditViewSchema) } },
  },
  'GET /session': {
    tag: 'Operation',
    access: 'person',
    does: 'Who this browser is',
    answers: { 200: { is: 'This machine’s person.', json: sessionViewSchema } },
  },
  'POST /session': {
    tag: 'Operation',
    access: 'anybody',
    does: 'Sign a browser of this machine’s person in, with a code that is good once',
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
  },
  'DELETE /session': {
    tag: 'Operation',
    access: 'person',
    does: 'Sign a browser out',
    answers: { 204: { is: 'The session is over on every replica.' } },
  },
  'POST /session/codes': {
    tag: 'Operation',
    access: 'person',
    does: 'Make a code that signs a browser in',
    more: 'Asked with the token alone: a session does not prolong itself. The code goes into the fragment of an address.',
    body: emptyBodySchema,
    answers: { 201: { is: 'The code, good once and for ten minutes.', json: sessionCodeViewSchema } },
    problems: { 403: ['person.refused'] },
  },
  'GET /operator/session': {
    ...operator,
    does: 'Who this caller is',
    answers: { 200: { is: 'The actor of the audit log.', json: sessionViewSchema } },
  },
  'POST /operator/session': {
    tag: 'Operation',
    access: 'anybody',
    does: 'Sign a browser in with an operator key',
    body: sessionRequestSchema,
    answers: {
      201: {
        is: 'Signed in for an hour.',
        json: sessionViewSchema,
        headers: { 'Set-Cookie': 'The session.' },
      },
    },
    problems: { 401: ['operator.required'], 403: ['origin.refused'], 429: ['key.throttled'] },
  },
  'DELETE /operator/session': {
    ...operator,
    does: 'Sign a browser out',
    answers: { 204: { is: 'The session is over on every replica.' } },
  },
  ...board,
  'GET /workers': {
    ...operator,
    does: 'Worker processes of the last hour',
    answers: { 200: { is: 'A page.', json: pageSchema(workerViewSchema) } },
  },
  'GET /queues': {
    ...operator,
    does: 'The depth of every queue',
    answers: { 200: { is: 'A page.', json: pageSchema(queueViewSchema) } },
    problems: { 503: ['queues.unavailable'] },
  },
  'GET /metrics': {
    ...operator,
    does: 'Metrics of this process for Prometheus',
    answers: { 200: { is: 'The text format.', type: 'text/plain' } },
  },
  'GET /health': {
    tag: 'Probes',
    access: 'anybody',
    does: 'Is this process alive?',
    answers: {
      200: { is: 'It makes progress.', json: live },
      503: { is: 'It does not; restart it.', json: live },
    },
  },
  'GET /ready': {
    tag: 'Probes',
    access: 'anybody',
    does: 'Would a message be answered?',
    answers: {
      200: { is: 'Yes.', json: readinessSchema },
      503: { is: 'No, and what is missing.', json: readinessSchema },
    },
  },
  'GET /': {
    tag: 'Pages',
    access: 'anybody',
    does: 'What runs here',
    answers: { 200: { is: 'A page.', ...html } },
  },
  'GET /docs': {
    tag: 'Pages',
    access: 'anybody',
    does: 'This document as a page',
    answers: { 200: { is: 'A page.', ...html } },
  },
  'GET /operator/sign-in': {
    tag: 'Pages',
    access: 'anybody',
    does: 'Where a browser signs in',
    answers: { 200: { is: 'A page.', ...html } },
  },
  'GET /openapi.json': {
    tag: 'Pages',
    access: 'anybody',
    does: 'This document',
    answers: { 200: { is: 'OpenAPI 3.1.', json: z.looseObject({ openapi: z.string() }) } },
  },
  'GET /assets/:file': {
    tag: 'Pages',
    access: 'anybody',
    does: 'Scripts and styles of the pages',
    path: { file: z.string() },
    answers: { 200: { is: 'The file.', type: 'text/css' } },
    problems: { 404: ['asset.unknown'] },
  },
};
