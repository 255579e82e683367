import {
  type Accepted,
  isTerminal,
  type MidRunPolicy,
  type ThreadId,
  type Trust,
  type TurnId,
} from '@salience/contracts';
import { newId } from '@salience/database';
import { type AcceptResult, acceptTurn, type ContextMessage, loadHistory } from '@salience/database/turns';
import { wake } from '@salience/runtime';
import { type MessageOrigin, trustOfContext, trustOfMessage } from '@salience/safety';
import { annotateSpan, attributeKeys, currentTraceparent, spanNames, withSpan } from '@salience/telemetry';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { httpProblem } from '../http/problems.ts';
import { mayApprove, originOf } from './message-origin.ts';
import { signalCancel } from './signal-cancel.ts';
import { threadRef } from './thread-ref.ts';

/** The problems that keep a message from being accepted, for the OpenAPI document. */
export const acceptingProblems = {
  400: ['zone.unknown'],
  404: ['thread.unknown'],
  409: ['thread.busy'],
  422: ['idempotency.key-invalid', 'idempotency.key-reused', 'thread.bad-id'],
  429: ['limit.rate', 'limit.open-turns', 'streams.limit'],
};

/** A message that is sent along with the one to be answered. */
export interface SentAlong {
  readonly role: string;
  readonly content: string;
  readonly speaker?: string | undefined;
}

/** A message from any of the entry points. */
export interface IncomingMessage {
  readonly text: string;
  readonly source: string;
  /** Thread id or key; `new` for a new thread; undefined for the caller's current thread. */
  readonly thread: { readonly ref: string } | 'new' | undefined;
  readonly speaker: string | undefined;
  readonly saidAt: string | undefined;
  /** The speaker's IANA time zone. */
  readonly zone: string;
  /** The message's channel, and the highest trust that its caller claims for it. */
  readonly channel?: string | undefined;
  readonly trust?: Trust | undefined;
  readonly context?: readonly SentAlong[];
  readonly idempotencyKey: string | undefined;
  /** What becomes of it while its thread is busy, where the message says so. */
  readonly midRun?: MidRunPolicy | undefined;
}

/** The committed turn of a message. */
export interface AcceptedTurn {
  readonly turnId: TurnId;
  readonly threadId: ThreadId;
  readonly seq: number;
  readonly state: Accepted['state'];
  /** The fence of its lane. */
  readonly fence: number;
  readonly replayed: boolean;
}

/** How far a caller's clock may be ahead before its messages count as said in the future. */
const clockSkewMs = 5_000;

/**
 * Accepts a message. When this resolves the turn is committed (law 2) and its lane is being woken; a sweep repeats a lost wake-up.
 * Throws the problem that says why it was not accepted.
 */
export async function acceptMessage(
  context: ConsumerContext,
  caller: Caller,
  message: IncomingMessage,
): Promise<AcceptedTurn> {
  const { agent } = caller;
  const now = await context.clock.now();
  const saidAt = saidAtOf(message.saidAt, now);
  // The turn belongs under the request's span, not under the short one of this query.
  const traceparent = currentTraceparent();
  const newThreadId = newId('thread', now.getTime());
  const origin = originOf(caller, message);
  const turn = {
    agentId: agent.id,
    turnId: newId('turn', now.getTime()),
    newThreadId,
    caller: `${caller.name}/${message.source}`,
    text: message.text,
    source: message.source,
    trust: trustOfMessage(origin),
    mayApprove: mayApprove(caller, message.source),
    zone: message.zone,
    now,
    limits: context.turnLimits ?? {},
    ...(context.threadExpiryMs === undefined ? {} : { expiryMs: context.threadExpiryMs }),
    ...threadOf(message, newThreadId),
    ...(message.speaker === undefined ? {} : { speaker: message.speaker }),
    ...(saidAt === undefined ? {} : { saidAt }),
    ...(message.midRun === undefined ? {} : { midRun: message.midRun }),
    ...(message.context === undefined || message.context.length === 0
      ? {}
      : { context: message.context.map((one) => withTrust(one, origin)) }),
    ...(message.idempotencyKey === undefined ? {} : { idempotencyKey: message.idempotencyKey }),
    ...(traceparent === undefined ? {} : { traceparent }),
  };
  const result = await withSpan(spanNames.turnAccept, {}, () => acceptTurn(context.db, turn));
  const accepted = await orProblem(context, caller, result);
  // Committed, but no worker knows yet: recovery tests crash here.
  await context.fault?.('consumer.accepted');
  annotateSpan({
    [attributeKeys.agentId]: agent.id,
    [attributeKeys.threadId]: accepted.threadId,
    [attributeKeys.turnId]: accepted.turnId,
  });
  const { threadId, fence, heldBy } = accepted;
  for (const { turnId: stopped, state } of accepted.interrupted ?? []) {
    if (state === 'running') signalCancel(context, stopped);
    else {
      context.metrics.turnsEnded.inc({ agent: agent.id, state });
      context.streams.check(agent.id, stopped);
    }
  }
  if (!isTerminal(accepted.state)) {
    context.signalAccepted(agent.id);
    context.background.keep(wake(context, { agentId: agent.id, threadId, fence, heldBy }));
  }
  return accepted;
}

function withTrust(sent: SentAlong, origin: MessageOrigin): ContextMessage {
  return { role: sent.role, content: sent.content, trust: trustOfContext(origin, sent) };
}

function threadOf(message: IncomingMessage, newThreadId: ThreadId) {
  if (message.thread === undefined) return {};
  if (message.thread !== 'new') return threadRef(message.thread.ref);
  // A retry must name the same thread; the idempotency key alone is not enough.
  const { idempotencyKey } = message;
  return { threadKey: idempotencyKey === undefined ? newThreadId : `idempotency:${idempotencyKey}` };
}

function saidAtOf(at: string | undefined, now: Date): Date | undefined {
  if (at === undefined) return undefined;
  const saidAt = new Date(at);
  if (saidAt <= now) return saidAt;
  if (saidAt.getTime() - now.getTime() <= clockSkewMs) return now;
  throw httpProblem(
    422,
    'body.invalid',
    'The body is invalid: at: expected a time that is not in the future.',
    {
      issues: [{ path: 'at', message: 'expected a time that is not in the future' }],
    },
  );
}

async function orProblem(
  context: ConsumerContext,
  caller: Caller,
  result: AcceptResult,
): Promise<Extract<AcceptResult, { status: 'accepted' }>> {
  switch (result.status) {
    case 'accepted':
      return result;
    case 'no_thread':
      throw httpProblem(
        404,
        'thread.unknown',
        'This agent has no thread with this id. Omit thread_id to continue the current one, or send a key of your own.',
      );
    case 'key_reused':
      throw httpProblem(
        422,
        'idempotency.key-reused',
        'This Idempotency-Key was used for another message. Send a new key with a new message, or the same message again.',
        { turnId: result.turnId },
      );
    case 'limited':
      throw limitProblem(result);
    case 'busy': {
      const turnId = await oldestOpenTurn(context, caller, result.threadId);
      throw httpProblem(
        409,
        'thread.busy',
        'This thread is still busy with an earlier message, and its agent takes one at a time. Wait for the turn in turn_id, or cancel it.',
        turnId === undefined ? {} : { turnId },
      );
    }
  }
}

/** The problem of a message that is one more than the agent takes on. */
export function limitProblem(result: Extract<AcceptResult, { status: 'limited' }>) {
  const { allowed, retryAfterMs } = result;
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
  const detail =
    result.limit === 'rate'
      ? `This agent accepts ${allowed} messages per minute, and the limit is reached. The message was not stored; send it again in ${seconds} s.`
      : `This agent has ${allowed} open turns, which is its limit. The message was not stored; send it again when one has ended.`;
  return httpProblem(429, `limit.${result.limit}`, detail, { headers: { 'Retry-After': String(seconds) } });
}

/** The turn that keeps a thread busy; it may have ended meanwhile. */
async function oldestOpenTurn(
  context: ConsumerContext,
  caller: Caller,
  threadId: ThreadId,
): Promise<TurnId | undefined> {
  const rows = await loadHistory(context.db, caller.agent.id, { threadId, limit: 20 });
  return rows.findLast((row) => row.state === 'pending' || row.state === 'running')?.turnId;
}
