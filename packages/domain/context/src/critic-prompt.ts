import type { ConsequenceTier, Trust } from '@salience/contracts';
import type { Prompt } from './written-prompt.ts';
import { objectPrompt } from './structured-prompts.ts';
import { criticInstructions } from './templates/critic.ts';
import { capText, cleanText, localTime } from '@salience/language';
import { element, escapeText } from './xml.ts';

/** The input of a second opinion on an action. */
export interface CriticPromptInput {
  /** The message that the action was for; `at`: its time, ISO 8601, shown as the clock time of `zone`. */
  readonly request: {
    readonly text: string;
    readonly trust: Trust;
    readonly at: string;
    readonly zone: string;
  };
  /** `arguments` as they were sent, in their canonical form. */
  readonly call: { readonly tool: string; readonly tier: ConsequenceTier; readonly arguments: string };
  readonly result: { readonly text: string; readonly trust: Trust };
  /** Tokens of the model's window. Default: no assumption. */
  readonly windowTokens?: number | undefined;
}

/** Characters of each part. */
const toolChars = 120;
const requestChars = 2_000;
const argumentChars = 4_000;
const resultChars = 8_000;
/** All parts together have so many characters for each token of a window at most. */
const charsPerWindowToken = 1.3;

/** The prompt that asks for a second opinion on an action's result. Deterministic. */
export function renderCriticPrompt({ call, request, result, windowTokens }: CriticPromptInput): Prompt {
  const all = requestChars + argumentChars + resultChars;
  const scale = windowTokens === undefined ? 1 : Math.min(1, (windowTokens * charsPerWindowToken) / all);
  const text = (value: string, max: number) => escapeText(capText(cleanText(value), Math.floor(max * scale)));
  return objectPrompt('critic', criticInstructions, [
    element(
      'request',
      { at: localTime(request.at, request.zone), trust: request.trust },
      text(request.text, requestChars),
    ),
    element(
      'call',
      { tool: capText(cleanText(call.tool), toolChars), tier: call.tier },
      text(call.arguments, argumentChars),
    ),
    element('result', { trust: result.trust }, text(result.text, resultChars)),
  ]);
}
