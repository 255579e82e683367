import type { Mode } from '@salience/contracts';
import { objectPrompt, shownText } from './structured-prompts.ts';
import { reflectInstructions } from './templates/reflect.ts';
import type { Prompt } from './written-prompt.ts';
import { element, escapeText } from './xml.ts';

/** The input of a review: a decision, what came of it, and what it was made from. */
export interface ReflectPromptInput {
  /** What the agent said last before the message; null: nothing that is known. */
  readonly before: string | null;
  readonly message: string;
  /** The mode that was taken. */
  readonly mode: Mode;
  /** Null: nothing was said. */
  readonly reply: string | null;
  /** What the person said next; null: nothing that is known. */
  readonly next: string | null;
  /** What the decision was made from, by name; those that are 0 are not shown. */
  readonly signals: Readonly<Record<string, number>>;
}

/** Characters of each part. */
const beforeChars = 1_500;
const messageChars = 3_000;
const replyChars = 3_000;
const nextChars = 1_500;
const nameChars = 40;
/** Signals that are shown at most. */
const signalsMax = 80;

/** The prompt that asks for a review of a decision. Deterministic: signals stand in the order of their names. */
export function renderReflectPrompt({
  before,
  message,
  mode,
  next,
  reply,
  signals,
}: ReflectPromptInput): Prompt {
  const part = (name: string, text: string | null, max: number) =>
    text === null ? [] : [element(name, {}, escapeText(shownText(text, max)))];
  const numbers = Object.entries(signals)
    .filter(([, value]) => value !== 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, signalsMax)
    .map(([name, value]) => `${shownText(name, nameChars)} ${Math.round(value * 100) / 100}`);
  return objectPrompt('reflect', reflectInstructions, [
    ...part('before', before, beforeChars),
    ...part('message', message, messageChars),
    element('decided', { mode }, ''),
    ...part('reply', reply, replyChars),
    ...part('next', next, nextChars),
    element('signals', {}, escapeText(numbers.join('; '))),
  ]);
}
