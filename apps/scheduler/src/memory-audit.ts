import type { AgentId } from '@salience/contracts';
import { claimAudit, loadAudits, loadAuditSample, saveAudit } from '@salience/database/keeping';
import { auditSample } from '@salience/memory';
import type { Deps, Run } from './deps.ts';

/** From one audit of an agent to the next, in milliseconds of business time. */
const auditMs = 6 * 3_600_000;
/** Items of each kind that are looked at, the latest ones. */
const sampleRows = 1_000;

/**
 * Makes the run that audits the memory of agents whose last audit is six hours old, each once across the fleet, and tells the
 * figures of all of them. An agent whose audit fails is taken up again some minutes later; the others go on.
 */
export function createMemoryAudit({ clock, db, fault, log, metrics }: Deps): Run {
  const audit = async (agentId: AgentId, now: Date): Promise<void> => {
    const figures = auditSample(await loadAuditSample(db, agentId, sampleRows), now);
    await fault('scheduler.audited');
    await saveAudit(db, agentId, figures);
  };
  return async (signal, alive) => {
    const now = await clock.now();
    let audited = 0;
    while (!signal.aborted) {
      const agentId = await claimAudit(db, new Date(now.getTime() - auditMs));
      if (agentId === undefined) break;
      await audit(agentId, now);
      log.debug({ agentId }, 'memory audited');
      audited += 1;
      alive?.();
    }
    await tell({ db, metrics });
    return audited;
  };
}

/** Shares over all agents, each agent by how much of it was looked at. */
async function tell({ db, metrics }: Pick<Deps, 'db' | 'metrics'>): Promise<void> {
  const flaws = ['duplicates', 'unsupported', 'loops', 'stale'] as const;
  const kinds = new Map<string, { total: number; looked: number } & Record<(typeof flaws)[number], number>>();
  const failed = new Map<string, number>();
  for (const { audit } of await loadAudits(db)) {
    for (const [kind, figures] of Object.entries(audit.kinds)) {
      const sum = kinds.get(kind) ?? {
        total: 0,
        looked: 0,
        duplicates: 0,
        unsupported: 0,
        loops: 0,
        stale: 0,
      };
      kinds.set(kind, sum);
      sum.total += figures.total;
      sum.looked += figures.looked;
      for (const flaw of flaws) sum[flaw] += figures[flaw] * figures.looked;
    }
    for (const [kind, count] of Object.entries(audit.failed))
      failed.set(kind, (failed.get(kind) ?? 0) + count);
  }
  for (const [kind, sum] of kinds) {
    metrics.memoryItems.set({ kind }, sum.total);
    for (const flaw of flaws)
      metrics.memoryFlaws.set({ kind, flaw }, sum.looked === 0 ? 0 : sum[flaw] / sum.looked);
  }
  for (const [kind, count] of failed) metrics.memoryFailed.set({ kind }, count);
}
