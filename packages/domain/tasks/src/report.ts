import { triageSchema } from '@salience/contracts';
import type { TaskStepFacts } from './task-facts.ts';
import { counted, oneLine } from './words.ts';

const replyMax = 300;

/**
 * The report of a task: its title, and a line for each step that was begun with what it came to and how many actions it did. Made by code from
 * what ended. A reply is one line of at most 300 characters, so none can pass for a line of the report.
 */
export function reportOf(title: string, steps: readonly TaskStepFacts[]): string {
  const heading = oneLine(title, 200);
  const lines = steps.map((step, at) => `${at + 1}. ${step.name}: ${cameTo(step)}`);
  return [heading === '' ? 'A task' : heading, ...(lines.length === 0 ? ['No step was begun.'] : lines)].join(
    '\n',
  );
}

function cameTo(step: TaskStepFacts): string {
  const tries = step.attempt > 1 ? `, try ${step.attempt}` : '';
  if (step.kind === 'person') return `${personSaid(step)}${tries}`;
  const did = `${tries}, ${counted(step.turn?.acted ?? 0, 'action')}`;
  switch (step.state) {
    case 'done':
      return step.kind === 'triage' ? taken(step, tries) : `done${did}. ${said(step)}`;
    case 'failed':
      return failed(step, did);
    case 'refused':
      return `refused${did}`;
    case 'asked':
      return `not finished${did}`;
    case 'running':
      return underWay(step, did);
  }
}

/** A step that is open in the rows although its turn may have ended: what ends its task is not committed yet. */
function underWay(step: TaskStepFacts, did: string): string {
  const state = step.turn?.state ?? 'running';
  if (state === 'answered') return cameTo({ ...step, state: 'done' });
  return state === 'failed' || state === 'quarantined'
    ? failed(step, did)
    : `not finished${did}${touched(step)}`;
}

function failed(step: TaskStepFacts, did: string): string {
  const code = step.turn?.errorCode ?? null;
  return `failed${code === null ? '' : ` (${code})`}${did}${touched(step)}`;
}

function personSaid({ state, answer }: TaskStepFacts): string {
  if (state === 'done') return 'a person said yes';
  if (answer === 'expired') return 'no person answered in time';
  return state === 'refused' || answer === 'refused' ? 'a person said no' : 'no answer yet';
}

function said(step: TaskStepFacts): string {
  const words = oneLine(cameOf(step), replyMax);
  return words === '' ? 'It said nothing.' : words;
}

/** Actions that began and of which nobody knows for certain what they changed. */
function touched({ turn }: TaskStepFacts): string {
  const effects = turn?.effects ?? 0;
  return effects === 0 ? '' : `, ${effects} begun that may have changed something`;
}

function cameOf({ result, turn }: TaskStepFacts): string {
  return result ?? turn?.reply ?? '';
}

function taken(step: TaskStepFacts, tries: string): string {
  const read = triageSchema.safeParse(parsed(cameOf(step)));
  return read.success ? `taken for "${read.data.choice}"${tries}` : `no usable answer${tries}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
