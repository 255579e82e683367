import type { Command } from 'commander';
import { type RunAction, examples } from '../command.ts';
import {
  type ApprovalAnswer,
  type ApprovalState,
  approvalStateSchema,
  approvalViewSchema,
  pageSchema,
} from '@salience/contracts';
import { type AnswerFlags, answerApproval } from '../approvals/answer-approval.ts';
import { approvalLines, listedApproval } from '../approvals/approval-lines.ts';
import { approvalPath } from '../approvals/approval-path.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { usageError } from '@salience/supervisor/home';
import { shownZone } from '../client/shown-zone.ts';
import { print, printJson } from '../terminal.ts';

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
const listedBy = 'approvals list';

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
    print(items.map((item) => listedApproval(item, zone)).join('\n'));
  }
  return exitCodes.ok;
}

/** `salience approvals show <id>`: one request, whole. */
export async function runApprovalShow(context: Context, id: string): Promise<number> {
  const path = approvalPath(id, listedBy);
  const client = await context.client();
  const approval = await client.ask(path, approvalViewSchema);
  if (context.json) printJson(approval);
  else print(approvalLines(approval, await shownZone(context, client)).join('\n'));
  return exitCodes.ok;
}

/** `salience approvals approve|refuse|edit <id>`: answers a request, once. */
async function runApprovalAnswer(
  context: Context,
  id: string,
  answer: ApprovalAnswer,
  flags: AnswerFlags,
): Promise<number> {
  return await answerApproval(context, {
    path: approvalPath(id, listedBy),
    answer,
    flags,
    shown: async (client, seen) => approvalLines(seen, await shownZone(context, client)),
  });
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
