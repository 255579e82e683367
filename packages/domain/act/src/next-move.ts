import { type CallMove, callMove, type KnownTool } from './call-move.ts';
import { type RunLimits, runLimits } from './limits.ts';
import type { RunState, StopReason } from './run-state.ts';

/** The next move. Every move but `wait` and `close` ends in a stored step. */
export type Move =
  | CallMove
  /** Call the planner; a closing call has no tools and ends the loop at its limit. */
  | { readonly kind: 'plan'; readonly closing: boolean }
  /** The loop is over. */
  | { readonly kind: 'close'; readonly reason: StopReason };

/** The time for which a move is decided. */
export interface Moment {
  /** Active time of this loop, milliseconds; the sum of its steps if that is more. */
  readonly activeMs: number;
  /** Business time. */
  readonly at: Date;
}

/**
 * The next move of a run. Pure: the same state, time and tools give the same move, so a worker that takes over continues
 * exactly after the last committed step. `wait`: nothing can be done before that time.
 */
export function nextMove(
  state: RunState,
  now: Moment,
  tools: readonly KnownTool[],
  limits: RunLimits = runLimits,
): Move {
  if (state.closed !== null) return { kind: 'close', reason: state.closed };
  const used = usedUp(state, now.activeMs, limits);
  let wait: (CallMove & { kind: 'wait' }) | null = null;
  for (const call of state.open) {
    const move = callMove(call, { used, at: now.at, tools, limits });
    if (move.kind !== 'wait') return move;
    if (wait === null || Date.parse(move.until) < Date.parse(wait.until)) wait = move;
  }
  return wait ?? moveWithoutCalls(state, used, limits);
}

function usedUp(state: RunState, activeMs: number, limits: RunLimits): 'budget' | 'active_time' | null {
  if (state.spent >= limits.budget) return 'budget';
  return Math.max(activeMs, state.activeMs) >= limits.activeMsMax ? 'active_time' : null;
}

/** All calls have ended: stop, or call the planner again. */
function moveWithoutCalls(state: RunState, used: 'budget' | 'active_time' | null, limits: RunLimits): Move {
  const plan = state.lastPlan;
  if (plan?.failed === true) return { kind: 'close', reason: 'planner_failed' };
  if (used !== null) return { kind: 'close', reason: used };
  if (state.closingCallMade) return { kind: 'close', reason: 'iterations' };
  const atCap = state.iterations >= limits.iterationsMax || state.runIterations >= limits.runIterationsMax;
  const finished = plan !== null && plan.calls === 0 && !plan.overtaken;
  // A last plan without calls ends the loop: no closing call is needed, and no limit was hit.
  if (finished && (!plan.cutOff || plan.cutOffTwice)) return { kind: 'close', reason: 'nothing_to_do' };
  if (atCap) return { kind: 'plan', closing: true };
  if (state.repeats >= limits.repeatsMax) return { kind: 'close', reason: 'repetition' };
  if (state.asked.length > 0 && plan?.overtaken !== true) return { kind: 'close', reason: 'asked' };
  return { kind: 'plan', closing: false };
}
