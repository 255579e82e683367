import { type CallMove, callMove, type KnownTool } from './call-move.ts';
import { type RunLimits, runLimits } from './limits.ts';
import type { RunState, StopReason } from './run-state.ts';

/** What is done next. Every move but `wait` and `close` ends in a step that is written. */
export type Move =
  | CallMove
  /** Ask the planner; a closing call gets no tools and ends the loop at its cap. */
  | { readonly kind: 'plan'; readonly closing: boolean }
  /** The loop is over. */
  | { readonly kind: 'close'; readonly reason: StopReason };

/** The moment a move is decided for. */
export interface Moment {
  /** Time this loop was active, milliseconds; the steps' own sum counts where it is more. */
  readonly activeMs: number;
  /** Business time. */
  readonly at: Date;
}

/**
 * The next move of a run. Pure: the same state, moment and tools give the same move, so a worker that takes over goes on
 * exactly where the last committed step ended. `wait` means that nothing else can be done before then.
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

/** All calls have an end: stop, or ask the planner again. */
function moveWithoutCalls(state: RunState, used: 'budget' | 'active_time' | null, limits: RunLimits): Move {
  const plan = state.lastPlan;
  if (plan?.failed === true) return { kind: 'close', reason: 'planner_failed' };
  if (used !== null) return { kind: 'close', reason: used };
  if (state.closingCallMade) return { kind: 'close', reason: 'iterations' };
  const atCap = state.iterations >= limits.iterationsMax || state.runIterations >= limits.runIterationsMax;
  const finished = plan !== null && plan.calls === 0 && !plan.overtaken;
  // A last plan that asked for nothing has said what there is to say: no closing call is needed, and no cap was hit.
  if (finished && (!plan.cutOff || plan.cutOffTwice)) return { kind: 'close', reason: 'nothing_to_do' };
  if (atCap) return { kind: 'plan', closing: true };
  if (state.repeats >= limits.repeatsMax) return { kind: 'close', reason: 'repetition' };
  if (state.asked.length > 0 && plan?.overtaken !== true) return { kind: 'close', reason: 'asked' };
  return { kind: 'plan', closing: false };
}
