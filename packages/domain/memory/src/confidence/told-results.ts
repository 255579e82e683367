import type { ActStep } from '@salience/contracts';

/**
 * The confidence of the results that the reply of a turn tells of, 0..1, from the steps of its run: of each tool the last result that
 * was there when the turn closed the run, so that a failure which was mended does not count. Steps that changed later are left out.
 * Pure.
 */
export function toldResults(steps: readonly ActStep[], turnId: ActStep['turnId']): number[] {
  const closing = steps.findLast((step) => step.kind === 'closing' && step.turnId === turnId);
  if (closing === undefined) return [];
  const closedAt = Date.parse(closing.at);
  const last = new Map<string, number>();
  for (const { at, call, kind, n, result } of steps.toSorted((a, b) => a.n - b.n)) {
    if (kind !== 'action' || n > closing.n || Date.parse(at) > closedAt) continue;
    if (call !== null && result?.confidence !== undefined) last.set(call.tool, result.confidence);
  }
  return [...last.values()];
}
