import type { ActStep } from '@salience/contracts';
import type { StopReason } from './run-state.ts';

/**
 * The planner's last words where they may be the whole answer to a turn: its loop closed because nothing was left to do, something
 * was done, and every action of the run succeeded and was believed, or failed and was then done after all. Null where anything is left
 * that an answer must be written about with care: what waits for a yes, what was refused or failed, what nobody knows, what is in
 * doubt, and words that were cut off. Pure.
 */
export function lastWords(steps: readonly ActStep[], turnId: ActStep['turnId']): string | null {
  const ordered = steps.toSorted((a, b) => a.n - b.n);
  const own = ordered.filter((step) => step.turnId === turnId);
  const closing = own.findLast(({ kind }) => kind === 'closing');
  const plan = own.findLast(({ kind }) => kind === 'plan');
  const nothingLeft: StopReason = 'nothing_to_do';
  if (closing?.reason !== nothingLeft || plan?.state !== 'done' || plan.reason !== 'stop') return null;
  const actions = ordered.filter(({ kind }) => kind === 'action');
  if (!actions.some(isDone) || !actions.every((step) => isDone(step) || isMended(step, actions))) return null;
  const words = plan.note?.trim() ?? '';
  return words === '' ? null : words;
}

function isDone({ state, verdict }: ActStep): boolean {
  return state === 'succeeded' && (verdict === null || verdict.verdict === 'accept');
}

/** A failed call that succeeded when it was repeated. */
function isMended(step: ActStep, actions: readonly ActStep[]): boolean {
  return (
    step.state === 'failed' &&
    actions.some((later) => later.n > step.n && later.call?.tool === step.call?.tool && isDone(later))
  );
}
