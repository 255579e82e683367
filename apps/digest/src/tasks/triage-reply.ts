import { type ContextSnapshot, lowestTrust, offlineModel } from '@salience/contracts';
import { renderTriagePrompt, taskSnapshotOf } from '@salience/context';
import type { TaskOfRun } from '@salience/database/tasks';
import { isSalienceError } from '@salience/errors';
import { askRole } from '@salience/runtime';
import { triageInput } from '@salience/tasks';
import type { Deps } from '../deps.ts';
import type { Generated, GenerateInput } from '../generate.ts';
import { describeModelFailure } from '../model-failure.ts';
import { noteFault } from '../note-fault.ts';

type UsedTokens = Extract<Generated, { kind: 'reply' }>['usage'];

/**
 * The typed answer of a triage: one of its choices and a confidence, as JSON. What follows from it is decided by the plan and its threshold, in
 * code (law 6). A model that fails ends the turn as every other failure does; one whose answers cannot be read has given none, and the plan
 * asks a person.
 */
export async function triageReply(
  deps: Deps,
  { live, signal, step }: Pick<GenerateInput, 'live' | 'signal' | 'step'>,
  task: TaskOfRun,
): Promise<Generated> {
  const { turn } = step;
  const plan = task.plan.steps.find(({ name }) => name === task.step);
  if (plan?.kind !== 'triage')
    throw new RangeError(`expected a triage in task ${task.taskId}, got ${task.step}`);
  const about = { text: task.text, from: task.fromName };
  const { choices, message, question, trust } = triageInput(plan, about, task.trust);
  const input = {
    question,
    choices,
    message: { ...message, trust, at: task.createdAt, zone: turn.zone },
    windowTokens: deps.contextLimits?.windowTokens,
  };
  const { offline, ...described } = deps.models.describe('triage');
  const contexts: ContextSnapshot[] = offline
    ? []
    : [taskSnapshotOf(renderTriagePrompt(input), 'triage', { role: 'triage', ...described })];
  const answered = (text: string, usage: UsedTokens): Generated => {
    live.delta(text);
    live.written();
    return {
      kind: 'reply',
      text,
      citations: [],
      used: [],
      trust: lowestTrust(['agent', task.trust]),
      model: offline ? offlineModel.model : described.model,
      usage,
      contexts,
    };
  };
  try {
    const place = { agentId: turn.agent_id, threadId: turn.thread_id, signal };
    const { object, usage } = await askRole(deps, 'triage', input, place);
    const { choice, confidence } = object;
    const { inputTokens, outputTokens } = usage;
    return answered(JSON.stringify({ choice, confidence }), { inputTokens, outputTokens });
  } catch (error) {
    if (signal.aborted || !isSalienceError(error) || !error.code.startsWith('llm.')) throw error;
    noteFault(contexts, error);
    if (error.code === 'llm.invalid-output')
      return answered('No usable answer came.', { inputTokens: null, outputTokens: null });
    return { kind: 'failed', error: describeModelFailure(error.code, turn.id), contexts };
  }
}
