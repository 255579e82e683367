import {
  acceptedSchema,
  agentViewSchema,
  approvalAnswerSchema,
  approvalQuerySchema,
  approvalViewSchema,
  cancelledSchema,
  completionRequestSchema,
  deadLetterViewSchema,
  decisionReplayViewSchema,
  historyItemSchema,
  idSchema,
  memoryHitSchema,
  memorySearchQuerySchema,
  messageRequestSchema,
  pageQuerySchema,
  pageSchema,
  reminderRequestSchema,
  reminderViewSchema,
  streamEventSchema,
  threadRefSchema,
  threadViewSchema,
  turnExplanationSchema,
  turnIdSchema,
  turnViewSchema,
  whyQuerySchema,
} from '@salience/contracts';
import { z } from 'zod';
import { keepingOperations } from './keeping-operations.ts';
import type { Operation, Operations } from './operation.ts';

const turn = { turn: turnIdSchema };
const thread = { thread: threadRefSchema };
const key = {
  'Idempotency-Key': 'The same key and message give the same turn; up to 255 printable characters.',
};
const zone = {
  'X-Time-Zone':
    'The time zone of who speaks, such as Europe/Berlin; else that of the agent, else that of the installation.',
};
const place = { 'Last-Event-ID': 'The id of the last event that was read: the stream goes on behind it.' };
const named = { 'X-Turn-Id': 'The turn.', 'X-Thread-Id': 'Its thread.' };
const accepting = {
  400: ['zone.unknown'],
  404: ['thread.unknown'],
  409: ['thread.busy'],
  422: ['idempotency.key-invalid', 'idempotency.key-reused', 'thread.bad-id'],
  429: ['limit.rate', 'limit.open-turns', 'streams.limit'],
};
const approval = { approval: idSchema('approval') };
const asOperator = 'An operator’s key opens it too, for the agent in X-Agent.';
const openAi = 'Errors come in the shape of the OpenAI API.';
/** Models as the OpenAI API lists them. */
const model = z.object({
  id: z.string(),
  object: z.literal('model'),
  created: z.number().int(),
  owned_by: z.string(),
});
const completion = z.looseObject({
  id: z.string(),
  object: z.literal('chat.completion'),
  created: z.number().int(),
  model: z.string(),
  choices: z.array(z.looseObject({ index: z.number().int(), finish_reason: z.string().nullable() })),
});
const settled = { 200: { is: 'The letter, settled.', json: deadLetterViewSchema } };
const letter: Pick<Operation, 'access' | 'path' | 'problems' | 'tag'> = {
  tag: 'Operation',
  access: 'person',
  path: { letter: idSchema('deadLetter') },
  problems: { 404: ['letter.unknown'] },
};

/** The routes that agents' callers use. */
export const agentOperations: Operations = {
  'POST /chat': {
    does: 'Say something and stream what becomes of it',
    tag: 'Turns',
    access: 'agent',
    more: 'The stream opens after the message is committed. Leaving it cancels nothing; resume with the turn’s own stream.',
    headers: { ...key, ...zone },
    body: messageRequestSchema,
    answers: {
      200: { is: 'The turn as an event stream.', events: streamEventSchema, headers: named },
      204: { is: 'A repeated message whose turn ended, and Last-Event-ID is its last event.' },
    },
    problems: accepting,
  },
  'POST /messages': {
    does: 'Say something and look later',
    tag: 'Turns',
    access: 'agent',
    headers: { ...key, ...zone },
    body: messageRequestSchema,
    answers: { 202: { is: 'The turn is committed and will run.', json: acceptedSchema, headers: named } },
    problems: accepting,
  },
  'GET /turns/:turn': {
    does: 'A turn',
    tag: 'Turns',
    access: 'agent',
    path: turn,
    answers: { 200: { is: 'The turn with its reply, if it has one.', json: turnViewSchema } },
    problems: { 404: ['turn.unknown'] },
  },
  'GET /turns/:turn/events': {
    does: 'The stream of a turn, from any place on',
    tag: 'Turns',
    access: 'agent',
    path: turn,
    headers: place,
    answers: {
      200: { is: 'The turn as an event stream.', events: streamEventSchema, headers: named },
      204: { is: 'The reader has everything.' },
    },
    problems: { 400: ['stream.position'], 404: ['turn.unknown'], 429: ['streams.limit'] },
  },
  'POST /turns/:turn/cancel': {
    does: 'Cancel a turn',
    tag: 'Turns',
    access: 'agent',
    path: turn,
    answers: {
      200: { is: 'It was cancelled, or had ended before.', json: cancelledSchema },
      202: { is: 'It runs, and was asked to stop.', json: cancelledSchema },
    },
    problems: { 404: ['turn.unknown'] },
  },
  'GET /turns/:turn/why': {
    does: 'Why a turn ended as it did',
    tag: 'Turns',
    access: 'agent',
    more: '`context=exact` adds the texts that the models were sent, word for word.',
    path: turn,
    query: whyQuerySchema,
    answers: {
      200: {
        is: 'Decision, actions, what the models saw, timings and what was remembered.',
        json: turnExplanationSchema,
      },
    },
    problems: { 404: ['turn.unknown'] },
  },
  'GET /turns/:turn/replay': {
    does: 'The decision of a turn computed again and compared, bit for bit',
    tag: 'Turns',
    access: 'agent',
    path: turn,
    answers: {
      200: { is: 'Whether it came out the same, and what did not.', json: decisionReplayViewSchema },
    },
    problems: { 404: ['turn.unknown'], 409: ['turn.undecided'] },
  },
  'POST /v1/chat/completions': {
    does: 'The same, for clients of the OpenAI API',
    tag: 'OpenAI',
    access: 'agent',
    more: `${openAi} A turn that ended without an answer is an error with the turn’s own code.`,
    headers: {
      ...key,
      ...zone,
      'X-Thread-Id': 'The thread to go on with; without it, each request begins a new one.',
    },
    body: completionRequestSchema,
    answers: {
      200: {
        is: 'The completion; with `stream` an event stream of chunks.',
        json: completion,
        headers: named,
      },
    },
    problems: { ...accepting, 422: [...accepting[422], 'messages.no-user'], 504: ['turn.detached'] },
  },
  'GET /v1/models': {
    does: 'The one model there is',
    tag: 'OpenAI',
    access: 'agent',
    more: openAi,
    answers: {
      200: { is: 'A list of one.', json: z.object({ object: z.literal('list'), data: z.array(model) }) },
    },
  },
  'GET /v1/models/:model': {
    does: 'That model',
    tag: 'OpenAI',
    access: 'agent',
    more: openAi,
    path: { model: z.string() },
    answers: { 200: { is: 'The model.', json: model } },
    problems: { 404: ['model.unknown'] },
  },
  'GET /threads': {
    does: 'Threads, latest activity first',
    tag: 'Memory',
    access: 'agent',
    query: pageQuerySchema,
    answers: { 200: { is: 'A page.', json: pageSchema(threadViewSchema) } },
  },
  'GET /threads/:thread': {
    does: 'A thread, by id or key',
    tag: 'Memory',
    access: 'agent',
    path: thread,
    answers: { 200: { is: 'The thread.', json: threadViewSchema } },
    problems: { 404: ['thread.unknown'] },
  },
  'GET /threads/:thread/messages': {
    does: 'What was said in a thread, newest first',
    tag: 'Memory',
    access: 'agent',
    path: thread,
    query: pageQuerySchema,
    answers: { 200: { is: 'A page.', json: pageSchema(historyItemSchema) } },
    problems: { 404: ['thread.unknown'] },
  },
  'GET /memory/search': {
    does: 'Search what the agent remembers',
    tag: 'Memory',
    access: 'agent',
    headers: zone,
    query: memorySearchQuerySchema,
    answers: {
      200: { is: 'Hits, best first, with the factors of their scores.', json: pageSchema(memoryHitSchema) },
    },
    problems: { 400: ['zone.unknown'], 404: ['thread.unknown'] },
  },
  ...keepingOperations,
  'GET /reminders': {
    does: 'Reminders, soonest first',
    tag: 'Memory',
    access: 'agent',
    query: pageQuerySchema,
    answers: { 200: { is: 'A page.', json: pageSchema(reminderViewSchema) } },
  },
  'POST /reminders': {
    does: 'Make a reminder',
    tag: 'Memory',
    access: 'agent',
    headers: zone,
    body: reminderRequestSchema,
    answers: { 201: { is: 'The reminder.', json: reminderViewSchema } },
    problems: { 400: ['zone.unknown'], 404: ['thread.unknown'], 422: ['thread.bad-id'] },
  },
  'DELETE /reminders/:reminder': {
    does: 'Cancel a reminder',
    tag: 'Memory',
    access: 'agent',
    path: { reminder: idSchema('reminder') },
    answers: { 200: { is: 'The reminder, cancelled; safe to repeat.', json: reminderViewSchema } },
    problems: { 404: ['reminder.unknown'], 409: ['reminder.fired'] },
  },
  'GET /agents/me': {
    does: 'The agent of this caller',
    tag: 'Memory',
    access: 'agent',
    answers: { 200: { is: 'The agent.', json: agentViewSchema } },
  },
  'GET /approvals': {
    does: 'What the agent asked a yes for, latest first',
    tag: 'Turns',
    access: 'agent',
    more: asOperator,
    query: approvalQuerySchema,
    answers: { 200: { is: 'A page.', json: pageSchema(approvalViewSchema) } },
  },
  'GET /approvals/:approval': {
    does: 'A request for a yes',
    tag: 'Turns',
    access: 'agent',
    more: asOperator,
    path: approval,
    answers: {
      200: {
        is: 'The request with its exact arguments. "shown" is what a person is to see: nothing invisible is left in it.',
        json: approvalViewSchema,
      },
    },
    problems: { 404: ['approval.unknown'] },
  },
  'POST /approvals/:approval': {
    does: 'Answer a request: approve, refuse, or edit its arguments',
    tag: 'Turns',
    access: 'person',
    more: `${asOperator} A request is answered once; after its deadline the answer is no. resolved_by says who: person, agent-key or operator:<name>; chat where the yes was said in the thread. The turn that goes on from it is in continuation_turn_id. A tool that changed since it was shown does not run: it is asked for anew.`,
    path: approval,
    headers: {
      'If-Match':
        'The "hash" of the request as it was seen, in quotes: the answer counts for exactly that tool, those arguments and that definition of the tool, else 412.',
    },
    body: approvalAnswerSchema,
    answers: { 200: { is: 'The request, answered.', json: approvalViewSchema } },
    problems: { 404: ['approval.unknown'], 409: ['approval.resolved'], 412: ['approval.changed'] },
  },
  'GET /dead-letters': {
    does: 'Dead letters of this agent, latest first',
    tag: 'Operation',
    access: 'agent',
    query: pageQuerySchema,
    answers: { 200: { is: 'A page.', json: pageSchema(deadLetterViewSchema) } },
  },
  'POST /dead-letters/:letter/retry': {
    does: 'Send the job of a dead letter again',
    ...letter,
    answers: settled,
  },
  'POST /dead-letters/:letter/drop': { does: 'Give a dead letter up', ...letter, answers: settled },
};
