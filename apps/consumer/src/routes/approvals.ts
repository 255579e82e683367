import { argumentsProblem } from '@salience/act';
import {
  type ApprovalAnswer,
  approvalAnswerSchema,
  approvalQuerySchema,
  idSchema,
} from '@salience/contracts';
import { findApproval, listApprovals, resolveApproval } from '@salience/database';
import { wakeLane } from '@salience/queues';
import { currentTraceparent } from '@salience/telemetry';
import type { ConsumerContext } from '../consumer-context.ts';
import { decodeCursor, encodeCursor, timePlace } from '../http/cursor.ts';
import { defined } from '../http/defined.ts';
import type { Caller } from '../http/door.ts';
import { httpProblem } from '../http/problems.ts';
import { readParam, readQuery } from '../http/read-input.ts';
import { type Handler, withBody } from '../http/route-table.ts';
import { approvalView } from '../turns/approval-view.ts';

/** GET /approvals: what the agent asked a yes for, latest first. */
export function getApprovals(context: ConsumerContext): Handler {
  return async (request, response, caller) => {
    const { limit, cursor, state, thread_id: threadId } = readQuery(request, approvalQuerySchema);
    const after = decodeCursor(cursor, timePlace);
    const page = { limit: limit + 1, ...defined({ state, threadId, after }) };
    const rows = await listApprovals(context.db, caller.agent.id, page);
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    const next = last === undefined ? null : encodeCursor({ at: new Date(last.createdAt), id: last.id });
    response.json({ items: items.map(approvalView), next });
  };
}

/** GET /approvals/:approval. */
export function getApproval(context: ConsumerContext): Handler {
  return async (request, response, caller) => {
    const id = readParam(request, 'approval', idSchema('approval'));
    const row = await findApproval(context.db, caller.agent.id, id);
    if (row === undefined) throw unknownApproval();
    response.json(approvalView(row));
  };
}

/** POST /approvals/:approval: answers a request, once on any replica; the turn that goes on from it is woken. */
export function postApproval(context: ConsumerContext): Handler {
  return withBody(approvalAnswerSchema, async (body: ApprovalAnswer, request, response, caller) => {
    const id = readParam(request, 'approval', idSchema('approval'));
    if (body.answer === 'edit') refuseUnusable(body.arguments);
    const result = await resolveApproval(context.db, {
      agentId: caller.agent.id,
      approvalId: id,
      answer: body.answer,
      ...(body.answer === 'edit' ? { arguments: body.arguments } : {}),
      by: answerer(caller),
      now: await context.clock.now(),
      ...defined({ traceparent: currentTraceparent(), operator: caller.operator }),
    });
    if (result.status === 'missing') throw unknownApproval();
    const { approval, continuation } = result;
    if (continuation !== null) {
      const { threadId, fence } = continuation;
      context.signalAccepted(caller.agent.id);
      context.background.run(
        () => wakeLane(context.queues, { agentId: caller.agent.id, threadId, fence }),
        'lane not woken; the sweeper will',
        { threadId },
      );
    }
    if (result.status === 'already') {
      const detail = `This request was answered before: ${approval.state}. Nothing was changed.`;
      throw httpProblem(409, 'approval.resolved', detail, { approval: approvalView(approval) });
    }
    response.json(approvalView(approval));
  });
}

/** Arguments that no tool would be given are turned away here, before anything is answered. */
function refuseUnusable(args: Readonly<Record<string, unknown>>): void {
  const problem = argumentsProblem({ arguments: args });
  if (problem === null) return;
  const message = `Expected arguments that a tool can be given, but ${problem}.`;
  throw httpProblem(422, 'body.invalid', `${message} Nothing was answered; send others.`, {
    issues: [{ path: 'arguments', message }],
  });
}

/** Who is recorded as having answered. Names of keys are no secrets, keys are: only what the door calls them. */
function answerer(caller: Caller): string {
  if (caller.operator !== undefined) return caller.operator;
  return caller.voice === 'person' ? 'person' : 'agent-key';
}

function unknownApproval() {
  return httpProblem(
    404,
    'approval.unknown',
    'This agent has no request with this id. GET /approvals lists them.',
  );
}
