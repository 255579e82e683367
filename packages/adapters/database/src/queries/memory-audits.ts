import type { AgentId, MemoryAuditView } from '@salience/contracts';
import type { AuditSample } from '@salience/memory';
import { eq, sql } from 'drizzle-orm';
import { ask, type Database, statement, withAgent } from '../connect.ts';
import { memoryAudits } from '../schema/keeping.ts';

/** What an audit looks at: the latest `limit` items of each kind that an agent remembers. Reads only, and reinforces nothing. */
export function loadAuditSample(db: Database, agentId: AgentId, limit: number): Promise<AuditSample> {
  return ask(db, 'audit_sample', agentId, limit);
}

/** Maximum reasons of failed extractions in the report, the most frequent first. */
const reasonsMax = 20;

/** Why something could not be learned from, and how often: the error's code, and what the model's provider said of the request. */
export interface FailedReason {
  readonly kind: 'exchange' | 'stretch' | 'episode' | 'experience';
  readonly reason: string;
  readonly count: number;
}

/** Why what an agent could not learn from failed, the most frequent reason first. */
export function loadFailedReasons(db: Database, agentId: AgentId): Promise<FailedReason[]> {
  return withAgent(db, agentId, async (client) => {
    const rows = await client.query<FailedReason>(
      `select kind, coalesce(reason, 'unknown') as reason, count(*)::int as count from (
         select case kind when 'chunk' then 'exchange' when 'tell' then 'stretch' else 'episode' end as kind, error as reason
           from salience.memory_retries where agent_id = $1 and due_at is null
         union all select 'experience', error from salience.experiences where agent_id = $1 and state = 'failed') f
       group by kind, reason order by count desc, kind, reason limit $2`,
      [agentId, reasonsMax],
    );
    return rows.rows;
  });
}

/** Takes an agent whose last audit was before an instant of business time; undefined when none is left. Scheduler role. */
export async function claimAudit(db: Database, before: Date): Promise<AgentId | undefined> {
  return (await ask<AgentId | null>(db, 'claim_audit', before)) ?? undefined;
}

/** Keeps an agent's audit; the one before it is replaced. Scheduler role. */
export function saveAudit(db: Database, agentId: AgentId, audit: MemoryAuditView): Promise<void> {
  const kept = { body: audit, auditedAt: new Date(audit.at), claimedUntil: null };
  return withAgent(db, agentId, async ({ orm }) => {
    await orm.update(memoryAudits).set(kept).where(eq(memoryAudits.agentId, agentId));
  });
}

/** The latest audit of every agent. Scheduler role. */
export function loadAudits(
  db: Database,
): Promise<{ readonly agentId: AgentId; readonly audit: MemoryAuditView }[]> {
  const { agentId, body } = memoryAudits;
  return statement(db, (orm) =>
    orm.select({ agentId, audit: body }).from(memoryAudits).where(sql`${body} <> '{}'`),
  );
}

/**
 * Deletes gists that are older than their agent keeps them, at most `limit`; resolves with how many. Agents that set nothing
 * keep theirs. Scheduler role.
 */
export function deleteOldGists(db: Database, now: Date, limit: number): Promise<number> {
  return ask(db, 'delete_old_gists', now, limit);
}

/**
 * Has everything of an agent that could not be learned from tried again: exchanges, stretches, episodes without concepts, experiences.
 * The sweep finds them within seconds. `now` is business time. Resolves with how many, by kind. For consumer and operator.
 */
export function retryFailedMemory(
  db: Database,
  agentId: AgentId,
  now: Date,
): Promise<Record<string, number>> {
  return ask(db, 'retry_failed', agentId, now);
}
