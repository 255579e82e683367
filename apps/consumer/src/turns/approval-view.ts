import { effectsOfCall, shownCall } from '@salience/act';
import type { ApprovalView } from '@salience/contracts';
import type { ApprovalRow } from '@salience/database/acting';
import { isoInstant } from './iso-instant.ts';

/** An approval request as the API shows it. */
export function approvalView(row: ApprovalRow): ApprovalView {
  const running = row.editedArguments ?? row.arguments;
  return {
    approval_id: row.id,
    kind: row.kind,
    task_id: row.taskId,
    thread_id: row.threadId,
    turn_id: row.turnId,
    state: row.state,
    tool: row.tool,
    arguments: row.arguments,
    edited_arguments: row.editedArguments,
    shown: shownCall(row.tool, running),
    effects: row.kind === 'call' ? effectsOfCall({ tool: row.tool, arguments: running, tier: row.tier }) : [],
    hash: row.hash,
    reason: row.reason,
    tier: row.tier,
    created_at: isoInstant(row.createdAt),
    expires_at: isoInstant(row.expiresAt),
    resolved_at: row.resolvedAt === null ? null : isoInstant(row.resolvedAt),
    resolved_by: row.resolvedBy,
    continuation_turn_id: row.continuationTurnId,
  };
}
