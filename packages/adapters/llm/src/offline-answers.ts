import type { TokenUsage } from './model-prompt.ts';

/** A reply as the offline responder gives it. */
export interface OfflineReply {
  readonly text: string;
  readonly usage: TokenUsage;
}

/** The calls that the offline planner wants; arguments as text, as they were said. */
export interface OfflinePlan {
  readonly calls: readonly { readonly tool: string; readonly input: string }[];
  readonly usage: TokenUsage;
}

/** An answer a few words at a time, white space kept: the pieces joined are the text. */
export function piecesOf(text: string): readonly string[] {
  return text.match(/(?:\S+\s*){1,3}|\s+/g) ?? [];
}
