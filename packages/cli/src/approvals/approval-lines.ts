import { visibleText } from '@salience/act';
import { actionClassSchema, type ApprovalView, authoritySchema, type ReviewKind } from '@salience/contracts';
import { localTime } from '@salience/language';
import { z } from 'zod';
import { authorityWords, classWords } from '@salience/trust';
import { colour } from '../terminal.ts';
import { visibleLines } from '../visible-lines.ts';

/** What is asked for, by kind. */
const kindWords: Readonly<Record<ReviewKind, string>> = {
  call: 'a call of a tool',
  message: 'a message that came in',
  step: 'a step of a task',
};

const messageSchema = z.strictObject({
  title: z.string(),
  from: z.string(),
  says: z.string(),
  authority: authoritySchema,
  allows: actionClassSchema,
});
const stepSchema = z.strictObject({ title: z.string(), step: z.string(), question: z.string() });

/** A request, whole: nothing that a person decides by is cut, and no character is hidden. */
export function approvalLines(approval: ApprovalView, zone: string): string[] {
  const { kind, resolved_at: at, resolved_by: by, state, task_id: task } = approval;
  const answered = at === null ? '' : `, by ${by ?? '?'} at ${localTime(at, zone)}`;
  return [
    `${colour.bold(approval.approval_id)}  ${state}${answered}${kind === 'call' ? '' : `  ${kindWords[kind]}`}`,
    ...askedLines(approval),
    ...(task === null ? [] : [`task     ${task}`]),
    `asked    ${localTime(approval.created_at, zone)} by ${approval.turn_id}`,
    ...(state === 'pending' ? [`until    ${localTime(approval.expires_at, zone)}; then it is refused`] : []),
    ...(approval.continuation_turn_id === null ? [] : [`goes on  ${approval.continuation_turn_id}`]),
    colour.dim(`hash     ${approval.hash}`),
  ];
}

/** A request in a list. Of a call whole: what a person decides by is never cut. */
export function listedApproval(approval: ApprovalView, zone: string): string {
  const { approval_id: id, expires_at: until, kind, reason, shown, state } = approval;
  const is = kind === 'call' ? '' : `  ${kindWords[kind]}`;
  return `${colour.bold(id)}  ${state}${is}  ${colour.dim(`until ${localTime(until, zone)}`)}\n  ${visibleText(shown)}, ${visibleText(reason)}`;
}

/** A request of a task: who asks, and what a yes does. What a message says stands in `review show`; a call is whole, and names its task. */
export function listedReview(approval: ApprovalView, zone: string): string {
  const { approval_id: id, arguments: args, expires_at: until, kind, task_id: task } = approval;
  const head = `${colour.bold(id)}  ${kindWords[kind]}  ${colour.dim(`until ${localTime(until, zone)}`)}`;
  const message = kind === 'message' ? messageSchema.safeParse(args) : undefined;
  if (message?.success === true) {
    const { allows, authority, from, title } = message.data;
    return `${head}\n  "${visibleText(title)}" from ${visibleText(from)}, ${authorityWords[authority]}\n  with a yes its task may ${classWords[allows]}`;
  }
  const step = kind === 'step' ? stepSchema.safeParse(args) : undefined;
  if (step?.success === true)
    return `${head}\n  "${visibleText(step.data.title)}" asks at ${visibleText(step.data.step)}: ${visibleText(step.data.question)}`;
  const ofTask = task === null ? '' : `\n  for ${task}, which goes on with your answer`;
  return `${head}\n  ${visibleText(approval.shown)}, ${visibleText(approval.reason)}${ofTask}`;
}

function askedLines(approval: ApprovalView): string[] {
  const { arguments: args, kind } = approval;
  const message = kind === 'message' ? messageSchema.safeParse(args) : undefined;
  if (message?.success === true) {
    const { allows, authority, from, says, title } = message.data;
    return [
      `title    ${visibleText(title)}`,
      `from     ${visibleText(from)}, ${authorityWords[authority]}`,
      'says',
      visibleLines(says),
      `a yes    lets it in, and its task may ${classWords[allows]} (${allows})`,
    ];
  }
  const step = kind === 'step' ? stepSchema.safeParse(args) : undefined;
  if (step?.success === true)
    return [
      `title    ${visibleText(step.data.title)}`,
      `step     ${visibleText(step.data.step)}`,
      'asks',
      visibleLines(step.data.question),
      'a yes    lets the task go on; a no ends it',
    ];
  return callLines(approval);
}

function callLines(approval: ApprovalView): string[] {
  const { arguments: args, edited_arguments: edited } = approval;
  return [
    `asks to  ${visibleText(approval.shown)}`,
    `why      ${visibleText(approval.reason)}`,
    `tier     ${approval.tier}`,
    `runs     ${visibleText(`${approval.tool} ${JSON.stringify(edited ?? args)}`)}`,
    ...(edited === null ? [] : [`asked    ${visibleText(JSON.stringify(args))}, and a person changed it`]),
  ];
}
