import { createHash } from 'node:crypto';
import { argumentsHashOf, argumentsProblem } from '@salience/act';
import {
  type ApprovalAnswer,
  approvalAnswerSchema,
  approvalQuerySchema,
  approvalViewSchema,
  type Id,
  idSchema,
  pageSchema,
  taskSignal,
} from '@salience/contracts';
import { findApproval, listApprovals, resolveApproval } from '@salience/database/acting';
import { hint, wake } from '@salience/runtime';
import { annotateSpan, attributeKeys, currentTraceparent, linkSpan } from '@salience/telemetry';
import type { ConsumerContext } from '../consumer-context.ts';
import { decodeCursor, encodeCursor, timePlace } from '../http/cursor.ts';
import { defined } from '../http/defined.ts';
import type { Caller } from '../http/door.ts';
import { callerRoute } from '../http/route.ts';
import { httpProblem } from '../http/problems.ts';
import { answeredBy } from '../turns/answered-by.ts';
import { approvalView } from '../turns/approval-view.ts';
import { isoInstant } from '../turns/iso-instant.ts';

const asOperator = 'Operators may use it with their key, for the agent in X-Agent.';

/** GET /approvals: the agent's approval requests, latest first. */
export const getApprovals = callerRoute({
  method: 'GET',
  path: '/approvals',
  needs: 'machine',
  operatorsToo: true,
  does: 'Approval requests of the agent, latest first',
  tag: 'Turns',
  more: asOperator,
  query: approvalQuerySchema,
  answers: { 200: { is: 'A page.', json: pageSchema(approvalViewSchema) } },
  handle: async (context, { caller, query, response }) => {
    const { limit, cursor, kind, state, thread_id: threadId } = query;
    const after = decodeCursor(cursor, timePlace);
    const page = { limit: limit + 1, ...defined({ state, threadId, after, kinds: kind && [kind] }) };
    const rows = await listApprovals(context.db, caller.agent.id, page);
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    const next = last === undefined ? null : encodeCursor({ at: new Date(last.createdAt), id: last.id });
    response.json({ items: items.map(approvalView), next });
  },
});

/** GET /approvals/:approval. */
export const getApproval = callerRoute({
  method: 'GET',
  path: '/approvals/:approval',
  needs: 'machine',
  operatorsToo: true,
  does: 'An approval request',
  tag: 'Turns',
  more: asOperator,
  params: { approval: idSchema('approval') },
  answers: {
    200: {
      is: 'The request with its exact arguments. "shown" is the text for people, without invisible characters.',
      json: approvalViewSchema,
    },
  },
  problems: { 404: ['approval.unknown'] },
  handle: async (context, { caller, params, response }) => {
    const id = params.approval;
    const row = await findApproval(context.db, caller.agent.id, id);
    if (row === undefined) throw unknownApproval();
    response.json(approvalView(row));
  },
});

/**
 * POST /approvals/:approval: answers a request once, on any replica, and wakes the continuation turn. With If-Match the answer only
 * counts for the version that the caller saw.
 */
export const postApproval = callerRoute({
  method: 'POST',
  path: '/approvals/:approval',
  needs: 'person',
  operatorsToo: true,
  does: 'Answer an approval request: approve, refuse, or edit its arguments',
  tag: 'Turns',
  more: `${asOperator} A request is answered once; after its deadline the answer is no. resolved_by says who: person, agent-key or operator:<name>; chat where the yes was said in the thread. The turn that goes on from it is in continuation_turn_id. A tool that changed since it was shown does not run: it is asked for anew. A request of the kind message or step is answered by a yes or a no; of a message session_minutes lets its sender in for so long.`,
  params: { approval: idSchema('approval') },
  headers: {
    'If-Match':
      'The "hash" of the request as it was seen, in quotes. The answer applies only to that tool, its arguments and its definition; otherwise 412.',
  },
  body: approvalAnswerSchema,
  answers: { 200: { is: 'The request, answered.', json: approvalViewSchema } },
  problems: {
    404: ['approval.unknown'],
    409: ['approval.resolved'],
    412: ['approval.changed'],
    422: ['approval.not-editable', 'approval.no-sender'],
  },
  handle: async (context, { body, caller, params, request, response }) => {
    const id = params.approval;
    const now = await context.clock.now();
    const sessionUntil = await sessionUntilOf(context, caller, id, body, now);
    const result = await resolveApproval(context.db, {
      agentId: caller.agent.id,
      approvalId: id,
      answer: body.answer,
      ...(await editOf(context, caller, id, body)),
      by: answeredBy(caller),
      now,
      ...defined({
        sessionUntil,
        traceparent: currentTraceparent(),
        operator: caller.operator,
        ifMatch: entityTags(request.headers['if-match']),
      }),
    });
    if (result.status === 'missing') throw unknownApproval();
    const { approval, continuation } = result;
    // What goes on, goes on in the trace that it began in.
    linkSpan(result.traceparent);
    annotateSpan({
      [attributeKeys.agentId]: caller.agent.id,
      [attributeKeys.turnId]: continuation?.turnId,
    });
    // A task may wait for it.
    hint(context, taskSignal, approval.taskId ?? id);
    if (continuation !== null) {
      const { threadId, fence, heldBy } = continuation;
      context.signalAccepted(caller.agent.id);
      context.background.keep(wake(context, { agentId: caller.agent.id, threadId, fence, heldBy }));
    }
    if (result.status === 'changed') {
      const detail =
        'The request differs from the one named in If-Match in its tool, arguments or tool definition. Nothing was ' +
        'changed. Look at it and answer again.';
      throw httpProblem(412, 'approval.changed', detail, { approval: approvalView(approval) });
    }
    if (result.status === 'already') {
      const by = approval.resolvedBy === null ? '' : ` by ${approval.resolvedBy}`;
      const at = approval.resolvedAt === null ? '' : ` at ${isoInstant(approval.resolvedAt)}`;
      const detail = `This request was already answered: ${approval.state}${by}${at}. Your answer changed nothing.`;
      throw httpProblem(409, 'approval.resolved', detail, { approval: approvalView(approval) });
    }
    response.json(approvalView(approval));
  },
});

/** What runs after an edit, with its hash: the requested tool with the new arguments. */
async function editOf(context: ConsumerContext, caller: Caller, id: Id<'approval'>, body: ApprovalAnswer) {
  if (body.answer !== 'edit') return {};
  const problem = argumentsProblem(body);
  if (problem !== null) {
    throw httpProblem(
      422,
      'body.invalid',
      `Expected valid tool arguments, but ${problem}. Nothing was answered; send others.`,
      {
        issues: [{ path: 'arguments', message: problem }],
      },
    );
  }
  const row = await findApproval(context.db, caller.agent.id, id);
  if (row === undefined) throw unknownApproval();
  if (row.kind !== 'call') {
    const detail =
      'Only a call of a tool has arguments to edit; this is a question that is answered by a yes or a no. Nothing was answered.';
    throw httpProblem(422, 'approval.not-editable', detail);
  }
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  return {
    arguments: body.arguments,
    argumentsHash: argumentsHashOf(row.tool, body.arguments, sha256),
  };
}

/** Until when the sender of a message is let in without being asked about; undefined where the answer does not say so. */
async function sessionUntilOf(
  context: ConsumerContext,
  caller: Caller,
  id: Id<'approval'>,
  body: ApprovalAnswer,
  now: Date,
): Promise<Date | undefined> {
  if (body.answer !== 'approve' || body.session_minutes === undefined) return undefined;
  const row = await findApproval(context.db, caller.agent.id, id);
  if (row === undefined) throw unknownApproval();
  if (row.kind === 'message') return new Date(now.getTime() + body.session_minutes * 60_000);
  throw httpProblem(
    422,
    'approval.no-sender',
    'Only a message that came in has a sender to be let in; this is something else. Nothing was answered; leave session_minutes out.',
  );
}

/** The tags of an If-Match; undefined if any will do. A weak or malformed one matches nothing. */
function entityTags(header: string | undefined): string[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  return header.split(',').map((tag) => /^\s*"([^"]*)"\s*$/.exec(tag)?.[1] ?? '');
}

function unknownApproval() {
  return httpProblem(
    404,
    'approval.unknown',
    'This agent has no request with this id. GET /approvals lists them.',
  );
}
