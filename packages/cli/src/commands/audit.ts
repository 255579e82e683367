import { type AuditRow, listAudit } from '@salience/database';
import { withOperator } from '../agents/operator-database.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { usageError } from '../failure.ts';
import { print, printJson, table } from '../terminal.ts';

/** The options of `salience audit`. */
export interface AuditFlags {
  readonly actor?: string;
  readonly action?: string;
  readonly limit: string;
}

const LIMIT_MAX = 10_000;

/** `salience audit`: who did what as operator, the latest first. */
export async function runAudit(context: Context, flags: AuditFlags): Promise<number> {
  const limit = Number(flags.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT_MAX)
    throw usageError(`Expected a number from 1 to ${LIMIT_MAX} for --limit, got "${flags.limit}".`);
  const rows = await withOperator(context, (db) =>
    listAudit(db, {
      limit,
      ...(flags.actor === undefined ? {} : { actor: flags.actor }),
      ...(flags.action === undefined ? {} : { action: flags.action }),
    }),
  );
  if (context.json) printJson(rows.map(auditJson));
  else if (rows.length === 0) print('Nothing was done yet that fits.');
  else {
    const cells = rows.map((row) => [
      row.at.toISOString(),
      row.actor,
      row.action,
      row.outcome,
      row.target ?? '',
      Object.keys(row.details).length === 0 ? '' : JSON.stringify(row.details),
    ]);
    print(table(['at', 'who', 'what', 'outcome', 'target', 'details'], cells));
  }
  return exitCodes.ok;
}

function auditJson({ id, at, actor, action, target, details, outcome }: AuditRow) {
  return { audit_id: id, at: at.toISOString(), actor, action, target, details, outcome };
}
