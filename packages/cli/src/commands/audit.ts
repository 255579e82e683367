import type { Command } from 'commander';
import { type RunAction, examples } from '../command.ts';
import { auditViewSchema } from '@salience/contracts';
import { firstOf, itemsOf } from '../client/pages.ts';
import { shownZone } from '../client/shown-zone.ts';
import { localTime } from '@salience/language';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { usageError } from '@salience/supervisor/home';
import { print, printJson, table } from '../terminal.ts';

/** audit. */
export function declare(program: Command, run: RunAction): void {
  program
    .command('audit')
    .description('changes by operators, latest first')
    .option('--actor <who>', 'operator:<key name>, person or cli:<user>')
    .option('--action <what>', 'such as dead-letter.retry or agent-key.create')
    .option('--limit <n>', 'how many', '50')
    .addHelpText(
      'after',
      examples(['audit', 'audit --actor operator:anna', 'audit --action dead-letter.drop --json']),
    )
    .action(run(runAudit));
}

/** The options of `salience audit`. */
export interface AuditFlags {
  readonly actor?: string;
  readonly action?: string;
  readonly limit: string;
}

const LIMIT_MAX = 10_000;

/** `salience audit`: changes by operators, latest first. */
export async function runAudit(context: Context, flags: AuditFlags): Promise<number> {
  const limit = Number(flags.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT_MAX)
    throw usageError(`Expected a number from 1 to ${LIMIT_MAX} for --limit, got "${flags.limit}".`);
  const { actor, action } = flags;
  const client = await context.operatorClient();
  const rows = await firstOf(itemsOf(client, '/operator/audit', auditViewSchema, { actor, action }), limit);
  if (context.json) printJson(rows);
  else if (rows.length === 0) print('No matching entries.');
  else {
    const zone = await shownZone(context, client);
    const cells = rows.map((row) => [
      localTime(row.at, zone),
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
