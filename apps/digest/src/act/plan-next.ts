import {
  failedPlanStep,
  type OfferedTools,
  offeredTools,
  planSteps,
  summaryDue,
  transcriptOf,
} from '@salience/act';
import {
  compactPlanPrompt,
  estimateTokens,
  plannerView,
  planRoom,
  type PlanPromptInput,
  renderPlanPrompt,
  seenIn,
  snapshotOf,
} from '@salience/context';
import { isSalienceError, SalienceError } from '@salience/errors';
import { withModelCall } from '@salience/telemetry';
import { noteFault } from '../note-fault.ts';
import { materialOf } from '../prompt-material.ts';
import type { Acting } from './acting.ts';
import { inFull } from './resolve-refs.ts';
import { sumUp } from './sum-up.ts';
import { withToolProfiles } from './tool-profiles.ts';

/** Maximum tokens of the planner's transcript where no window says less; beyond it older steps are summed up. */
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

interface Manner {
  /** No tool may be called any more. */
  readonly closing: boolean;
  /** The provider found the first prompt too long. */
  readonly compacted: boolean;
}

async function ask(acting: Acting, material: PlanPromptInput, manner: Manner) {
  const { book, contexts, deps, input, planned } = acting;
  const { turn } = input.step;
  const prepared = await prepare(acting, material, manner);
  const { offered, opening, prompt } = prepared;
  const { provider, model } = deps.models.describe('plan');
  const told = { offered: offered.tools.length, left: [...offered.left] };
  contexts.push(snapshotOf(prompt, opening, { role: 'plan', provider, model }, told));
  const call = { agentId: turn.agent_id, role: 'plan', provider, model, threadId: turn.thread_id };
  const seen = seenIn(opening.items, material.message, book.runId);
  const plan = await withModelCall(deps.metrics, call, (_firstPiece, onAttempt) =>
    deps.models.plan({
      prompt,
      order: opening.order,
      history: opening.history,
      tools: offered.tools,
      signal: input.signal,
      onAttempt,
    }),
  );
  const { inputTokens, outputTokens } = plan.usage;
  planned.push({ model: plan.model, usage: { inputTokens, outputTokens } });
  return { plan: inFull(plan, opening.refs), seen };
}

/**
 * The prompt and the tools of one call, together within the window: tools by their relevance, then the opening, then the steps so
 * far, of which the oldest are summed up where they take too much.
 */
async function prepare(acting: Acting, material: PlanPromptInput, { closing, compacted }: Manner) {
  const { book } = acting;
  const room = planRoom(material);
  const offered = offeredOf(acting, material, closing, compacted);
  const beside = room && { besideTokens: offered.tokens + room.steps };
  const render = compacted ? compactPlanPrompt : renderPlanPrompt;
  const opening = render({ ...material, ...beside });
  // The planner's instructions are one message; its transcript follows.
  const first = opening.messages.map((message) => ('content' in message ? message.content : '')).join('\n');
  const usual = compacted ? transcriptTokens.compacted : transcriptTokens.usual;
  const left = room === undefined ? usual : room.prompt - offered.tokens - estimateTokens(opening.system);
  if (left < estimateTokens(first)) throw noRoom(material.windowTokens);
  const tokens = Math.min(usual, left);
  const due = summaryDue(book.steps, first, tokens);
  if (due !== null) await sumUp(acting, due);
  const prompt = { system: opening.system, messages: transcriptOf(book.steps, first, tokens) };
  return { offered, opening, prompt };
}

/** The tools of a call: all there is room for; none once the run closes. */
function offeredOf(
  { book, input, origin, tools }: Acting,
  material: PlanPromptInput,
  closing: boolean,
  compacted: boolean,
): OfferedTools {
  if (closing) return { tools: [], left: [], tokens: 0 };
  const specs = withToolProfiles(tools.specs, input.profile.tools, new Date(input.step.turn.said_at));
  const used = book.steps.flatMap(({ call }) => (call === null ? [] : [call.tool]));
  const said = book.steps.flatMap(({ kind, note }) => (kind === 'steer' && note !== null ? [note] : []));
  // Once something was done, it is what reads again what is shown no more.
  const keep = new Set(used.length > 0 ? ['recall', ...used] : []);
  const of = { about: [origin.text, ...said].join('\n'), keep };
  const most = planRoom(material)?.tools ?? Number.POSITIVE_INFINITY;
  const offered = offeredTools(specs, { ...of, tokensMax: most });
  return compacted ? offeredTools(specs, { ...of, tokensMax: Math.floor(offered.tokens / 2) }) : offered;
}

function noRoom(window: number | undefined): SalienceError {
  return new SalienceError(
    'llm.context-overflow',
    `Expected instructions and message to leave room in a window of ${window ?? transcriptTokens.usual} tokens; they do not. Shorten the message, or give a larger SALIENCE_MODEL_WINDOW.`,
  );
}

/** What the planner is shown of the turn, below the message that began the run. */
function planMaterial({ deps, input, origin }: Acting): PlanPromptInput {
  const { profile, recalled, skills, step } = input;
  const material = materialOf({ profile, recalled, skills, step, limits: deps.contextLimits ?? {} });
  const { completes, threadId, zone } = material.message;
  const { at, speaker, text, trust } = origin;
  const message = { text, at, speaker: speaker ?? 'user', trust, threadId, zone };
  // Only the message that began the run may complete an earlier one.
  const first = text === step.turn.text ? { ...message, completes } : message;
  return plannerView({ ...material, message: first });
}
