import {
  type CompletionRequest,
  completionRequestSchema,
  isTerminal,
  threadRefSchema,
} from '@salience/contracts';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { completion, modelName } from '../completions/chunks.ts';
import { CompletionSink } from '../completions/completion-sink.ts';
import { conversationOf } from '../completions/conversation.ts';
import { ignoredFields } from '../completions/request-fields.ts';
import { detachedError, type Outcome, outcomeOf } from '../completions/outcome.ts';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { callerRoute } from '../http/route.ts';
import { httpProblem } from '../http/problems.ts';
import { check } from '../http/read-input.ts';
import { sseHeaders } from '../streams/sse.ts';
import type { EventSink } from '../streams/event-sink.ts';
import { type AcceptedTurn, acceptingProblems, acceptMessage } from '../turns/accept-message.ts';
import { findTurn } from '../turns/find-turn.ts';
import { idempotencyHeader, idempotencyKeyOf } from '../turns/idempotency-key.ts';
import { timeZoneOf, zoneHeader } from '../turns/time-zone.ts';
import { markEnd, readerLeft, setTurnHeaders, turnHeaders } from '../turns/stream-turn.ts';

/** Names the fields of a request that changed nothing. */
const ignoredHeader = 'X-Ignored-Fields';
const isPlainName = /^[A-Za-z0-9_-]{1,60}$/;

const openAi = 'Errors have the shape of the OpenAI API.';
/** Models as the OpenAI API lists them. */
const modelSchema = z.object({
  id: z.string(),
  object: z.literal('model'),
  created: z.number().int(),
  owned_by: z.string(),
});
const completionSchema = z.looseObject({
  id: z.string(),
  object: z.literal('chat.completion'),
  created: z.number().int(),
  model: z.string(),
  choices: z.array(z.looseObject({ index: z.number().int(), finish_reason: z.string().nullable() })),
});

/** POST /v1/chat/completions: the same turns for clients of the OpenAI API, streamed or whole. */
export const postCompletion = callerRoute({
  method: 'POST',
  path: '/v1/chat/completions',
  scope: 'talk',
  needs: 'machine',
  does: 'Send messages as an OpenAI client',
  tag: 'OpenAI',
  more: `${openAi} A turn that ended without an answer is an error with the turn’s own code.`,
  headers: {
    ...idempotencyHeader,
    ...zoneHeader,
    'X-Thread-Id': 'The thread to continue; without it, each request starts a new one.',
  },
  body: completionRequestSchema,
  answers: {
    200: {
      is: 'The completion; with `stream` an event stream of chunks.',
      json: completionSchema,
      headers: {
        ...turnHeaders,
        [ignoredHeader]:
          'Fields of the request that changed nothing, with commas between them; absent without any.',
      },
    },
  },
  problems: {
    ...acceptingProblems,
    422: [...acceptingProblems[422], 'messages.no-user', 'completions.not-honoured'],
    504: ['turn.detached'],
  },
  handle: async (context, { body, caller, request, response }) => {
    const { text, speaker, context: before } = conversationOf(body);
    const ignored = ignoredFields(body).filter((name) => isPlainName.test(name));
    if (ignored.length > 0) response.set(ignoredHeader, ignored.slice(0, 40).join(', '));
    context.streamLimit.take(caller, response);
    const turn = await acceptMessage(context, caller, {
      text,
      speaker,
      context: before,
      source: 'openai',
      thread: threadOf(body, request),
      saidAt: undefined,
      zone: await timeZoneOf(context, caller, request, { zone: body.metadata?.time_zone, speaker }),
      idempotencyKey: idempotencyKeyOf(request),
    });
    setTurnHeaders(response, turn);
    if (turn.replayed) response.set('Idempotent-Replayed', 'true');
    const now = await context.clock.now();
    const head = { id: `chatcmpl-${turn.turnId}`, created: Math.floor(now.getTime() / 1000) };
    if (body.stream === true) {
      response.status(200).set(sseHeaders);
      const sink = new CompletionSink(response, {
        ...head,
        withUsage: body.stream_options?.include_usage === true,
      });
      const outcome = await settle(context, caller, turn, { sink, response });
      if (outcome !== undefined) sink.end(outcome);
      return;
    }
    const outcome = await settle(context, caller, turn, { sink: silentSink, response });
    if (outcome === undefined) return;
    if (outcome.error !== undefined) throw outcome.error;
    response.status(200).json(completion(head, outcome.text, outcome.usage));
  },
});

/** GET /v1/models. */
export const getModels = callerRoute({
  method: 'GET',
  path: '/v1/models',
  scope: ['read', 'talk'],
  needs: 'machine',
  does: 'The only model',
  tag: 'OpenAI',
  more: openAi,
  answers: {
    200: { is: 'A list of one.', json: z.object({ object: z.literal('list'), data: z.array(modelSchema) }) },
  },
  handle: async (_context, { response }) => {
    response.json({ object: 'list', data: [model] });
  },
});

/** GET /v1/models/:model. */
export const getModel = callerRoute({
  method: 'GET',
  path: '/v1/models/:model',
  scope: ['read', 'talk'],
  needs: 'machine',
  does: 'That model',
  tag: 'OpenAI',
  more: openAi,
  params: { model: z.string() },
  answers: { 200: { is: 'The model.', json: modelSchema } },
  problems: { 404: ['model.unknown'] },
  handle: async (_context, { params, response }) => {
    if (params.model !== modelName) {
      throw httpProblem(404, 'model.unknown', `Expected the model "${modelName}".`);
    }
    response.json(model);
  },
});

const model = { id: modelName, object: 'model', created: 0, owned_by: modelName } as const;

const silentSink: EventSink = { send: () => {}, keepAlive: () => {}, backlogBytes: () => 0 };

/** Waits for the end of the turn; undefined if the client disconnected, which does not stop the turn. */
async function settle(
  context: ConsumerContext,
  caller: Caller,
  turn: AcceptedTurn,
  io: { readonly sink: EventSink; readonly response: Response },
): Promise<Outcome | undefined> {
  const left = readerLeft(io.response);
  let { turnId, state, fence } = turn;
  for (;;) {
    if (!isTerminal(state)) {
      const end = await context.streams.follow({
        agentId: caller.agent.id,
        turnId,
        fence,
        after: undefined,
        sink: io.sink,
        left,
      });
      if (end === 'left') return undefined;
      if (end === 'detached') return { error: detachedError(turnId) };
    }
    const row = await findTurn(context, caller, turnId);
    // A merged message is answered by the turn that took it in, so the request follows that turn.
    if (row.mergedInto === null) {
      if (isTerminal(row.state)) markEnd(row.state);
      return outcomeOf(row);
    }
    turnId = row.mergedInto;
    ({ state, fence } = await findTurn(context, caller, turnId));
  }
}

function threadOf(body: CompletionRequest, request: Request): { ref: string } | 'new' {
  const header = request.headers['x-thread-id'];
  if (typeof header === 'string' && header !== '')
    return { ref: check(threadRefSchema, header, 'X-Thread-Id header') };
  const ref = body.metadata?.thread_id;
  return ref === undefined ? 'new' : { ref };
}
