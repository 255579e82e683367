import type { PromptMessage, ToolMessage } from './prompt.ts';

/** What is sent to a model: one system text and the messages after it. */
export interface Prompt {
  readonly system: string;
  readonly messages: readonly PromptMessage[];
}

/** What a planner is sent: the system text and the transcript of the run so far. */
export interface ToolPrompt {
  readonly system: string;
  readonly messages: readonly ToolMessage[];
}
