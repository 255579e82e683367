import { estimateTokens, type RenderedPrompt, type ShownMessage } from '@salience/context';
import type { ModelRole } from '@salience/contracts';
import {
  entityTest,
  loadNlp,
  type OfflinePlan,
  type OfflineReply,
  type PlanRequest,
  type TokenUsage,
} from '@salience/llm';
import { planCalls, respond, warmPlans, warmReplies } from '@salience/offline';

/** The reply of the offline responder, with the tokens that a language model would have read and written. */
export async function replyOffline({
  messages,
  shown,
  system,
}: Pick<RenderedPrompt, 'messages' | 'shown' | 'system'>): Promise<OfflineReply> {
  // Spelling decides nearly always. Only when it does not is the language library loaded, and the reply written anew.
  let undecided = false;
  const first = respond(shown, () => {
    undecided = true;
    return false;
  });
  const text = undecided ? respond(shown, entityTest(await loadNlp())) : first;
  return { text, usage: usageOf([system, ...messages.map(({ content }) => content)], estimateTokens(text)) };
}

/** What the offline planner calls next. */
export function planOffline(
  { prompt, tools }: Pick<PlanRequest, 'prompt' | 'tools'>,
  order: ShownMessage,
): OfflinePlan {
  const { messages, system } = prompt;
  const calls = planCalls({ order, messages, tools: tools.map(({ name }) => name) });
  const read = messages.flatMap((message) =>
    'content' in message ? [message.content] : message.results.map(({ text }) => text),
  );
  const written = calls.reduce((sum, { input }) => sum + estimateTokens(input), 0);
  return { calls, usage: usageOf([system, ...read], written) };
}

/** Pays now what the first call of a role would pay. */
export function warmOffline(role: ModelRole): void {
  if (role === 'plan') warmPlans();
  if (role === 'respond') warmReplies();
}

function usageOf(read: readonly string[], outputTokens: number): TokenUsage {
  return { inputTokens: read.reduce((sum, text) => sum + estimateTokens(text), 0), outputTokens };
}
