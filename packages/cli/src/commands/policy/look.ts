import {
  policyChangeViewSchema,
  policyDetailSchema,
  policyDiffViewSchema,
  policyVersionViewSchema,
  policyViewSchema,
} from '@salience/contracts';
import type { Command } from 'commander';
import type { ApiClient } from '../../client/api-client.ts';
import { firstOf, itemsOf } from '../../client/pages.ts';
import { shownZone } from '../../client/shown-zone.ts';
import { examples, type RunAction } from '../../command.ts';
import type { Context } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { changeLines, diffLines, policyLines, policyTable, versionLines } from '../../policy/policy-lines.ts';
import { policyPath, versionOf } from '../../policy/policy-terms.ts';
import { countOf, limitOption, noteMore } from '../../tasks/limit.ts';
import { print, printJson } from '../../terminal.ts';

/** policy list, show, diff, history. */
export function declare(policy: Command, run: RunAction): void {
  policy
    .command('list')
    .description('list policies: which version decides, what it departs from, whether it is pinned')
    .addHelpText('after', examples(['policy list', 'policy list --json']))
    .action(run(runList));
  policy
    .command('show')
    .argument('<policy>', 'its name, such as fleet')
    .argument('[version]', 'a version; default: the one that decides, with how it does')
    .description('show a policy, or all weights of one of its versions')
    .addHelpText(
      'after',
      examples(['policy show fleet', 'policy show fleet 3', 'policy show shipped 4 --json']),
    )
    .action(run(runShow));
  policy
    .command('diff')
    .argument('<policy>', 'its name')
    .argument('[from]', 'a version; default: what the policy departs from')
    .argument('[to]', 'a version; default: the one that decides')
    .description('list weights that differ between two versions')
    .addHelpText('after', examples(['policy diff fleet', 'policy diff fleet 2 3']))
    .action(run(runDiff));
  policy
    .command('history')
    .argument('<policy>', 'its name')
    .option(...limitOption)
    .description('list changes, latest first: why each was made, what was expected and what it did')
    .addHelpText('after', examples(['policy history fleet', 'policy history fleet --limit 5 --json']))
    .action(run(runHistory));
}

/** What operators may read too, with their key. */
export function readingClient(context: Context): Promise<ApiClient> {
  return context.env.operatorKey === undefined ? context.client() : context.operatorClient();
}

async function runList(context: Context): Promise<number> {
  const client = await readingClient(context);
  const policies = await firstOf(itemsOf(client, '/policies', policyViewSchema), Number.POSITIVE_INFINITY);
  if (context.json) printJson(policies);
  else print(policyTable(policies, await shownZone(context, client)));
  return exitCodes.ok;
}

async function runShow(context: Context, name: string, version: string | undefined): Promise<number> {
  const path = policyPath(name);
  const below = version === undefined ? undefined : `/versions/${versionOf(version)}`;
  const client = await readingClient(context);
  if (below === undefined) {
    const policy = await client.ask(path, policyDetailSchema);
    if (context.json) printJson(policy);
    else print(policyLines(policy, await shownZone(context, client)).join('\n'));
    return exitCodes.ok;
  }
  const one = await client.ask(`${path}${below}`, policyVersionViewSchema);
  if (context.json) printJson(one);
  else print(versionLines(one, await shownZone(context, client)).join('\n'));
  return exitCodes.ok;
}

async function runDiff(
  context: Context,
  name: string,
  from: string | undefined,
  to: string | undefined,
): Promise<number> {
  const query = new URLSearchParams();
  if (from !== undefined) query.set('from', `${versionOf(from)}`);
  if (to !== undefined) query.set('to', `${versionOf(to)}`);
  const path = policyPath(name, `/diff?${query.toString()}`);
  const client = await readingClient(context);
  const diff = await client.ask(path, policyDiffViewSchema);
  if (context.json) printJson(diff);
  else print(diffLines(diff).join('\n'));
  return exitCodes.ok;
}

async function runHistory(
  context: Context,
  name: string,
  flags: { readonly limit: string },
): Promise<number> {
  const limit = countOf(flags.limit);
  const path = policyPath(name, '/history');
  const client = await readingClient(context);
  const changes = await firstOf(itemsOf(client, path, policyChangeViewSchema), limit);
  if (context.json) printJson(changes);
  else if (changes.length === 0) print('Nothing was changed yet.');
  else {
    const zone = await shownZone(context, client);
    print(changes.flatMap((change) => changeLines(change, zone)).join('\n'));
    noteMore(changes.length, limit);
  }
  return exitCodes.ok;
}
