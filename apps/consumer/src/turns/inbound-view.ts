import type { InboundView } from '@salience/contracts';
import type { InboundRow } from '@salience/database/inlets';
import { inboundInWords } from '@salience/intake';

/** What came in, as the API shows it. */
export function inboundView(row: InboundRow): InboundView {
  const { evidence } = row;
  const isMail = evidence?.kind === 'mail';
  return {
    inbound_id: row.id,
    source: row.source,
    sender: row.sender,
    subject: row.subject,
    authority: row.authority,
    action_class: row.actionClass,
    authorisation: row.authorisation,
    reason: row.reason,
    why: inboundInWords(row.reason, row.authorisation),
    checks: isMail ? evidence.checks : [],
    notes: isMail ? evidence.notes : [],
    evidence,
    count: row.count,
    task_id: row.taskId,
    received_at: row.receivedAt.toISOString(),
  };
}
