import { offlineModel } from '@salience/contracts';
import type { OthersAnswer } from './act/approval-answer.ts';
import type { Deps } from './deps.ts';
import type { Generated, GenerateInput } from './generate.ts';

const who: Readonly<Record<OthersAnswer['whose'], string>> = {
  persons: 'the person of this machine, or who holds a key of mine,',
  direct: 'a person who says it in the console or in a chat, or who holds a key that may manage,',
  asker: 'the person whom I asked, or the person of this machine,',
};

/**
 * The reply to a yes or no of somebody who may not give it. Written by code: a model that is shown a bare "yes" agrees to it, and who
 * reads that takes the request for answered (law 11).
 */
export function othersReply(
  deps: Deps,
  { live, step }: Pick<GenerateInput, 'live' | 'step'>,
  { whose }: OthersAnswer,
): Generated {
  deps.metrics.modelCallsAvoided.inc({ agent: step.turn.agent_id, reason: 'answer-of-others' });
  const text =
    `Only ${who[whose]} can answer that request: yours does not count, whether yes or no. ` +
    'Nothing was done, and the request still waits. They can answer it with `salience approvals`.';
  live.delta(text);
  live.written();
  const usage = { inputTokens: 0, outputTokens: 0 };
  const { model } = offlineModel;
  return { kind: 'reply', text, citations: [], used: [], trust: 'agent', model, usage, contexts: [] };
}
