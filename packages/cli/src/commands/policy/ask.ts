import { type PolicyRequestBody, type PolicyRequestView, policyRequestViewSchema } from '@salience/contracts';
import type { Command } from 'commander';
import type { ApiClient } from '../../client/api-client.ts';
import { shownZone } from '../../client/shown-zone.ts';
import { examples, type RunAction } from '../../command.ts';
import type { Context } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { requestLines } from '../../policy/policy-lines.ts';
import { policyPath, versionOf, weightsOf, wholeOf } from '../../policy/policy-terms.ts';
import { note, print, printJson } from '../../terminal.ts';
import { untilStopped } from '../../until-stopped.ts';

const waitOption = ['--wait <seconds>', 'how long to wait for the regulator, 1 to 3600', '60'] as const;
const asOperator = '(as operator: SALIENCE_OPERATOR_KEY, or the person of this machine)';
const everyMs = 500;

interface AskFlags {
  readonly wait: string;
}

interface SimulateFlags extends AskFlags {
  readonly days?: string;
  readonly weight: readonly string[];
}

/** policy pin, unpin, rollback, simulate: only the regulator writes policies, so each asks it and waits for what came of it. */
export function declare(policy: Command, run: RunAction): void {
  for (const [kind, does] of [
    ['pin', 'have a version decide, and nothing move it, until it is unpinned'],
    ['rollback', 'publish a version with the weights of an earlier one; learning goes on from there'],
  ] as const)
    policy
      .command(kind)
      .argument('<policy>', 'its name, such as fleet')
      .argument('<version>', 'the version')
      .option(...waitOption)
      .description(`${does} ${asOperator}`)
      .addHelpText('after', examples([`policy ${kind} fleet 3`]))
      .action(
        run((context: Context, name: string, version: string, flags: AskFlags) =>
          ask(context, name, { kind, version: versionOf(version) }, flags),
        ),
      );
  policy
    .command('unpin')
    .argument('<policy>', 'its name')
    .option(...waitOption)
    .description(`let the regulator move it again, on from the version that was pinned ${asOperator}`)
    .addHelpText('after', examples(['policy unpin fleet']))
    .action(
      run((context: Context, name: string, flags: AskFlags) => ask(context, name, { kind: 'unpin' }, flags)),
    );
  policy
    .command('simulate')
    .argument('<policy>', 'its name')
    .argument('[version]', 'a version; default: the one that decides')
    .option('--weight <name=value>', 'a weight in place of that of the version; may be repeated', added, [])
    .option('--days <n>', 'how far back decisions are read, 1 to 90 days')
    .option(...waitOption)
    .description(`tell what stored decisions would have become under it; changes nothing ${asOperator}`)
    .addHelpText(
      'after',
      examples(['policy simulate fleet 2', 'policy simulate fleet --weight clarify.base=0.3 --days 14']),
    )
    .action(run(runSimulate));
}

function added(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

function runSimulate(
  context: Context,
  name: string,
  version: string | undefined,
  flags: SimulateFlags,
): Promise<number> {
  const weights = weightsOf(flags.weight);
  const body: PolicyRequestBody = {
    kind: 'simulate',
    ...(version === undefined ? {} : { version: versionOf(version) }),
    ...(weights === undefined ? {} : { weights }),
    ...(flags.days === undefined ? {} : { days: wholeOf('--days', flags.days, 90) }),
  };
  return ask(context, name, body, flags);
}

/** Fails where the request was refused, or is still open when the wait is over. */
async function ask(
  context: Context,
  name: string,
  body: PolicyRequestBody,
  flags: AskFlags,
): Promise<number> {
  const path = policyPath(name, '/requests');
  const waitMs = wholeOf('--wait', flags.wait, 3_600) * 1_000;
  const client = await context.operatorClient();
  const asked = await client.ask(path, policyRequestViewSchema, { method: 'POST', body });
  const request = await outcomeOf(client, path, asked, waitMs);
  if (context.json) printJson(request);
  else print(requestLines(request, await shownZone(context, client)).join('\n'));
  if (request.state === 'open')
    note(`The regulator has not come to it yet. Is routing-regulator running? See "./salience status".`);
  return request.state === 'done' ? exitCodes.ok : exitCodes.failure;
}

/** The request when it is settled, or as it stands when the wait is over. */
async function outcomeOf(
  client: ApiClient,
  path: string,
  asked: PolicyRequestView,
  waitMs: number,
): Promise<PolicyRequestView> {
  const stop = untilStopped();
  try {
    const until = performance.now() + waitMs;
    let request = asked;
    while (request.state === 'open' && performance.now() < until && !stop.signal.aborted) {
      await stop.orAfter(everyMs);
      request = await client.ask(`${path}/${asked.request_id}`, policyRequestViewSchema);
    }
    return request;
  } finally {
    stop.release();
  }
}
