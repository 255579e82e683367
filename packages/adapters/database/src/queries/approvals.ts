import type { AgentId, ApprovalState, ConsequenceTier, Id, ThreadId, TurnId } from '@salience/contracts';
import { call, type Database, withAgent } from '../connect.ts';
import { newId } from '../new-id.ts';

/** A request for a yes, as stored. Times are ISO strings. */
export interface ApprovalRow {
  readonly id: Id<'approval'>;
  readonly agentId: AgentId;
  readonly threadId: ThreadId;
  /** The turn that began the run. */
  readonly runId: TurnId;
  /** The step that asks. */
  readonly n: number;
  /** The turn that asked. */
  readonly turnId: TurnId;
  readonly state: ApprovalState;
  readonly tool: string;
  readonly arguments: Record<string, unknown>;
  /** SHA-256 of tool and canonical arguments, hex; of an edited one, of what runs. */
  readonly argumentsHash: string;
  /** The tool as it was shown, part by part. */
  readonly definition: Readonly<Record<string, string>>;
  readonly definitionHash: string;
  /** SHA-256 over both hashes, hex: all that a yes is bound to. */
  readonly hash: string;
  readonly reason: string;
  readonly tier: ConsequenceTier;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly resolvedAt: string | null;
  readonly resolvedBy: string | null;
  /** Of an edited one: what runs instead of `arguments`. */
  readonly editedArguments: Record<string, unknown> | null;
  /** The turn that goes on from the answer. */
  readonly continuationTurnId: TurnId | null;
}

/** An answer to a request. */
export interface ResolveApproval {
  readonly agentId: AgentId;
  readonly approvalId: Id<'approval'>;
  readonly answer: 'approve' | 'refuse' | 'edit';
  /** Of an edit. */
  readonly arguments?: Readonly<Record<string, unknown>>;
  /** Of an edit: SHA-256 of the tool and the new arguments, canonical, hex. Without it the request is asked for again. */
  readonly argumentsHash?: string;
  /** The answer counts only for a request with one of these hashes. */
  readonly ifMatch?: readonly string[];
  /** Who answered, e.g. `agent-key:…`, `operator:…` or `chat`. */
  readonly by: string;
  readonly now: Date;
  /** The turn in which the answer was given; then it is the continuation itself and none is accepted. */
  readonly turnId?: TurnId;
  /** The operator who answers, as the audit log calls them: the audit row is part of the commit. Consumer. */
  readonly operator?: string;
  /** The continuation goes on with this trace; else with that of the run's first turn. */
  readonly traceparent?: string;
}

/** A turn accepted to go on from an answer; its lane is to be woken. */
export interface Continuation {
  readonly threadId: ThreadId;
  readonly turnId: TurnId;
  readonly fence: number;
}

/**
 * `changed`: it is another request than the answer was given for. `already`: it was decided before, `approval` says how; or its deadline had passed unseen, which is a no and may bring a
 * continuation of its own.
 */
export type ResolvedApproval =
  | {
      readonly status: 'resolved' | 'already' | 'changed';
      readonly approval: ApprovalRow;
      readonly continuation: Continuation | null;
    }
  | { readonly status: 'missing'; readonly approval: null; readonly continuation: null };

/**
 * Resolves a request, once, on any replica (laws 11 and 16): the answer and the continuation turn are one commit; the
 * step stays `asked` until that turn takes the answer up. The caller wakes the continuation's lane. One round trip.
 */
export function resolveApproval(db: Database, answer: ResolveApproval): Promise<ResolvedApproval> {
  return call(db, 'resolve_approval', {
    ...answer,
    newTurnId: newId('turn', answer.now.getTime()),
    ...(answer.operator === undefined ? {} : { auditId: newId('audit') }),
  });
}

/** A request that nobody answered in time. */
export interface ExpiredApproval {
  readonly agentId: AgentId;
  readonly threadId: ThreadId;
  readonly approvalId: Id<'approval'>;
  /** The continuation; null where the turn that asked came to no good end and nobody was told of the request. */
  readonly turnId: TurnId | null;
  readonly fence: number | null;
  readonly lateMs: number;
}

/** Resolves requests whose deadline has passed as expired, each once across the fleet. Scheduler role. */
export function expireApprovals(
  db: Database,
  options: { readonly now: Date; readonly limit: number },
): Promise<ExpiredApproval[]> {
  const turnIds = Array.from({ length: options.limit }, () => newId('turn', options.now.getTime()));
  return call(db, 'expire_approvals', { now: options.now, turnIds });
}

/** Which requests, latest first. */
export interface ApprovalPage {
  readonly limit: number;
  readonly state?: ApprovalState | undefined;
  readonly threadId?: ThreadId | undefined;
  readonly after?: { readonly at: Date; readonly id: string } | undefined;
}

/** A page of the agent's requests, latest first. */
export function listApprovals(db: Database, agentId: AgentId, page: ApprovalPage): Promise<ApprovalRow[]> {
  return withAgent(db, agentId, async (client) => {
    const rows = await client.query<{ r: ApprovalRow }>(
      `select salience.approval_view(q) as r from salience.approvals q
       where q.agent_id = $1 and ($2::text is null or q.state = $2) and ($3::text is null or q.thread_id = $3)
         and ($4::timestamptz is null or (date_trunc('milliseconds', q.created_at), q.id) < ($4, $5))
       order by q.created_at desc, q.id desc limit $6`,
      [
        agentId,
        page.state ?? null,
        page.threadId ?? null,
        page.after?.at ?? null,
        page.after?.id ?? null,
        page.limit,
      ],
    );
    return rows.rows.map((row) => row.r);
  });
}

/** One request; undefined when the agent has none such. */
export function findApproval(
  db: Database,
  agentId: AgentId,
  id: Id<'approval'>,
): Promise<ApprovalRow | undefined> {
  return withAgent(db, agentId, async (client) => {
    const rows = await client.query<{ r: ApprovalRow }>(
      'select salience.approval_view(q) as r from salience.approvals q where q.id = $1 and q.agent_id = $2',
      [id, agentId],
    );
    return rows.rows[0]?.r;
  });
}
