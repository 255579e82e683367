import { canonicalArguments, finishedStep, idempotencyKeyOf, startedStep } from '@salience/act';
import type { ActStep } from '@salience/contracts';
import { judgeResult } from '@salience/critic';
import { attributeKeys, spanNames, withSpan } from '@salience/telemetry';
import { type Acting, runnable } from './acting.ts';
import { trustOfRun } from './say-in-run.ts';
import { secondOpinion } from './second-opinion.ts';
import { sha256 } from '../sha256.ts';
import { withConfidence } from './with-confidence.ts';

/**
 * Runs a call that may run. The start is stored before, the outcome after; between them is the effect, with one idempotency
 * key for all attempts. A model's doubt about an accepted result is stored last; if this worker crashes before, it is lost.
 */
export async function dispatchCall(acting: Acting, step: ActStep): Promise<void> {
  const { book, deps, input, tools } = acting;
  const ready = runnable(acting, step);
  const { args, call, spec, tier } = ready;
  const key = step.idempotencyKey ?? idempotencyKeyOf(step.runId, step.n, sha256);
  const started = startedStep(step, key, await deps.clock.now());
  await book.write([started]);
  await deps.fault('digest.act-started');
  const effect = effectSignal(input.signal);
  const result = await withSpan(
    spanNames.turnAction,
    {
      attributes: {
        [attributeKeys.genAiToolName]: call.tool,
        [attributeKeys.actionAttempt]: started.attempt,
      },
    },
    async (span) => {
      const ended = await tools.dispatch({
        tool: call.tool,
        arguments: args,
        idempotencyKey: key,
        timeoutMs: spec.timeoutMs,
        signal: effect.signal,
        step: input.step,
        runId: step.runId,
        n: step.n,
        trust: trustOfRun(acting),
      });
      span.setAttributes({ [attributeKeys.actionOutcome]: ended.outcome });
      return ended;
    },
  );
  effect.done();
  await deps.fault('digest.act-done');
  deps.metrics.actionDuration.observe(
    { tool: call.tool, outcome: result.outcome },
    result.durationMs / 1_000,
  );
  const now = await deps.clock.now();
  const verdict = judgeResult({
    tool: call.tool,
    tier,
    args,
    result,
    now,
    schema: spec.outputSchema,
    earlier: earlierTexts(book.steps, started),
    correctionsSoFar: correctionsOf(book.steps, call.tool),
  });
  const finished = withConfidence(
    finishedStep(started, { result, verdict }, { tier, idempotent: spec.idempotent }, now),
  );
  await book.write([finished]);
  await deps.fault('digest.act-stored');
  // Only now, so that the outcome is stored however long the model takes.
  const doubt = await secondOpinion(acting, finished, ready);
  if (doubt !== null) await book.write([withConfidence({ ...finished, verdict: doubt })]);
}

function correctionsOf(steps: readonly ActStep[], tool: string): number {
  return steps.filter((step) => step.call?.tool === tool && step.verdict?.verdict === 'correct').length;
}

/** Earlier results of the same call in this run since the last change. */
function earlierTexts(steps: readonly ActStep[], step: ActStep): string[] {
  const before = steps.filter(({ kind, n }) => kind === 'action' && n < step.n);
  const lastChange = before.findLast((one) => one.attempt > 0 && one.ruling?.tier !== 'observe')?.n ?? -1;
  const signature = signatureOf(step);
  return before
    .filter((one) => one.n > lastChange && one.state === 'succeeded' && signatureOf(one) === signature)
    .map((one) => one.result?.text ?? '');
}

function signatureOf({ call }: ActStep): string {
  return `${call?.tool ?? ''} ${canonicalArguments(call?.arguments ?? {})}`;
}

/**
 * The signal that aborts a running action: everything that ends its turn except a drain. A stopping worker lets the action
 * finish within its timeout, because an aborted action has an unknown outcome.
 */
function effectSignal(turn: AbortSignal): { readonly signal: AbortSignal; done(): void } {
  const effect = new AbortController();
  const end = (): void => {
    if (turn.reason !== 'draining') effect.abort(turn.reason);
  };
  if (turn.aborted) end();
  else turn.addEventListener('abort', end, { once: true });
  return { signal: effect.signal, done: () => turn.removeEventListener('abort', end) };
}
