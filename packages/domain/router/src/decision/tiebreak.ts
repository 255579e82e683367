import { type Decision, type Mode, type Routing, storedSignals } from '@salience/contracts';
import { neutralSignals, type Signals } from '../signals/signals.ts';
import type { EarlyResult } from './decide-early.ts';
import type { RoutingResult } from './decide.ts';

/** The tie-breaker's answer. `choice` null: it failed or named neither candidate. */
export interface TiebreakAnswer {
  readonly choice: Mode | null;
  /** Why: a short code or the model's reason; stored with the decision. */
  readonly reason: string;
}

/** How a decision ended. */
export interface Settled {
  readonly mode: Mode;
  readonly tiebreak: Decision['tiebreak'];
}

/**
 * Settles a decision. Without a call for a tie-breaker the scores stand. With one its choice counts when it
 * is one of the two candidates; anything else, and a tie-breaker that was not asked (null), leaves the best score.
 */
export function applyTiebreak(result: RoutingResult, answer: TiebreakAnswer | null): Settled {
  if (!result.needsTiebreak) return { mode: result.mode, tiebreak: null };
  const candidates: [Mode, Mode] = [result.mode, result.runnerUp];
  const reason = answer?.reason ?? 'not_asked';
  const choice = answer?.choice ?? null;
  // The candidates bind the model: a third mode is no answer.
  if (choice === null || !candidates.includes(choice)) {
    return { mode: result.mode, tiebreak: { candidates, choice: null, reason } };
  }
  return { mode: choice, tiebreak: { candidates, choice, reason } };
}

/** The signals to store: one that has no place in the layout of a stored decision costs its name, and is left out where it moves no rule. */
function kept(signals: Signals): Record<string, number> {
  return Object.fromEntries(
    Object.entries(signals).filter(([name, value]) => placed.has(name) || value !== neutralSignals[name]),
  );
}

const placed: ReadonlySet<string> = new Set(storedSignals);

function toRouting(result: RoutingResult, settled: Settled, modeTerminal: Mode): Routing {
  return {
    policyName: result.policyName,
    policyVersion: result.policyVersion,
    signals: kept(result.signals),
    scores: result.scores,
    modeInitial: settled.mode,
    modeTerminal,
    confidence: result.confidence,
    margin: result.margin,
    effectiveMargin: result.effectiveMargin,
    tiebreak: settled.tiebreak,
  };
}

/** How a turn was routed once more after its actions. */
export interface Rerouted {
  readonly result: RoutingResult;
  readonly settled: Settled;
}

/** The decision to store of a turn that the text and the thread's state alone decided. */
export function toEarlyDecision({ result, unmeasured }: EarlyResult): Decision {
  return { ...toDecision(result, applyTiebreak(result, null)), unmeasured: [...unmeasured] };
}

/**
 * The decision to store. `modeTerminal` is the mode the turn ended in, when that differs from the one it was routed to:
 * that of the routing after its actions (`reroute`), or another reason's.
 */
export function toDecision(
  result: RoutingResult,
  settled: Settled,
  modeTerminal: Mode = settled.mode,
  reroute: Rerouted | null = null,
): Decision {
  return {
    ...toRouting(result, settled, modeTerminal),
    reroute: reroute === null ? null : toRouting(reroute.result, reroute.settled, modeTerminal),
  };
}
