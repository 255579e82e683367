import {
  estimateTokens,
  type RenderedPrompt,
  type ShownHistoryItem,
  type ShownMessage,
} from '@salience/context';
import type { ModelRole } from '@salience/contracts';
import {
  entityTest,
  loadNlp,
  type OfflinePlan,
  type OfflineReply,
  type PlanRequest,
  type TokenUsage,
} from '@salience/llm';
import { loadReadDue, planCalls, type ReadDue, respond, warmPlans, warmReplies } from '@salience/offline';

/** The reply of the offline responder, with the tokens that a language model would have read and written. */
export async function replyOffline({
  messages,
  shown,
  system,
}: Pick<RenderedPrompt, 'messages' | 'shown' | 'system'>): Promise<OfflineReply> {
  // Spelling decides nearly always, and few messages name a time. Only when it does not, or one does, is what reads it loaded and the
  // reply written anew.
  const due = dueReader();
  let undecided = false;
  const bySpelling = () => {
    undecided = true;
    return false;
  };
  let text = respond(shown, bySpelling, due.read);
  const readDue = await due.load();
  if (due.wasAsked()) text = respond(shown, bySpelling, readDue);
  if (undecided) text = respond(shown, entityTest(await loadNlp()), readDue);
  return { text, usage: usageOf([system, ...messages.map(({ content }) => content)], estimateTokens(text)) };
}

/** What the offline planner calls next. */
export async function planOffline(
  {
    history,
    prompt,
    tools,
  }: Pick<PlanRequest, 'prompt' | 'tools'> & { readonly history?: readonly ShownHistoryItem[] | undefined },
  order: ShownMessage,
): Promise<OfflinePlan> {
  const { messages, system } = prompt;
  const input = { order, messages, history: history ?? [], tools: tools.map(({ name }) => name) };
  const due = dueReader();
  const first = planCalls({ ...input, readDue: due.read });
  const calls = due.wasAsked() ? planCalls({ ...input, readDue: await due.load() }) : first;
  const read = messages.flatMap((message) =>
    'content' in message ? [message.content] : message.results.map(({ text }) => text),
  );
  const written = calls.reduce((sum, { input }) => sum + estimateTokens(input), 0);
  return { calls, usage: usageOf([system, ...read], written) };
}

/** A reader of due times that reads nothing and tells whether it was asked: what reads is loaded only then. */
function dueReader(): {
  readonly read: ReadDue;
  readonly wasAsked: () => boolean;
  readonly load: () => Promise<ReadDue>;
} {
  let asked = false;
  const read: ReadDue = () => {
    asked = true;
    return { kind: 'none' };
  };
  return { read, wasAsked: () => asked, load: () => (asked ? loadReadDue() : Promise.resolve(read)) };
}

/** Pays now what the first call of a role would pay. */
export function warmOffline(role: ModelRole): void {
  if (role === 'plan') warmPlans();
  if (role === 'respond') warmReplies();
}

function usageOf(read: readonly string[], outputTokens: number): TokenUsage {
  return { inputTokens: read.reduce((sum, text) => sum + estimateTokens(text), 0), outputTokens };
}
