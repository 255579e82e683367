import { offlineModel } from '@salience/contracts';
import type { Deps } from '../deps.ts';
import type { Generated, GenerateInput } from '../generate.ts';

/**
 * A reply that code wrote, word for word: what a person is asked about a task must not depend on how a model tells it (law 11). It has at most the trust of
 * what it quotes.
 */
export function verbatimReply(
  deps: Deps,
  { live, step }: Pick<GenerateInput, 'live' | 'step'>,
  text: string,
  reason: string,
): Extract<Generated, { kind: 'reply' }> {
  deps.metrics.modelCallsAvoided.inc({ agent: step.turn.agent_id, reason });
  live.delta(text);
  live.written();
  const { trust } = step.turn;
  return {
    kind: 'reply',
    text,
    citations: [],
    used: [],
    trust: trust === 'external' || trust === 'unverified' ? trust : 'agent',
    model: offlineModel.model,
    usage: { inputTokens: 0, outputTokens: 0 },
    contexts: [],
  };
}
