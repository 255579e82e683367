import {
  type ActionClass,
  actionClasses,
  actionClassSchema,
  addedHookSchema,
  type HookView,
  hookViewSchema,
  rotatedHookSchema,
} from '@salience/contracts';
import { localTime } from '@salience/language';
import { usageError } from '@salience/supervisor/home';
import type { Command } from 'commander';
import { shownZone } from '../client/shown-zone.ts';
import { examples, type RunAction } from '../command.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { hookPath, hooksOf } from '../hooks/hook-path.ts';
import { signingHelp } from '../hooks/signing.ts';
import { planChoice, planOption } from '../tasks/plan-choice.ts';
import { classWords } from '@salience/trust';
import { colour, print, printJson, table } from '../terminal.ts';

interface AddFlags {
  readonly action?: string;
  readonly as?: string;
  readonly perMinute?: string;
  readonly plan?: string;
}

const whom = 'name or id of the hook';
const changes = {
  pause: 'take nothing in through one for now',
  resume: 'let one take in again',
} as const;

/** hook: webhooks that come in. */
export function declare(program: Command, run: RunAction): void {
  const hook = program
    .command('hook')
    .description('webhooks that come in: each signed message is a task')
    .addHelpText('after', examples(['hook add builds', 'hook list', 'tasks inbound --rejected']));
  const verb = (name: string, does: string, shown: readonly string[]) =>
    hook.command(name).description(does).addHelpText('after', examples(shown));
  verb('add', 'make one; its secret is shown this once', [
    'hook add builds',
    'hook add door --action write_local --as owner --per-minute 10',
    'hook add letters --plan mail',
  ])
    .argument('<name>', 'small letters, digits, dots, dashes and underscores')
    .option('--action <class>', `what its messages ask for, at least: ${actionClasses.join(', ')}`)
    .option('--as <whom>', 'whoever signs with its secret counts as: stranger, or owner', 'stranger')
    .option(...planOption)
    .option('--per-minute <n>', 'messages that it takes in a minute, 1 to 6,000')
    .addHelpText('after', signingHelp)
    .action(run(runHookAdd));
  verb('list', 'list them', ['hook list', 'hook list --json']).action(run(runHookList));
  verb('show', 'show one', ['hook show builds']).argument('<hook>', whom).action(run(runHookShow));
  verb('rotate', 'give one another secret; for a day the old one signs too', ['hook rotate builds'])
    .argument('<hook>', whom)
    .action(run(runHookRotate));
  for (const [name, does] of Object.entries(changes))
    verb(name, does, [`hook ${name} builds`])
      .argument('<hook>', whom)
      .action(run((context: Context, named: string) => runHookChange(context, named, name)));
  verb('remove', 'remove one, with its secret; its tasks stay', ['hook remove builds'])
    .argument('<hook>', whom)
    .action(run(runHookRemove));
}

/** `salience hook add <name>`: the secret is shown this once. */
async function runHookAdd(context: Context, name: string, flags: AddFlags): Promise<number> {
  const body = { name, ...(await termsOf(flags)) };
  const client = await context.client();
  const added = await client.ask('/hooks', addedHookSchema, { method: 'POST', body });
  const url = `${client.address.url}${added.path}`;
  if (context.json) printJson({ ...added, url });
  else {
    print(`${added.hook_id} is added. Its messages may ask to ${classWords[added.action]}.`);
    print(`URL     ${url}`);
    print(`SECRET  ${added.secret}`);
    print(colour.dim('The secret is shown this once. How to sign: ./salience hook add --help'));
  }
  return exitCodes.ok;
}

async function termsOf({ action, as = 'stranger', perMinute, plan }: AddFlags) {
  if (as !== 'stranger' && as !== 'owner')
    throw usageError(`Expected --as stranger or --as owner, got "${as}".`);
  return {
    ceiling: as === 'owner' ? 'owner_verified' : 'external_verified',
    ...(action === undefined ? {} : { action: actionOf(action) }),
    ...(perMinute === undefined ? {} : { per_minute: rateOf(perMinute) }),
    ...(plan === undefined ? {} : { plan: await planChoice(plan) }),
  };
}

function actionOf(text: string): ActionClass {
  const action = actionClassSchema.safeParse(text);
  if (action.success) return action.data;
  throw usageError(`Expected --action as one of ${actionClasses.join(', ')}, got "${text}".`);
}

function rateOf(text: string): number {
  const rate = Number(text);
  if (Number.isInteger(rate) && rate >= 1 && rate <= 6_000) return rate;
  throw usageError(`Expected --per-minute as a whole number from 1 to 6,000, got "${text}".`);
}

/** `salience hook list`. */
async function runHookList(context: Context): Promise<number> {
  const client = await context.client();
  const items = await hooksOf(client);
  if (context.json) printJson(items);
  else if (items.length === 0) print('No hooks. ./salience hook add <name>');
  else
    print(
      table(
        ['hook', 'name', 'state', 'asks for', 'counts as', 'a minute', 'plan'],
        items.map((hook) => [
          hook.hook_id,
          hook.name,
          hook.state,
          hook.action,
          hook.ceiling,
          `${hook.per_minute}`,
          planLine(hook),
        ]),
      ),
    );
  return exitCodes.ok;
}

/** `salience hook show <hook>`. */
async function runHookShow(context: Context, named: string): Promise<number> {
  const client = await context.client();
  const hook = await client.ask(await hookPath(client, named), hookViewSchema);
  if (context.json) {
    printJson(hook);
    return exitCodes.ok;
  }
  const zone = await shownZone(context, client);
  const { old_secret_until: until } = hook;
  print(
    [
      `${colour.bold(hook.name)}  ${hook.state}  ${colour.dim(hook.hook_id)}`,
      `URL        ${client.address.url}${hook.path}`,
      `asks for   ${hook.action}: to ${classWords[hook.action]}; a message may ask for more, and then a person may be asked`,
      `counts as  ${hook.ceiling}`,
      `takes      ${hook.per_minute} messages a minute`,
      `plan       ${planLine(hook)}`,
      ...(until === null ? [] : [`secret     until ${localTime(until, zone)} the one before signs too`]),
      `since      ${localTime(hook.created_at, zone)}`,
      colour.dim(`What came in: ./salience tasks inbound --source hook:${hook.hook_id}`),
    ].join('\n'),
  );
  return exitCodes.ok;
}

function planLine({ plan }: HookView): string {
  return plan === null ? 'one step' : plan.steps.map(({ name }) => name).join(', ');
}

/** `salience hook rotate <hook>`. */
async function runHookRotate(context: Context, named: string): Promise<number> {
  const client = await context.client();
  const path = `${await hookPath(client, named)}/rotate`;
  const rotated = await client.ask(path, rotatedHookSchema, { method: 'POST', body: {} });
  if (context.json) printJson(rotated);
  else {
    print(`Its new secret, shown once: ${rotated.secret}`);
    print(
      `Until ${localTime(rotated.old_signs_until, await shownZone(context, client))} the old one signs too.`,
    );
  }
  return exitCodes.ok;
}

/** `salience hook pause|resume <hook>`. */
async function runHookChange(context: Context, named: string, change: string): Promise<number> {
  const client = await context.client();
  const path = `${await hookPath(client, named)}/${change}`;
  const hook = await client.ask(path, hookViewSchema, { method: 'POST', body: {} });
  if (context.json) printJson(hook);
  else print(`${hook.name} is ${hook.state}.`);
  return exitCodes.ok;
}

/** `salience hook remove <hook>`. */
async function runHookRemove(context: Context, named: string): Promise<number> {
  const client = await context.client();
  const path = await hookPath(client, named);
  const removed = await client.ask(path, hookViewSchema, { method: 'DELETE' });
  if (context.json) printJson(removed);
  else print(`${removed.name} is removed. What is sent to it is refused from now on.`);
  return exitCodes.ok;
}
