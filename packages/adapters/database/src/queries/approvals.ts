import type { AgentId, ApprovalState, Id, ReviewKind, ThreadId, TurnId } from '@salience/contracts';
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { call, type Database, withAgent } from '../connect.ts';
import { newId } from '../new-id.ts';
import { approvals } from '../schema/acting.ts';
import { type AsJson } from '../typed-rows.ts';

/** An approval, as stored. Times are ISO strings. */
export interface ApprovalRow extends AsJson<typeof approvals.$inferSelect> {
  /** SHA-256 over both hashes, hex: what the answer is bound to. */
  readonly hash: string;
}

/** An answer to an approval. */
export interface ResolveApproval {
  readonly agentId: AgentId;
  readonly approvalId: Id<'approval'>;
  readonly answer: 'approve' | 'refuse' | 'edit';
  /** Of an edit. */
  readonly arguments?: Readonly<Record<string, unknown>>;
  /** Of an edit: SHA-256 of the tool and the new canonical arguments, hex. Without it a new approval is requested. */
  readonly argumentsHash?: string;
  /** The answer counts only for an approval with one of these hashes. */
  readonly ifMatch?: readonly string[];
  /** Who answered, e.g. `agent-key:…`, `operator:…` or `chat`. */
  readonly by: string;
  readonly now: Date;
  /** The turn in which the answer was given; then it is the continuation itself and none is accepted. */
  readonly turnId?: TurnId;
  /** Of a yes to a message that came in: until when its sender is let in without being asked about. Consumer. */
  readonly sessionUntil?: Date;
  /** The operator who answers, named as in the audit log: the audit row is part of the commit. Consumer. */
  readonly operator?: string;
  /** The trace of the answer: the continuation begins in it where the run's first turn has none. */
  readonly traceparent?: string;
}

/** The accepted continuation; the caller wakes its lane. */
export interface Continuation {
  readonly threadId: ThreadId;
  readonly turnId: TurnId;
  readonly fence: number;
  /** As where a message is accepted: the live worker to wake. */
  readonly heldBy: Id<'worker'> | null;
}

/**
 * `changed`: the approval differs from the one that was answered. `already`: it was resolved before, `approval` says how, or its
 * deadline had passed unnoticed; then it expires now, perhaps with a continuation of its own.
 */
export type ResolvedApproval =
  | {
      readonly status: 'resolved' | 'already' | 'changed';
      readonly approval: ApprovalRow;
      readonly continuation: Continuation | null;
      /** The trace in which goes on what was answered: that of the run's first turn, or of the task. */
      readonly traceparent?: string | null;
    }
  | {
      readonly status: 'missing';
      readonly approval: null;
      readonly continuation: null;
      readonly traceparent?: undefined;
    };

/**
 * Resolves an approval, once, on any replica (laws 11 and 16): the answer and the continuation turn are one commit; the
 * step stays `asked` until that turn takes the answer up. The caller wakes the continuation's lane. One round trip.
 */
export function resolveApproval(db: Database, answer: ResolveApproval): Promise<ResolvedApproval> {
  return call(db, 'resolve_approval', {
    ...answer,
    newTurnId: newId('turn', answer.now.getTime()),
    ...(answer.sessionUntil === undefined ? {} : { sessionId: newId('senderSession', answer.now.getTime()) }),
    ...(answer.operator === undefined ? {} : { auditId: newId('audit') }),
  });
}

/** An approval that expired unanswered. */
export interface ExpiredApproval {
  readonly agentId: AgentId;
  readonly threadId: ThreadId;
  readonly approvalId: Id<'approval'>;
  /** The continuation; null if the turn that asked failed, because then nobody saw the request. */
  readonly turnId: TurnId | null;
  readonly fence: number | null;
  readonly heldBy: Id<'worker'> | null;
  readonly lateMs: number;
}

/** Expires approvals after their deadline, each once across the fleet. Scheduler role. */
export function expireApprovals(
  db: Database,
  options: { readonly now: Date; readonly limit: number },
): Promise<ExpiredApproval[]> {
  const turnIds = Array.from({ length: options.limit }, () => newId('turn', options.now.getTime()));
  return call(db, 'expire_approvals', { now: options.now, turnIds });
}

/** Which approvals, latest first. */
export interface ApprovalPage {
  readonly limit: number;
  readonly state?: ApprovalState | undefined;
  readonly kinds?: readonly ReviewKind[] | undefined;
  readonly threadId?: ThreadId | undefined;
  readonly after?: { readonly at: Date; readonly id: string } | undefined;
}

/** The table under a name by which a function can be given its rows. */
const q = alias(approvals, 'q');

/** A page of the agent's approvals, latest first. */
export function listApprovals(
  db: Database,
  agentId: AgentId,
  { after, kinds, limit, state, threadId }: ApprovalPage,
): Promise<ApprovalRow[]> {
  const before =
    after && sql`(date_trunc('milliseconds', ${q.createdAt}), ${q.id}) < (${after.at}, ${after.id})`;
  const wanted = [
    state && eq(q.state, state),
    kinds && inArray(q.kind, [...kinds]),
    threadId && eq(q.threadId, threadId),
    before,
  ];
  return approvalsWhere(db, agentId, limit, ...wanted);
}

/** One approval; undefined if the agent has none with this id. */
export async function findApproval(
  db: Database,
  agentId: AgentId,
  id: Id<'approval'>,
): Promise<ApprovalRow | undefined> {
  return (await approvalsWhere(db, agentId, 1, eq(q.id, id)))[0];
}

/** Approvals with these ids, latest first. */
export function approvalsOf(db: Database, agentId: AgentId, ids: readonly string[]): Promise<ApprovalRow[]> {
  return approvalsWhere(db, agentId, ids.length, inArray(q.id, [...ids] as Id<'approval'>[]));
}

function approvalsWhere(
  db: Database,
  agentId: AgentId,
  limit: number,
  ...wanted: readonly (SQL | undefined)[]
): Promise<ApprovalRow[]> {
  return withAgent(db, agentId, async ({ orm }) => {
    const rows = await orm
      .select({ r: sql<ApprovalRow>`salience.approval_view(${q})` })
      .from(q)
      .where(and(eq(q.agentId, agentId), ...wanted))
      .orderBy(desc(q.createdAt), desc(q.id))
      .limit(limit);
    return rows.map(({ r }) => r);
  });
}
