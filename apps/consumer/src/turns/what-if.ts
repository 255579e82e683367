import type { ChangedDecision, Decision, Mode, WhatIfView } from '@salience/contracts';
import type { StoredDecision } from '@salience/database/learning';
import { decideUnder, type Policy, type ReplayedRouting } from '@salience/router';

type Told = Pick<WhatIfView, 'decisions' | 'unreadable' | 'modes' | 'changed'>;

/**
 * What a policy would have decided, of stored decisions: the first routing of each, from the signals that were measured then. The state of a
 * thread is among them, so an earlier change in it does not carry on to what follows. Writes nothing.
 */
export function whatIf(rows: readonly StoredDecision[], policy: Policy): Told {
  const counts = new Map<string, WhatIfView['modes'][number]>();
  const changed: ChangedDecision[] = [];
  let unreadable = 0;
  for (const row of rows) {
    const again = row.decision && under(row.decision, policy);
    if (row.decision === undefined || again === undefined) {
      unreadable += 1;
      continue;
    }
    const [was, now] = [row.decision.modeInitial, again.settled.mode];
    count(counts, was, now);
    if (was !== now) changed.push(changedOf(row, row.decision, again));
  }
  return { decisions: rows.length, unreadable, modes: [...counts.values()], changed };
}

function count(counts: Map<string, WhatIfView['modes'][number]>, was: Mode, now: Mode): void {
  const key = `${was} ${now}`;
  const known = counts.get(key)?.decisions ?? 0;
  counts.set(key, { was, would_be: now, decisions: known + 1 });
}

/** Undefined for signals of a release that this one cannot read. */
function under(decision: Decision, policy: Policy): ReplayedRouting | undefined {
  try {
    return decideUnder(decision, policy);
  } catch {
    return undefined;
  }
}

function changedOf(
  { endedAt, text, threadId, turnId }: StoredDecision,
  { modeInitial, unmeasured = [] }: Decision,
  { result, settled }: ReplayedRouting,
): ChangedDecision {
  return {
    turn_id: turnId,
    thread_id: threadId,
    ended_at: endedAt.toISOString(),
    text,
    was: modeInitial,
    would_be: settled.mode,
    confidence: Math.max(0, result.confidence),
    by: byOf(settled),
    unmeasured: [...unmeasured],
  };
}

function byOf({ tiebreak }: ReplayedRouting['settled']): ChangedDecision['by'] {
  if (tiebreak === null) return 'scores';
  return tiebreak.choice === null ? 'tie' : 'answer';
}
