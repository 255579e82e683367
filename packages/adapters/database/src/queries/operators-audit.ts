import type { Id } from '@salience/contracts';
import { call, type Database, type Orm, query } from '../connect.ts';
import { newId } from '../new-id.ts';
import { auditLog } from '../schema/operators.ts';
import { columnsOf } from '../typed-rows.ts';

/** A row of the audit log. */
export type AuditRow = Readonly<typeof auditLog.$inferSelect>;

/** How an audited action ended; `started` while it is not known. */
export type AuditOutcome = AuditRow['outcome'];

/** What an operator did, in ids, names and numbers: never what people or models wrote. */
export interface AuditEntry {
  /** `unnamed` if the operator is not named. */
  readonly actor: string | undefined;
  readonly action: string;
  readonly target?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Writes the audit row in the transaction of the change. Operator role. */
export async function audit(
  orm: Orm,
  { actor = 'unnamed', details = {}, ...entry }: AuditEntry,
): Promise<void> {
  await orm.insert(auditLog).values({ id: newId('audit'), actor, details, ...entry, outcome: 'done' });
}

/** Writes a row for an action that cannot be in one transaction with it, before it is tried. Consumer, operator. */
export async function startAudit(db: Database, entry: AuditEntry): Promise<Id<'audit'>> {
  const id = newId('audit');
  await call(db, 'write_audit', { ...entry, actor: entry.actor ?? 'unnamed', id, outcome: 'started' });
  return id;
}

/** Says how a started action ended; does nothing to any other row. Consumer, operator. */
export async function finishAudit(
  db: Database,
  id: Id<'audit'>,
  outcome: Exclude<AuditOutcome, 'started'>,
): Promise<void> {
  await call(db, 'finish_audit', { id, outcome });
}

/** The audit log, the latest first. Consumer, operator. */
export function listAudit(
  db: Database,
  page: {
    readonly limit: number;
    readonly actor?: string;
    readonly action?: string;
    readonly target?: string;
    /** Rows from one instant on, and before another. */
    readonly from?: Date;
    readonly to?: Date;
    readonly before?: { readonly at: Date; readonly id: string };
  },
): Promise<AuditRow[]> {
  return query<AuditRow & Record<string, unknown>>(
    db,
    'operator_audit',
    `select ${columnsOf(auditLog)} from salience.operator_audit($1::jsonb)`,
    [JSON.stringify(page)],
  );
}
