import type { PromptMessage, ToolMessage } from './prompt.ts';

/** The text sent to a model: one system text and its messages. */
export interface Prompt {
  readonly system: string;
  readonly messages: readonly PromptMessage[];
}

/** The text sent to a planner: the system text and the transcript of the run so far. */
export interface ToolPrompt {
  readonly system: string;
  readonly messages: readonly ToolMessage[];
}
