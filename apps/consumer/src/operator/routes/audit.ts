import { type AuditView, auditQuerySchema } from '@salience/contracts';
import { type AuditRow, listAudit } from '@salience/database';
import type { ConsumerContext } from '../../consumer-context.ts';
import { decodeCursor, encodeCursor, timePlace } from '../../http/cursor.ts';
import { defined } from '../../http/defined.ts';
import { readQuery } from '../../http/read-input.ts';
import type { OperatorHandler } from '../../http/route-table.ts';

/** GET /operator/audit: what operators did, latest first. */
export function getAudit(context: ConsumerContext): OperatorHandler {
  return async (request, response) => {
    const { limit, cursor, actor, action } = readQuery(request, auditQuerySchema);
    const before = decodeCursor(cursor, timePlace);
    const page = { limit: limit + 1, ...defined({ actor, action, before }) };
    const rows = await listAudit(context.db, page);
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    const next = last === undefined ? null : encodeCursor({ at: last.at, id: last.id });
    response.json({ items: items.map(auditView), next });
  };
}

function auditView({ id, at, actor, action, target, details, outcome }: AuditRow): AuditView {
  return { audit_id: id, at: at.toISOString(), actor, action, target, details: { ...details }, outcome };
}
