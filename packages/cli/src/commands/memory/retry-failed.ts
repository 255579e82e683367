import type { Command } from 'commander';
import { type RunAction, examples } from '../../command.ts';
import { retriedMemorySchema } from '@salience/contracts';
import type { Context } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { print, printJson } from '../../terminal.ts';

/** memory retry-failed. */
export function declare(memory: Command, run: RunAction): void {
  memory
    .command('retry-failed')
    .description('retry failed enrichments')
    .addHelpText('after', examples(['memory retry-failed']))
    .action(run(runMemoryRetryFailed));
}

/** `salience memory retry-failed`: offers what could not be learned from again. */
export async function runMemoryRetryFailed(context: Context): Promise<number> {
  const client = await context.client();
  const retried = await client.ask('/memory/retry-failed', retriedMemorySchema, { method: 'POST', body: {} });
  if (context.json) printJson(retried);
  else {
    const some = Object.entries(retried.counts).filter(([, count]) => count > 0);
    print(
      some.length === 0 ? 'Nothing had failed.' : some.map(([kind, n]) => `${kind}: ${n} again`).join('\n'),
    );
  }
  return exitCodes.ok;
}
