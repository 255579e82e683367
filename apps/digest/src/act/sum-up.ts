import {
  argumentsProblem,
  canonicalArguments,
  type DueSummary,
  summaryStep,
  summaryText,
} from '@salience/act';
import { type CompactPromptInput, renderCompactPrompt, taskSnapshotOf } from '@salience/context';
import type { ActStep, RunNotes } from '@salience/contracts';
import { isSalienceError } from '@salience/errors';
import { offlineCompact } from '@salience/models';
import { askRole } from '@salience/runtime';
import { noteFault } from '../note-fault.ts';
import type { Acting } from './acting.ts';

/** Characters of what is summed up where no window is known; … */
const charsUsual = 16_000;
/** … and for each token of a window. */
const charsPerWindowToken = 1.2;

/**
 * Stores the summary that stands in the planner's transcript for earlier steps from now on: written by the model of the role `compact`,
 * once, or by the offline responder where there is none or it fails. A worker that takes over reads it from its step.
 */
export async function sumUp(acting: Acting, due: DueSummary): Promise<void> {
  const { book, deps } = acting;
  const begun = performance.now();
  const material = materialOf(acting, due);
  const { fault, notes } = await written(acting, material);
  const summary = {
    text: summaryText(due, notes),
    trust: due.trust,
    durationMs: Math.round(performance.now() - begun),
    keptFrom: due.keptFrom,
    fault,
  };
  await book.write([summaryStep(book.next(await deps.clock.now()), summary)]);
  await deps.fault('digest.act-summed-up');
}

async function written(
  { contexts, deps, input }: Acting,
  material: CompactPromptInput,
): Promise<{ readonly notes: RunNotes; readonly fault: string | null }> {
  const { turn } = input.step;
  const { offline, ...described } = deps.models.describe('compact');
  if (!offline) {
    const call = { role: 'compact', ...described };
    contexts.push(taskSnapshotOf(renderCompactPrompt(material), 'compact', call));
  }
  try {
    const { object } = await askRole(deps, 'compact', material, {
      agentId: turn.agent_id,
      threadId: turn.thread_id,
      signal: input.signal,
    });
    return { notes: object, fault: null };
  } catch (error) {
    input.signal.throwIfAborted();
    if (!isSalienceError(error) || !error.code.startsWith('llm.')) throw error;
    noteFault(contexts, error);
    deps.log.warn(
      { turnId: turn.id, code: error.code, cause: error.message },
      'the model did not sum up earlier steps; the offline responder did',
    );
    return { notes: offlineCompact(material), fault: error.code };
  }
}

function materialOf({ deps, origin }: Acting, { earlier, steps }: DueSummary): CompactPromptInput {
  const window = deps.contextLimits?.windowTokens;
  const result = earlier?.result ?? null;
  return {
    request: { text: origin.text, trust: origin.trust },
    earlier: result && { text: result.text, trust: result.trust },
    words: steps.flatMap(({ kind, note, state }) =>
      kind === 'plan' && state === 'done' && note !== null && note !== '' ? [note] : [],
    ),
    calls: steps.flatMap(callOf),
    chars: Math.min(charsUsual, Math.floor((window ?? charsUsual) * charsPerWindowToken)),
  };
}

function callOf({ call, kind, n, result, state }: ActStep): CompactPromptInput['calls'] {
  if (kind !== 'action' || call === null) return [];
  const isReadable = call.arguments !== null && argumentsProblem(call) === null;
  return [
    {
      n,
      tool: call.tool,
      arguments: isReadable ? canonicalArguments(call.arguments ?? {}) : '(unreadable)',
      outcome: state,
      text: result?.text ?? '',
      trust: result?.trust ?? 'agent',
    },
  ];
}
