import { auditQuerySchema, type AuditView, auditViewSchema, pageSchema } from '@salience/contracts';
import { type AuditRow, listAudit } from '@salience/database/operators';
import { operatorRoute } from '../../http/route.ts';
import { decodeCursor, encodeCursor, timePlace } from '../../http/cursor.ts';
import { defined } from '../../http/defined.ts';
import { dateOf } from '../change-key.ts';

/** GET /operator/audit: what operators did, latest first. */
export const getAudit = operatorRoute({
  method: 'GET',
  path: '/operator/audit',
  does: 'Changes by operators, latest first',
  query: auditQuerySchema,
  answers: { 200: { is: 'A page.', json: pageSchema(auditViewSchema) } },
  handle: async (context, { query, response }) => {
    const { limit, cursor, actor, action, target, from, to } = query;
    const period = { from: dateOf(from), to: dateOf(to) };
    const before = decodeCursor(cursor, timePlace);
    const page = { limit: limit + 1, ...defined({ actor, action, target, before, ...period }) };
    const rows = await listAudit(context.db, page);
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    const next = last === undefined ? null : encodeCursor({ at: last.at, id: last.id });
    response.json({ items: items.map(auditView), next });
  },
});

function auditView({ id, at, actor, action, target, details, outcome }: AuditRow): AuditView {
  return { audit_id: id, at: at.toISOString(), actor, action, target, details: { ...details }, outcome };
}
