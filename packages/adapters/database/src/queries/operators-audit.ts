import type { Id } from '@salience/contracts';
import { call, type Database, query } from '../connect.ts';
import { newId } from '../new-id.ts';

/** How an audited action ended; `started` while it is not known. */
export type AuditOutcome = 'started' | 'done' | 'refused' | 'failed';

/** What an operator did, in ids, names and numbers: never what people or models wrote. */
export interface AuditEntry {
  /** `operator:<key name>`, `local` or `cli:<user>`; `unnamed` where nobody said. */
  readonly actor: string | undefined;
  /** Noun and verb, such as `dead-letter.retry`. */
  readonly action: string;
  readonly target?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A row of the audit log. */
export interface AuditRow {
  readonly id: Id<'audit'>;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly target: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly outcome: AuditOutcome;
}

/**
 * The statement that writes an audit row from five parameters, the first numbered `first`, for use beside the change
 * itself; `from` makes it depend on that change. Operator role.
 */
export function auditInsert(first: number, from = ''): string {
  return `insert into salience.audit_log (id, actor, action, target, details, outcome)
    select $${first}::text, $${first + 1}::text, $${first + 2}::text, $${first + 3}::text, $${first + 4}::jsonb, 'done' ${from}`;
}

/** The parameters of `auditInsert`. */
export function auditValues(entry: AuditEntry): unknown[] {
  const { actor = 'unnamed', action, target = null, details = {} } = entry;
  return [newId('audit'), actor, action, target, JSON.stringify(details)];
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
    readonly before?: { readonly at: Date; readonly id: string };
  },
): Promise<AuditRow[]> {
  return query<AuditRow & Record<string, unknown>>(
    db,
    'operator_audit',
    'select id, at, actor, action, target, details, outcome from salience.operator_audit($1::jsonb)',
    [JSON.stringify(page)],
  );
}
