import type { AgentId, MemoryAuditView } from '@salience/contracts';
import type { AuditSample } from '@salience/memory';
import { type Database, query, withAgent } from '../connect.ts';

/** What an audit looks at: the latest `limit` items of each kind that an agent remembers. Reads only, and reinforces nothing. */
export async function loadAuditSample(db: Database, agentId: AgentId, limit: number): Promise<AuditSample> {
  const rows = await query<{ r: AuditSample }>(
    db,
    'audit_sample',
    'select salience.audit_sample($1, $2) as r',
    [agentId, limit],
  );
  return (rows[0] as { r: AuditSample }).r;
}

/** Reasons of what could not be learned from that are told, the most frequent first. */
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
  const rows = await query<{ agent: AgentId | null }>(
    db,
    'claim_audit',
    'select salience.claim_audit($1) as agent',
    [before],
  );
  return rows[0]?.agent ?? undefined;
}

/** Keeps an agent's audit; the one before it is replaced. Scheduler role. */
export function saveAudit(db: Database, agentId: AgentId, audit: MemoryAuditView): Promise<void> {
  return withAgent(db, agentId, async (client) => {
    await client.query(
      'update salience.memory_audits set body = $2, audited_at = $3, claimed_until = null where agent_id = $1',
      [agentId, JSON.stringify(audit), audit.at],
    );
  });
}

/** The latest audit of every agent. Scheduler role. */
export async function loadAudits(
  db: Database,
): Promise<{ readonly agentId: AgentId; readonly audit: MemoryAuditView }[]> {
  return query<{ agentId: AgentId; audit: MemoryAuditView }>(
    db,
    'load_audits',
    `select agent_id as "agentId", body as audit from salience.memory_audits where body <> '{}'`,
    [],
  );
}

/**
 * Deletes gists that are older than their agent keeps them, at most `limit`; resolves with how many. Agents that set nothing
 * keep theirs. Scheduler role.
 */
export async function deleteOldGists(db: Database, now: Date, limit: number): Promise<number> {
  const rows = await query<{ n: number }>(
    db,
    'delete_old_gists',
    'select salience.delete_old_gists($1, $2) as n',
    [now, limit],
  );
  return rows[0]?.n ?? 0;
}
