import type { Command } from 'commander';
import { type RunAction, examples } from '../../command.ts';
import { memoryAuditViewSchema } from '@salience/contracts';
import { counted } from '@salience/supervisor/home';
import type { Context } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { print, printJson, table } from '../../terminal.ts';
import { oneLine } from '../../memory/one-line.ts';

/** memory audit. */
export function declare(memory: Command, run: RunAction): void {
  memory
    .command('audit')
    .description('count duplicate, unsupported, circular and stale items, and failed enrichments')
    .addHelpText('after', examples(['memory audit', 'memory audit --json']))
    .action(run(runMemoryAudit));
}

/** `salience memory audit`: how good what is remembered is. */
export async function runMemoryAudit(context: Context): Promise<number> {
  const client = await context.client();
  const audit = await client.ask('/memory/audit', memoryAuditViewSchema);
  if (context.json) {
    printJson(audit);
    return exitCodes.ok;
  }
  const share = (value: number): string => `${(value * 100).toFixed(1)} %`;
  const rows = Object.entries(audit.kinds).map(([kind, figures]) => [
    kind,
    String(figures.total),
    String(figures.looked),
    share(figures.duplicates),
    share(figures.unsupported),
    share(figures.loops),
    share(figures.stale),
  ]);
  print(table(['kind', 'there are', 'looked at', 'duplicates', 'unsupported', 'loops', 'stale'], rows));
  const repeats = Object.entries(audit.repeats ?? {}).filter(([, count]) => count > 0);
  if (repeats.length > 0)
    print(
      `\nRepetitions, stored with the first: ${repeats.map(([kind, count]) => `${count} of kind ${kind}`).join(', ')}.`,
    );
  const untold = audit.untold ?? 0;
  if (untold > 0) print(`\nNothing to keep, decided without a model: ${counted(untold, 'exchange')}.`);
  const failed = Object.entries(audit.failed).filter(([, count]) => count > 0);
  if (failed.length === 0) print('\nNo enrichment failed.');
  else {
    const list = failed.map(([kind, count]) => `${count} of kind ${kind}`).join(', ');
    print(`\nFailed enrichments: ${list}. Retry with "./salience memory retry-failed".`);
    for (const { count, kind, reason } of audit.reasons ?? [])
      print(`  ${count} of kind ${kind}: ${oneLine(reason, 400)}`);
  }
  return exitCodes.ok;
}
