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
import { usageError } from '../failure.ts';
import { colour, print, printJson, table } from '../terminal.ts';

const shownMax = 200;
const argumentChars = 60;

/** `salience approvals list`: what the agent waits for a yes for; with --state others, with --all every one. */
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
  else if (items.length === 0) print(state === 'pending' ? 'Nothing waits for a yes.' : 'No requests.');
  else print(table(['request', 'tool', 'arguments', 'state', 'until'], items.map(cells)));
  return exitCodes.ok;
}

/** `salience approvals show <id>`: one request, whole. */
export async function runApprovalShow(context: Context, id: string): Promise<number> {
  const path = `/approvals/${requireId(id)}`;
  const client = await context.client();
  show(context, await client.ask(path, approvalViewSchema));
  return exitCodes.ok;
}

/** `salience approvals approve|refuse|edit <id>`: answers a request, once. */
export async function runApprovalAnswer(
  context: Context,
  id: string,
  answer: ApprovalAnswer['answer'],
  edited?: string,
): Promise<number> {
  const path = `/approvals/${requireId(id)}`;
  const body: ApprovalAnswer =
    answer === 'edit' ? { answer, arguments: requireArguments(edited) } : { answer };
  const client = await context.client();
  const approval = await client.ask(path, approvalViewSchema, {
    method: 'POST',
    body,
  });
  if (context.json) printJson(approval);
  else {
    print(`${approval.approval_id}: ${approval.state}`);
    if (approval.continuation_turn_id !== null)
      print(colour.dim(`${approval.continuation_turn_id} goes on from here.`));
  }
  return exitCodes.ok;
}

function show(context: Context, approval: ApprovalView): void {
  if (context.json) {
    printJson(approval);
    return;
  }
  const { state, resolved_by: by, resolved_at: at } = approval;
  print(`${colour.bold(approval.approval_id)}  ${state}${at === null ? '' : `, by ${by ?? '?'} at ${at}`}`);
  print(`tool     ${approval.tool} (${approval.tier})`);
  print(`with     ${JSON.stringify(approval.arguments)}`);
  if (approval.edited_arguments !== null) print(`instead  ${JSON.stringify(approval.edited_arguments)}`);
  print(`reason   ${approval.reason}`);
  print(`asked    ${approval.created_at} by ${approval.turn_id}`);
  if (state === 'pending') print(`until    ${approval.expires_at}; without an answer it is a no`);
  if (approval.continuation_turn_id !== null) print(`goes on  ${approval.continuation_turn_id}`);
}

function cells(approval: ApprovalView): string[] {
  const text = JSON.stringify(approval.arguments);
  return [
    approval.approval_id,
    approval.tool,
    text.length > argumentChars ? `${text.slice(0, argumentChars - 1)}…` : text,
    approval.state,
    approval.expires_at,
  ];
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

function requireArguments(text: string | undefined): Record<string, unknown> {
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
