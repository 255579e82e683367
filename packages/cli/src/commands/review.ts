import {
  type ApprovalView,
  approvalViewSchema,
  endedSenderSessionSchema,
  idSchema,
  pageSchema,
  senderSessionViewSchema,
  taskDetailSchema,
} from '@salience/contracts';
import { isSalienceError } from '@salience/errors';
import { localTime } from '@salience/language';
import { usageError } from '@salience/supervisor/home';
import type { Command } from 'commander';
import { type AnswerFlags, answerApproval } from '../approvals/answer-approval.ts';
import { approvalLines, listedReview } from '../approvals/approval-lines.ts';
import { approvalPath } from '../approvals/approval-path.ts';
import { sessionMinutes } from '../approvals/session-minutes.ts';
import type { ApiClient } from '../client/api-client.ts';
import { itemsOf } from '../client/pages.ts';
import { shownZone } from '../client/shown-zone.ts';
import { examples, type RunAction } from '../command.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { oneLine } from '../memory/one-line.ts';
import { evidenceLines } from '../tasks/evidence-lines.ts';
import { colour, print, printJson, table } from '../terminal.ts';

const listedBy = 'review list';

/** review: messages, steps and calls of tasks that wait for a person, and senders who were let in for a while. */
export function declare(program: Command, run: RunAction): void {
  const review = program
    .command('review')
    .description('what tasks wait for your word for; no answer until the deadline is a no')
    .addHelpText('after', examples(['review list', 'review show apr_0193…', 'review approve apr_0193…']));
  const verb = (name: string, does: string, shown: readonly string[]) =>
    review.command(name).description(does).addHelpText('after', examples(shown));
  verb('list', 'list them: messages that came in, steps of tasks, calls of tasks', [
    'review list',
    'review list --json',
  ]).action(run(runReviewList));
  verb('show', 'show one, whole, with what is known of its sender', ['review show apr_0193…'])
    .argument('<id>')
    .action(run(runReviewShow));
  verb('approve', 'print the whole request and approve exactly that', [
    'review approve apr_0193…',
    'review approve apr_0193… --session 2h',
  ])
    .argument('<id>')
    .option('--session <span>', 'let its sender in without asking for so long: 1m to 7d')
    .option('--hash <hash>', 'only if the request has this hash, as printed by `show --json`')
    .option('--yes', 'do not ask at the terminal')
    .action(run(runReviewApprove));
  verb('refuse', 'refuse a request: a call is not made, of anything else its task ends', [
    'review refuse apr_0193…',
  ])
    .argument('<id>')
    .action(
      run((context: Context, id: string) =>
        answer(context, id, { answer: { answer: 'refuse' }, flags: {}, session: false }),
      ),
    );
  verb('senders', 'list senders who are let in for now', ['review senders', 'review senders --json']).action(
    run(runSenders),
  );
  verb('revoke', 'end a sender’s time now', ['review revoke ses_0193…'])
    .argument('<session>')
    .action(run(runRevoke));
}

/** `salience review list`. */
async function runReviewList(context: Context): Promise<number> {
  const client = await context.client();
  const items: ApprovalView[] = [];
  for await (const one of itemsOf(client, '/approvals', approvalViewSchema, { state: 'pending' }))
    if (one.kind !== 'call' || one.task_id !== null) items.push(one);
  if (context.json) printJson(items);
  else if (items.length === 0) print('No task waits for your word.');
  else {
    const zone = await shownZone(context, client);
    print(items.map((item) => listedReview(item, zone)).join('\n'));
    print(colour.dim('Read one whole: ./salience review show <id>'));
  }
  return exitCodes.ok;
}

/** `salience review show <id>`. */
async function runReviewShow(context: Context, id: string): Promise<number> {
  const path = approvalPath(id, listedBy);
  const client = await context.client();
  const approval = await client.ask(path, approvalViewSchema);
  if (context.json) printJson(approval);
  else print((await reviewLines(context, client, approval)).join('\n'));
  return exitCodes.ok;
}

/** `salience review approve <id>`. */
async function runReviewApprove(
  context: Context,
  id: string,
  flags: Omit<AnswerFlags, 'wait'> & { readonly session?: string },
): Promise<number> {
  const { session } = flags;
  const minutes = session === undefined ? {} : { session_minutes: sessionMinutes(session) };
  return await answer(context, id, {
    answer: { answer: 'approve', ...minutes },
    flags,
    session: session !== undefined,
  });
}

async function answer(
  context: Context,
  id: string,
  given: {
    readonly answer: Parameters<typeof answerApproval>[1]['answer'];
    readonly flags: AnswerFlags;
    readonly session: boolean;
  },
): Promise<number> {
  return await answerApproval(context, {
    path: approvalPath(id, listedBy),
    answer: given.answer,
    flags: given.flags,
    shown: async (client, seen) => {
      if (given.session && seen.kind !== 'message')
        throw usageError(
          'Expected --session with a message that came in; this request has no sender to let in.',
        );
      return await reviewLines(context, client, seen);
    },
  });
}

/** The request, and of a message what its inlet found out about the sender. */
async function reviewLines(context: Context, client: ApiClient, seen: ApprovalView): Promise<string[]> {
  const zone = await shownZone(context, client);
  const lines = approvalLines(seen, zone);
  if (seen.kind !== 'message' || seen.task_id === null) return lines;
  const inbound = await inboundOf(client, seen.task_id);
  return inbound === null
    ? lines
    : [...lines, 'evidence', ...evidenceLines(inbound, zone).map((line) => `  ${line}`)];
}

/** What came in; null where it was deleted meanwhile. */
async function inboundOf(client: ApiClient, task: string) {
  try {
    return (await client.ask(`/tasks/${task}`, taskDetailSchema)).inbound;
  } catch (error) {
    if (isSalienceError(error) && error.code === 'task.unknown') return null;
    throw error;
  }
}

/** `salience review senders`. */
async function runSenders(context: Context): Promise<number> {
  const client = await context.client();
  const path = '/senders/sessions';
  const { items } = await client.ask(path, pageSchema(senderSessionViewSchema).pick({ items: true }));
  if (context.json) printJson(items);
  else if (items.length === 0) print('No sender is let in. ./salience review approve <id> --session 2h');
  else {
    const zone = await shownZone(context, client);
    const rows = items.map((item) => [
      item.session_id,
      oneLine(item.source, 60),
      oneLine(item.sender, 60),
      localTime(item.until, zone),
      item.opened_by,
    ]);
    print(table(['session', 'through', 'sender', 'until', 'opened by'], rows));
  }
  return exitCodes.ok;
}

/** `salience review revoke <session>`. */
async function runRevoke(context: Context, id: string): Promise<number> {
  const session = idSchema('senderSession').safeParse(id);
  if (!session.success)
    throw usageError(
      `Expected the id of a session (ses_ and 32 hex digits), got "${id}". "./salience review senders" shows them.`,
    );
  const client = await context.client();
  const path = `/senders/sessions/${session.data}`;
  const ended = await client.ask(path, endedSenderSessionSchema, { method: 'DELETE' });
  if (context.json) printJson(ended);
  else print(`${ended.session_id} is over: what the sender sends from now on is judged as before.`);
  return exitCodes.ok;
}
