import type { Trust } from '@salience/contracts';
import type { Prompt } from './written-prompt.ts';
import { objectPrompt, section, shownText } from './structured-prompts.ts';
import { compactInstructions } from './templates/compact.ts';
import { element, escapeText } from './xml.ts';

/** What a text may be called by; a tool's name has no more. */
const toolChars = 120;
const argumentChars = 200;
/** Characters that a call is shown with at least; where there are more calls than that leaves room for, the newest are shown. */
const callCharsLeast = 160;
/** The share of all characters that the request, and the summary before, may take. */
const requestShare = 0.15;
const earlierShare = 0.25;

/** The steps of a run that a planner is no longer shown, to be summed up. */
export interface CompactPromptInput {
  readonly request: { readonly text: string; readonly trust: Trust };
  /** The summary of steps before these. */
  readonly earlier: { readonly text: string; readonly trust: Trust } | null;
  /** The planner's words beside its calls, in order. */
  readonly words: readonly string[];
  /** In order; `n`: the step. */
  readonly calls: readonly {
    readonly n: number;
    readonly tool: string;
    /** In their canonical form. */
    readonly arguments: string;
    readonly outcome: string;
    readonly text: string;
    readonly trust: Trust;
  }[];
  /** Characters of everything together. */
  readonly chars: number;
}

/** The material, clean and shortened to its room. */
export function shownCompact(input: CompactPromptInput): CompactPromptInput {
  const { calls, chars, earlier, request, words } = input;
  const said = shownText(words.join(' '), Math.floor(chars * requestShare));
  const open = chars * (1 - 2 * requestShare - (earlier === null ? 0 : earlierShare));
  const newest = calls.slice(-Math.max(1, Math.floor(open / callCharsLeast)));
  const room = Math.floor(open / Math.max(1, newest.length));
  return {
    chars,
    request: { ...request, text: shownText(request.text, Math.floor(chars * requestShare)) },
    earlier: earlier && { ...earlier, text: shownText(earlier.text, Math.floor(chars * earlierShare)) },
    words: said === '' ? [] : [said],
    calls: newest.map((call) => ({
      ...call,
      tool: shownText(call.tool, toolChars),
      arguments: shownText(call.arguments, Math.min(argumentChars, Math.floor(room / 3))),
      text: shownText(call.text, Math.floor((room * 2) / 3)),
    })),
  };
}

/** The prompt that sums up the earlier steps of a run. Same input, same bytes. */
export function renderCompactPrompt(input: CompactPromptInput): Prompt {
  const { calls, earlier, request, words } = shownCompact(input);
  return objectPrompt('compact', compactInstructions, [
    element('request', { trust: request.trust }, escapeText(request.text)),
    ...(earlier === null ? [] : [element('earlier', { trust: earlier.trust }, escapeText(earlier.text))]),
    ...section('thought', words.map(escapeText)),
    ...section(
      'steps',
      calls.map(({ n, outcome, text, tool, trust, ...call }) =>
        element('step', { n: `${n}`, tool, arguments: call.arguments, outcome, trust }, escapeText(text)),
      ),
    ),
  ]);
}
