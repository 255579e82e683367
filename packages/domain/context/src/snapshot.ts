import type { ContextSnapshot } from '@salience/contracts';
import type { Prompt, ToolPrompt } from './written-prompt.ts';
import type { PromptAccount } from './render-prompt.ts';
import type { ShownPrompt } from './shown-prompt.ts';
import type { StructuredTask } from './structured-prompts.ts';
import { tokensOfPrompt } from './token-count.ts';

/** Which call a prompt was sent with. */
export interface SnapshotCall {
  readonly role: string;
  readonly provider: string;
  readonly model: string;
  /** What the prompt showed, where the offline responder answers it. */
  readonly shown?: ShownPrompt;
}

/**
 * What one model call saw, to be kept with its turn. For a planner's later steps `prompt` is what was sent then, and `account`
 * that of the prompt it began with; `tools` says which of them it was offered.
 */
export function snapshotOf(
  prompt: Prompt | ToolPrompt,
  account: PromptAccount,
  call: SnapshotCall,
  tools?: ContextSnapshot['tools'],
): ContextSnapshot {
  const { template, budgetTokens, compacted } = account;
  return {
    ...call,
    template,
    budgetTokens,
    ...(tools === undefined ? {} : { tools }),
    compacted,
    sections: account.sections.map((section) => ({ ...section })),
    items: account.items.map((item) => ({ ...item })),
    system: prompt.system,
    messages: prompt.messages.map((message) => {
      if (message.role === 'tool') return { role: 'tool', content: '', results: [...message.results] };
      if (!('calls' in message)) return { ...message };
      return { role: message.role, content: message.content, calls: [...message.calls] };
    }),
  };
}

/** The context of a call that writes one object. Nothing competes for room in its prompt, so there is no account. */
export function taskSnapshotOf(prompt: Prompt, task: StructuredTask, call: SnapshotCall): ContextSnapshot {
  const { messages, system } = prompt;
  return {
    ...call,
    template: task,
    budgetTokens: tokensOfPrompt(prompt),
    compacted: 'no',
    sections: [],
    items: [],
    system,
    messages: messages.map((message) => ({ ...message })),
  };
}
