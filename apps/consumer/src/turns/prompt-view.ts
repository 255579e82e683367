import type { PromptView } from '@salience/contracts';
import { estimateTokens, splitPrompt } from '@salience/context';
import type { TurnContext } from '@salience/database/turns';

type Call = PromptView['calls'][number];
type Part = Call['parts'][number];

/** What a model was sent in one call, part by part, as it is stored. */
export function promptCall(context: TurnContext): Call {
  const { budgetTokens, call, compacted, messages, model, role, system, template, tokens } = context;
  const parts = [
    ...partsOf('system', 'system', system),
    ...messages.flatMap((message, place) =>
      message.role === 'user'
        ? partsOf(place, 'user', message.content)
        : [partOf(place, message.role, message.role, written(message))],
    ),
  ];
  const sum = parts.reduce((total, part) => total + part.tokens, 0);
  return {
    call,
    role,
    model,
    template,
    compacted,
    budget_tokens: budgetTokens,
    tokens,
    bytes: parts.reduce((total, part) => total + part.bytes, 0),
    parts: parts.map((part) => ({ ...part, share: sum === 0 ? 0 : part.tokens / sum })),
  };
}

type Unshared = Omit<Part, 'share'>;

function partsOf(place: Part['place'], role: Part['role'], text: string): Unshared[] {
  return splitPrompt(text).map((part) => partOf(place, role, part.name, part.text));
}

function partOf(place: Part['place'], role: Part['role'], name: string, text: string): Unshared {
  return { place, role, name, text, bytes: Buffer.byteLength(text), tokens: estimateTokens(text) };
}

/** A planner's message with its calls and their results, which are sent beside its words. */
function written({ calls, content, results }: TurnContext['messages'][number]): string {
  return [content, ...[...(calls ?? []), ...(results ?? [])].map((one) => JSON.stringify(one))]
    .filter((text) => text !== '')
    .join('\n');
}
