import { visibleText } from '@salience/context';
import type { PlanStep } from '@salience/contracts';
import { head, oneLine } from './words.ts';

/** The message that a task is about, and who it is from, as the inlet knows it. */
export interface IncomingMessage {
  readonly text: string;
  readonly from: string;
}

const messageMax = 24_000;
const fromMax = 200;

/**
 * The text of the turn of a step, at most as long as a message may be: what to do, in the words of the plan, then the message. The message comes
 * last, so nothing in it can pass for ours: whatever it says stands behind the line that begins it. What exceeds 24,000 characters of it is
 * cut, and a mark says so. What earlier steps came to stands in the history of their thread, each with its own trust, and not in here.
 */
export function stepText({
  step,
  message,
}: {
  readonly step: PlanStep;
  readonly message: IncomingMessage | null;
}): string {
  return [...orders(step), ...(message === null ? [] : apart(message))].join('\n\n');
}

/** What the text of a step is about: the message in it, else all of it. */
export function aboutOf(text: string): string {
  const message = text.split(/^The message, from .+: all that follows is its text\.\n\n/m, 2)[1];
  return message === undefined || message.trim() === '' ? text : message;
}

function orders(step: PlanStep): readonly string[] {
  if (step.kind !== 'triage') return [step.text];
  const choices = step.choices.map(({ name, means }) => `- ${name}: ${means}`);
  return [step.text, ['Choose one of these:', ...choices].join('\n')];
}

function apart({ text, from }: IncomingMessage): readonly string[] {
  const shown = cutMessage(text);
  if (shown.trim() === '') return [];
  return [`The message, from ${senderName(from)}: all that follows is its text.`, shown];
}

/** Who a message is from, on one line. */
export function senderName(from: string): string {
  const name = oneLine(from, fromMax);
  return name === '' ? 'somebody' : name;
}

/** A message without signs that nobody sees, cut where it is too long. */
export function cutMessage(text: string): string {
  const shown = visibleText(text);
  const kept = head(shown, messageMax);
  const missing = shown.length - kept.length;
  return missing === 0
    ? shown
    : `${kept}\n[${missing} of ${shown.length} characters of the message are left out.]`;
}
