import type { Command } from 'commander';
import { type RunAction, examples } from '../command.ts';
import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import { visibleText } from '@salience/act';
import {
  type ApprovalAnswer,
  type ApprovalState,
  type ApprovalView,
  approvalStateSchema,
  approvalViewSchema,
  idSchema,
  pageSchema,
} from '@salience/contracts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { usageError } from '@salience/supervisor/home';
import { heardTurn } from '../chat/heard-turn.ts';
import { endOfTurn } from '../client/end-of-turn.ts';
import { shownZone } from '../client/shown-zone.ts';
import { localTime } from '@salience/language';
import { colour, note, print, printJson } from '../terminal.ts';

/** approvals: actions that need a person's approval, and how to answer. */
export function declare(program: Command, run: RunAction): void {
  const approvals = program
    .command('approvals')
    .description('actions that wait for your approval; at their deadline they are refused')
    .addHelpText('after', examples(['approvals list', 'approvals approve apr_0193…']));
  approvals
    .command('list')
    .option('--all', 'answered ones too')
    .option('--state <state>', 'only those that are pending, approved, edited, refused or expired')
    .option('--thread <id>', 'only those of this thread')
    .description('list them')
    .addHelpText('after', examples(['approvals list', 'approvals list --all --json']))
    .action(run(runApprovalList));
  approvals
    .command('show')
    .argument('<id>')
    .description('show one, with its exact arguments')
    .addHelpText('after', examples(['approvals show apr_0193…']))
    .action(run(runApprovalShow));
  for (const answer of ['approve', 'refuse'] as const) {
    approvals
      .command(answer)
      .argument('<id>')
      .option('--hash <hash>', 'only if the request has this hash, as printed by `show --json`')
      .option('--yes', 'do not ask at the terminal')
      .option('--no-wait', 'do not wait for what the agent says to it')
      .description(
        answer === 'approve' ? 'print the whole request and approve exactly that' : 'refuse a request',
      )
      .addHelpText('after', examples([`approvals ${answer} apr_0193…`]))
      .action(
        run((context: Context, id: string, flags: AnswerFlags) =>
          runApprovalAnswer(context, id, { answer }, flags),
        ),
      );
  }
  approvals
    .command('edit')
    .argument('<id>')
    .argument('<arguments>', 'a JSON object')
    .option('--hash <hash>', 'only if the request has this hash, as printed by `show --json`')
    .option('--yes', 'do not ask at the terminal')
    .option('--no-wait', 'do not wait for what the agent says to it')
    .description('approve a request with other arguments')
    .addHelpText('after', examples([`approvals edit apr_0193… '{"to":"ana@example.org"}'`]))
    .action(
      run((context: Context, id: string, edited: string, flags: AnswerFlags) =>
        runApprovalAnswer(context, id, { answer: 'edit', arguments: requireArguments(edited) }, flags),
      ),
    );
}

const shownMax = 200;

/** `salience approvals list`: the open approvals in full; with --state others, with --all every one. */
export async function runApprovalList(
  context: Context,
  flags: { readonly all?: boolean; readonly state?: string; readonly thread?: string },
): Promise<number> {
  const state = flags.all === true ? undefined : requireState(flags.state ?? 'pending');
  const query = new URLSearchParams({ limit: String(shownMax) });
  if (state !== undefined) query.set('state', state);
  if (flags.thread !== undefined) query.set('thread_id', flags.thread);
  const client = await context.client();
  const { items } = await client.ask(`/approvals?${query.toString()}`, pageSchema(approvalViewSchema));
  if (context.json) printJson(items);
  else if (items.length === 0) print(state === 'pending' ? 'Nothing waits for approval.' : 'No requests.');
  else {
    const zone = await shownZone(context, client);
    print(items.map((item) => listed(item, zone)).join('\n'));
  }
  return exitCodes.ok;
}

/** `salience approvals show <id>`: one request, whole. */
export async function runApprovalShow(context: Context, id: string): Promise<number> {
  const path = `/approvals/${requireId(id)}`;
  const client = await context.client();
  const approval = await client.ask(path, approvalViewSchema);
  if (context.json) printJson(approval);
  else print(linesOf(approval, await shownZone(context, client)).join('\n'));
  return exitCodes.ok;
}

/** What an answer may be given with. */
export interface AnswerFlags {
  /** The answer counts for the request with this hash alone; without it, for what is printed. */
  readonly hash?: string;
  readonly yes?: boolean;
  /** Waits for what the agent says to it; the command line does unless it is told not to. */
  readonly wait?: boolean;
}

/**
 * `salience approvals approve|refuse|edit <id>`: answers a request, once. Before a yes the whole request is printed, and in a terminal
 * agreed to; the answer counts for exactly what was printed.
 */
export async function runApprovalAnswer(
  context: Context,
  id: string,
  answer: ApprovalAnswer,
  flags: AnswerFlags = {},
): Promise<number> {
  const path = `/approvals/${requireId(id)}`;
  const client = await context.client();
  const seen = await client.ask(path, approvalViewSchema);
  if (seen.state === 'pending' && answer.answer !== 'refuse') {
    note(linesOf(seen, await shownZone(context, client)).join('\n'));
    if (flags.yes !== true && !(await agreed(answer))) {
      note('Nothing was answered.');
      return exitCodes.failure;
    }
  }
  const approval = await client.ask(path, approvalViewSchema, {
    method: 'POST',
    headers: { 'if-match': `"${flags.hash ?? seen.hash}"` },
    body: answer,
  });
  const next = approval.continuation_turn_id;
  if (!context.json) {
    print(`${approval.approval_id}: ${approval.state}`);
    if (next !== null) print(colour.dim(`${next} goes on from here.`));
  }
  const turn = next === null || flags.wait !== true ? undefined : await endOfTurn(client, next, waitMs);
  if (context.json) printJson(turn === undefined ? approval : { ...approval, continuation: turn });
  else if (turn !== undefined) print(heardTurn(turn) ?? colour.dim(`It ended ${turn.state}.`));
  else if (next !== null && flags.wait === true)
    note(`It still runs. See what comes of it: ./salience why ${next}, or ./salience chat.`);
  return exitCodes.ok;
}

/** How long what the agent says to an answer is waited for. */
const waitMs = 60_000;

function linesOf(approval: ApprovalView, zone: string): string[] {
  const { state, resolved_by: by, resolved_at: at } = approval;
  const asked =
    approval.edited_arguments === null
      ? []
      : [`asked    ${visibleText(JSON.stringify(approval.arguments))}, and a person changed it`];
  return [
    `${colour.bold(approval.approval_id)}  ${state}${at === null ? '' : `, by ${by ?? '?'} at ${localTime(at, zone)}`}`,
    `asks to  ${visibleText(approval.shown)}`,
    `why      ${visibleText(approval.reason)}`,
    `tier     ${approval.tier}`,
    `runs     ${visibleText(`${approval.tool} ${JSON.stringify(approval.edited_arguments ?? approval.arguments)}`)}`,
    ...asked,
    `asked    ${localTime(approval.created_at, zone)} by ${approval.turn_id}`,
    ...(state === 'pending' ? [`until    ${localTime(approval.expires_at, zone)}; then it is refused`] : []),
    ...(approval.continuation_turn_id === null ? [] : [`goes on  ${approval.continuation_turn_id}`]),
    colour.dim(`hash     ${approval.hash}`),
  ];
}

/** Whole: what a person decides by is never cut. */
function listed(
  { approval_id: id, expires_at: until, reason, shown, state }: ApprovalView,
  zone: string,
): string {
  return `${colour.bold(id)}  ${state}  ${colour.dim(`until ${localTime(until, zone)}`)}\n  ${visibleText(shown)}, ${visibleText(reason)}`;
}

/** A yes at the terminal; where there is none to ask at, the command itself is the yes. */
async function agreed({ answer }: ApprovalAnswer): Promise<boolean> {
  if (!process.stdin.isTTY) return true;
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const what = answer === 'edit' ? 'Run it with your arguments?' : 'Run exactly this?';
    return /^y(es)?$/i.test((await reader.question(`${what} [y/N] `)).trim());
  } finally {
    reader.close();
  }
}

function requireId(id: string): string {
  const parsed = idSchema('approval').safeParse(id);
  if (parsed.success) return parsed.data;
  throw usageError(
    `Expected the id of a request (apr_ and 32 hex digits), got "${id}". "./salience approvals list" shows them.`,
  );
}

function requireState(state: string): ApprovalState {
  const parsed = approvalStateSchema.safeParse(state);
  if (parsed.success) return parsed.data;
  throw usageError(`Expected --state as one of ${approvalStateSchema.options.join(', ')}, got "${state}".`);
}

/** The arguments of an edit. Throws a usage error for what is no JSON object. */
export function requireArguments(text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch {
    // Not JSON at all: the error below says what is expected.
  }
  throw usageError(`Expected the arguments as a JSON object, e.g. '{"to":"ana@example.org"}'.`);
}
