import { canonicalArguments } from '@salience/act';
import { renderCriticPrompt, taskSnapshotOf } from '@salience/context';
import type { ActStep, Verdict } from '@salience/contracts';
import { isSalienceError } from '@salience/errors';
import { askRole } from '@salience/runtime';
import { noteFault } from '../note-fault.ts';
import type { Acting, RunnableCall } from './acting.ts';

/** The rule name of a verdict that a model's doubt caused. */
const rule = 'second_opinion';

/**
 * Asks the model of the role `critic` about a call that succeeded by the rules: only for tiers act and commit, and only if there
 * is such a model. Its doubt becomes the returned verdict, which the reply mentions. Null: the rules' verdict stands, also if the
 * model fails, which is logged.
 */
export async function secondOpinion(
  acting: Acting,
  step: ActStep,
  { args, call, tier }: RunnableCall,
): Promise<Verdict | null> {
  const { contexts, deps, input, origin } = acting;
  const { offline, ...described } = deps.models.describe('critic');
  const consequential = tier === 'act' || tier === 'commit';
  if (offline || !consequential || step.result === null || step.verdict?.verdict !== 'accept') return null;
  const { turn } = input.step;
  const asked = {
    request: { text: origin.text, trust: origin.trust, at: origin.at, zone: turn.zone },
    call: { tool: call.tool, tier, arguments: canonicalArguments(args) },
    result: { text: step.result.text, trust: step.result.trust },
    windowTokens: deps.contextLimits?.windowTokens,
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
    // Aborted with its turn: not a failure of the model; the loop handles it next.
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
