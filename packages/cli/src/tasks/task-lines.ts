import { visibleText } from '@salience/act';
import { type TaskDetail, type TaskStepView, triageSchema } from '@salience/contracts';
import { localTime } from '@salience/language';
import { counted } from '@salience/supervisor/home';
import { oneLine } from '../memory/one-line.ts';
import { colour } from '../terminal.ts';
import { visibleLines } from '../visible-lines.ts';
import { evidenceLines } from './evidence-lines.ts';
import { authorityWords, classWords } from '@salience/trust';

const resultChars = 300;

/** A task for a person, whole: what it is, how it stands and why, what its steps came to, what it may do, and what decided that. */
export function taskLines(task: TaskDetail, zone: string): string[] {
  const { action_class: asked, inbound, lease } = task;
  return [
    `${colour.bold(task.task_id)}  ${stateLine(task, zone)}`,
    `title     ${visibleText(task.title)}`,
    `from      ${fromLine(task)}`,
    ...(inbound === null ? [] : [`asks for  ${asked}: to ${classWords[asked]}`]),
    `why       ${task.why}`,
    ...(lease === null
      ? []
      : [`worker    ${lease.owner}, fence ${lease.fence}, until ${localTime(lease.until, zone)}`]),
    ...nextSteps(task).map((line) => `          ${line}`),
    ...stepLines(task),
    ...(task.result === null ? [] : ['result', visibleLines(task.result)]),
    ...grantLines(task, zone),
    ...(inbound === null ? [] : ['evidence', ...evidenceLines(inbound, zone).map((line) => `  ${line}`)]),
    ...(task.text === '' ? [] : ['message', visibleLines(task.text)]),
  ];
}

/** Why a task stands as it does, with the evidence that decided, and what can be done about it. */
export function whyLines(task: TaskDetail, zone: string): string[] {
  const { inbound } = task;
  return [
    `${colour.bold(task.task_id)}  ${stateLine(task, zone)}`,
    task.why,
    ...nextSteps(task),
    ...(inbound === null
      ? [`It is from ${fromLine(task)}.`]
      : ['What decided', ...evidenceLines(inbound, zone).map((line) => `  ${line}`)]),
    task.grant.words,
  ];
}

/** What it may do, and who allowed what the policy does not. */
function grantLines({ grant: { allowed, by, until, words } }: TaskDetail, zone: string): string[] {
  const end = until === null ? 'as long as the task' : `until ${localTime(until, zone)}`;
  return [
    `grant     ${words}`,
    ...(allowed.length === 0
      ? []
      : [`          ${allowed.join(', ')} allowed by ${by ?? 'the policy'}, ${end}`]),
  ];
}

function fromLine({ authority, from }: TaskDetail): string {
  return `${visibleText(from)}, ${authorityWords[authority]}`;
}

/** The state, and since or until when. */
function stateLine(task: TaskDetail, zone: string): string {
  const { cancel_requested_at: cancelled, ended_at: ended, started_at: started, state } = task;
  if (ended !== null) return `${state} at ${localTime(ended, zone)}`;
  if (cancelled !== null) return `${state}, and ends with its turn: it was cancelled`;
  if (state === 'running') return `${state}${started === null ? '' : ` since ${localTime(started, zone)}`}`;
  return state === 'awaiting_review' ? state : `${state}, from ${localTime(task.run_at, zone)} on`;
}

/** What a person can do about it now. */
function nextSteps({ approval_id: approval, state, task_id: id, turn_id: turn }: TaskDetail): string[] {
  if (state === 'awaiting_review' && approval !== null)
    return [colour.dim(`Answer it: ./salience review show ${approval}`)];
  if (state === 'running' && turn !== null) return [colour.dim(`See its turn: ./salience why ${turn}`)];
  if (state === 'failed' || state === 'dead')
    return [colour.dim(`Have it go on with its last step: ./salience tasks retry ${id}`)];
  return [];
}

function stepLines({ plan, steps }: TaskDetail): string[] {
  const begun = `${steps.length === 0 ? 'no step was begun' : `${counted(steps.length, 'step')} begun`}`;
  return [
    `plan      ${plan.steps.map(({ name }) => name).join(', ')}; ${begun}`,
    ...steps.map((step) => `  ${step.n + 1}. ${step.name}  ${cameTo(step)}`),
  ];
}

/** What a step came to, in a line. */
export function cameTo(step: Pick<TaskStepView, 'acted' | 'attempt' | 'kind' | 'result' | 'state'>): string {
  const { acted, attempt, kind, result, state } = step;
  const did = kind === 'agent' && acted > 0 ? `, ${counted(acted, 'action')}` : '';
  const tries = attempt === 1 ? '' : `, try ${attempt}`;
  const words = result === null ? '' : `: ${kind === 'triage' ? triaged(result) : said(result)}`;
  return `${state}${tries}${did}${words}`;
}

function said(text: string): string {
  return visibleText(oneLine(text, resultChars));
}

function triaged(result: string): string {
  try {
    const { choice, confidence } = triageSchema.parse(JSON.parse(result));
    return `taken for "${choice}", ${Math.round(confidence * 100)} % sure`;
  } catch {
    return said(result);
  }
}
