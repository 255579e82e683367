import type { Command } from 'commander';
import { instantOfWall } from '@salience/language';
import { usageError } from '@salience/supervisor/home';
import { shownZone } from '../client/shown-zone.ts';
import { type RunAction, examples } from '../command.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { readPolicy } from '../rerun/read-policy.ts';
import { renderChanged, renderWhatIf } from '../rerun/render-what-if.ts';
import { whatIf } from '../rerun/what-if.ts';
import { print, printJson } from '../terminal.ts';

/** what-if. */
export function declare(program: Command, run: RunAction): void {
  program
    .command('what-if')
    .description(
      'what another policy would have decided over a day of stored turns; nothing is sent, remembered or done',
    )
    .requiredOption('--day <date>', 'the day, as YYYY-MM-DD, in your time zone')
    .requiredOption(
      '--policy <policy>',
      'a version of the policy of all agents, a name or both, such as 7, fleet or shipped@4',
    )
    .option('--days <count>', 'so many days from then on', '1')
    .addHelpText(
      'after',
      examples([
        'what-if --day 2026-11-27 --policy 7',
        'what-if --day 2026-11-21 --days 7 --policy shipped@4',
      ]),
    )
    .action(run(runWhatIf));
}

const daysMax = 366;

/** `salience what-if`: each decision that would have been another, then the table of all. */
export async function runWhatIf(
  context: Context,
  options: { readonly day: string; readonly days: string; readonly policy: string },
): Promise<number> {
  const policy = readPolicy(options.policy);
  const days = Number(options.days);
  if (!Number.isInteger(days) || days < 1 || days > daysMax)
    throw usageError(`Expected --days as a whole number from 1 to ${daysMax}, got "${options.days}".`);
  const client = await context.client();
  const zone = await shownZone(context, client);
  const from = dayStart(options.day, 0, zone);
  const to = dayStart(options.day, days, zone);
  const found: unknown[] = [];
  const result = await whatIf(client, {
    policy,
    from,
    to,
    onChanged: (changed) => (context.json ? found.push(changed) : print(renderChanged(changed, zone))),
  });
  if (context.json) printJson({ ...result, decisions_changed: found });
  else print(`${result.changed === 0 ? '' : '\n'}${renderWhatIf(result)}`);
  return exitCodes.ok;
}

/** When the day so many days after one begins. Throws `cli.usage` for what is no day. */
function dayStart(day: string, after: number, zone: string): Date {
  const midnight = new Date(`${day}T00:00:00Z`);
  if (
    !/^\d{4}-\d\d-\d\d$/.test(day) ||
    Number.isNaN(midnight.getTime()) ||
    !midnight.toISOString().startsWith(day)
  )
    throw usageError(`Expected --day as a day, such as 2026-11-27, got "${day}".`);
  return new Date(instantOfWall(midnight.getTime() + after * 86_400_000, zone));
}
