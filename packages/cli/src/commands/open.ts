import type { Command } from 'commander';
import { type RunAction, examples } from '../command.ts';
import { signInUrl } from '../client/sign-in-url.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { note, print, printJson } from '../terminal.ts';

/** open. */
export function declare(program: Command, run: RunAction): void {
  program
    .command('open')
    .description('print an address that signs a browser in as the person of this machine, once')
    .addHelpText('after', examples(['open', 'open --json']))
    .action(run(runOpen));
}

/** `salience open`: an address that signs a browser in as the person of this machine. */
export async function runOpen(context: Context): Promise<number> {
  const client = await context.client();
  const url = await signInUrl(client);
  if (context.json) printJson({ url });
  else {
    print(url);
    note('Open it in a browser within ten minutes. It works once.');
  }
  return exitCodes.ok;
}
