import { canonicalArguments } from '@salience/act';
import { renderCriticPrompt, taskSnapshotOf } from '@salience/context';
import type { ActStep, Verdict } from '@salience/contracts';
import { isSalienceError } from '@salience/errors';
import { askRole } from '@salience/runtime';
import { noteFault } from '../note-fault.ts';
import type { Acting, RunnableCall } from './acting.ts';

/** Rule of a verdict that a model's doubt made. */
const rule = 'second_opinion';

/**
 * Asks the model of the role `critic` about a call that has ended well by the rules: only for what can do harm (act, commit), and
 * only where there is such a model. Its doubt makes the verdict that is returned: the person is told. Null: the rules' verdict stands,
 * also when the model fails, of which the log has one line.
 */
export async function secondOpinion(
  acting: Acting,
  step: ActStep,
  { args, call, spec }: RunnableCall,
): Promise<Verdict | null> {
  const { contexts, deps, input, origin } = acting;
  const { offline, ...described } = deps.models.describe('critic');
  const consequential = spec.tier === 'act' || spec.tier === 'commit';
  if (offline || !consequential || step.result === null || step.verdict?.verdict !== 'accept') return null;
  const { turn } = input.step;
  const asked = {
    request: { text: origin.text, trust: origin.trust, at: origin.at, zone: turn.zone },
    call: { tool: call.tool, tier: spec.tier, arguments: canonicalArguments(args) },
    result: { text: step.result.text, trust: step.result.trust },
  };
  contexts.push(taskSnapshotOf(renderCriticPrompt(asked), 'critic', { role: 'critic', ...described }));
  try {
    const { object } = await askRole(deps, 'critic', asked, {
      agentId: turn.agent_id,
      threadId: turn.thread_id,
      signal: input.signal,
    });
    return object.fits ? null : { verdict: 'escalate', rule, reason: object.reason };
  } catch (error) {
    // Broken off with its turn: that is no failure of the model's, and the loop sees it next.
    if (input.signal.aborted) return null;
    if (!isSalienceError(error) || !error.code.startsWith('llm.')) throw error;
    noteFault(contexts, error);
    deps.log.warn(
      { turnId: turn.id, tool: call.tool, code: error.code, cause: error.message },
      'no second opinion; the verdict of the rules stands',
    );
    return null;
  }
}
