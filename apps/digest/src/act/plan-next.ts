import { failedPlanStep, planSteps, transcriptOf } from '@salience/act';
import {
  compactPlanPrompt,
  plannerView,
  type PlanPromptInput,
  renderPlanPrompt,
  seenIn,
  snapshotOf,
} from '@salience/context';
import { isSalienceError } from '@salience/errors';
import { withModelCall } from '@salience/telemetry';
import { noteFault } from '../note-fault.ts';
import { materialOf } from '../prompt-material.ts';
import type { Acting } from './acting.ts';
import { inFull } from './resolve-refs.ts';
import { withToolProfiles } from './tool-profiles.ts';

/** Maximum tokens of the planner's transcript; beyond it older and longer results are shortened. */
const transcriptTokens = { usual: 12_000, compacted: 3_000 } as const;

/**
 * Calls the planner once and stores its answer: its text as a plan, each call as an action without a ruling. If the model
 * fails, a failed plan is stored, which closes the loop.
 */
export async function planNext(acting: Acting, closing: boolean): Promise<void> {
  const { book, deps, input } = acting;
  const { turn } = input.step;
  const material = planMaterial(acting);
  try {
    const { plan, seen } = await ask(acting, material, { closing, compacted: false }).catch(
      (error: unknown) => {
        // The prompt exceeds the model's window: retry with a much shorter one.
        if (!isSalienceError(error) || error.code !== 'llm.context-overflow') throw error;
        return ask(acting, material, { closing, compacted: true });
      },
    );
    await book.write(planSteps(book.next(await deps.clock.now()), plan, closing, seen));
  } catch (error) {
    if (!isSalienceError(error) || !error.code.startsWith('llm.') || error.code === 'llm.aborted')
      throw error;
    deps.log.error({ turnId: turn.id, code: error.code, cause: error.message }, 'planning failed');
    noteFault(acting.contexts, error);
    await book.write([failedPlanStep(book.next(await deps.clock.now()), error.code, closing)]);
  }
  await deps.fault('digest.act-planned');
}

async function ask(
  { book, contexts, deps, input, planned, tools }: Acting,
  material: PlanPromptInput,
  { closing, compacted }: { readonly closing: boolean; readonly compacted: boolean },
) {
  const { turn } = input.step;
  const opening = compacted ? compactPlanPrompt(material) : renderPlanPrompt(material);
  const tokens = compacted ? transcriptTokens.compacted : transcriptTokens.usual;
  // The planner's instructions are one message; its transcript follows.
  const first = opening.messages.map((message) => ('content' in message ? message.content : '')).join('\n');
  const prompt = { system: opening.system, messages: transcriptOf(book.steps, first, tokens) };
  const { provider, model } = deps.models.describe('plan');
  contexts.push(snapshotOf(prompt, opening, { role: 'plan', provider, model }));
  const call = { agentId: turn.agent_id, role: 'plan', provider, model, threadId: turn.thread_id };
  const seen = seenIn(opening.items, material.message, book.runId);
  const plan = await withModelCall(deps.metrics, call, (_firstPiece, onAttempt) =>
    deps.models.plan({
      prompt,
      order: opening.order,
      tools: closing ? [] : withToolProfiles(tools.specs, input.profile.tools, new Date(turn.said_at)),
      signal: input.signal,
      onAttempt,
    }),
  );
  const { inputTokens, outputTokens } = plan.usage;
  planned.push({ model: plan.model, usage: { inputTokens, outputTokens } });
  return { plan: inFull(plan, opening.refs), seen };
}

/** What the planner is shown of the turn, below the message that began the run. */
function planMaterial({ deps, input, origin }: Acting): PlanPromptInput {
  const { profile, recalled, skills, step } = input;
  const material = materialOf({ profile, recalled, skills, step, limits: deps.contextLimits ?? {} });
  const { threadId, zone } = material.message;
  const { at, speaker, text, trust } = origin;
  const message = { text, at, speaker: speaker ?? 'user', trust, threadId, zone };
  return plannerView({ ...material, message });
}
