import type { Trust } from '@salience/contracts';
import { capText, cleanText, localTime } from '@salience/language';
import { objectPrompt, shownText } from './structured-prompts.ts';
import { triageInstructions } from './templates/triage.ts';
import type { Prompt } from './written-prompt.ts';
import { element, escapeText } from './xml.ts';

/** The input of a triage: what kind a message that came in is of. */
export interface TriagePromptInput {
  /** What is to be told apart. */
  readonly question: string;
  /** The kinds that there are. */
  readonly choices: readonly { readonly name: string; readonly means: string }[];
  /** `from`: who sent it, as the inlet saw it; `at`: when, ISO 8601, shown as the clock time of `zone`. */
  readonly message: {
    readonly text: string;
    readonly from: string;
    readonly trust: Trust;
    readonly at: string;
    readonly zone: string;
  };
  /** Tokens of the model's window. Default: no assumption. */
  readonly windowTokens?: number | undefined;
}

/** Characters of each part. */
const questionChars = 1_000;
const nameChars = 40;
const meansChars = 300;
const fromChars = 320;
const textChars = 8_000;
/** All parts together have so many characters for each token of a window at most. */
const charsPerWindowToken = 1.3;
/** What is left of a message, however small the window. */
const textCharsLeast = 600;

/** The material of a triage, clean and cut. The choices stay whole; of a long message the beginning and the end stay. */
export function shownTriage({
  choices,
  message,
  question,
  windowTokens,
}: TriagePromptInput): TriagePromptInput {
  const asked = shownText(question, questionChars);
  const kinds = choices.map(({ name, means }) => ({
    name: shownText(name, nameChars),
    means: shownText(means, meansChars),
  }));
  const taken = kinds.reduce((sum, { name, means }) => sum + name.length + means.length, asked.length);
  const room =
    windowTokens === undefined
      ? textChars
      : Math.max(textCharsLeast, Math.floor(windowTokens * charsPerWindowToken) - taken);
  return {
    question: asked,
    choices: kinds,
    message: {
      ...message,
      from: shownText(message.from, fromChars),
      text: bothEnds(cleanText(message.text), Math.min(textChars, room)),
    },
    windowTokens,
  };
}

/** The prompt that asks what kind a message is of. Same input, same bytes. */
export function renderTriagePrompt(input: TriagePromptInput): Prompt {
  const { choices, message, question } = shownTriage(input);
  return objectPrompt('triage', triageInstructions, [
    element('asked', {}, escapeText(question)),
    ...choices.map(({ name, means }) => element('choice', { name }, escapeText(means))),
    element(
      'message',
      { from: message.from, at: localTime(message.at, message.zone), trust: message.trust },
      escapeText(message.text),
    ),
  ]);
}

/** Who is meant stands at the beginning of a message, what sent it in bulk at its end: three quarters of the room and one. */
function bothEnds(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = Math.floor((max * 3) / 4);
  const tail = text.slice(text.length - (max - head - 1)).replace(/^[\uDC00-\uDFFF]/, '');
  return `${capText(text, head)}\n${tail}`;
}
