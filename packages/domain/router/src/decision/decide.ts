import { type Mode, modes, type Scores } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import { type Policy, weightOf } from '../policy/policy.ts';
import type { Signals } from '../signals/signals.ts';
import { scoreModes } from './score.ts';

/** The router's state of a thread between two messages. Plain JSON; stored per thread. */
export interface RouterState {
  /** Mode of the previous decision of the thread; null for its first. */
  readonly previousMode: Mode | null;
  /** Confidences of the last decisions, oldest first; only the last three are looked at. */
  readonly lastConfidences: readonly number[];
}

/** What a single call may ask for besides. */
export interface DecideOptions extends RouterState {
  /** Modes that may not win, for example ACT when a turn is routed again after acting. */
  readonly exclude?: readonly Mode[];
}

/** A routing decision before any tie-breaker. Plain JSON. */
export interface RoutingResult {
  readonly policyName: string;
  readonly policyVersion: number;
  /** Every number the decision was made from, the thread's state included: enough to replay it. */
  readonly signals: Signals;
  readonly scores: Scores;
  readonly mode: Mode;
  readonly runnerUp: Mode;
  /** (best - second) / max(|best|, 0.001), never below 0. Above 1 when the second is below 0. */
  readonly margin: number;
  /** The margin, at most 1: 0 is a draw, 1 leaves no doubt. */
  readonly confidence: number;
  /** Margin below which the two best are too close to call. */
  readonly effectiveMargin: number;
  /** True when a tie-breaker should choose between `mode` and `runnerUp`. */
  readonly needsTiebreak: boolean;
  /** Which rule decided: the scores, or the guard for the empty message or for the overheard one. */
  readonly decidedBy: 'scores' | 'empty_guard' | 'overheard_guard';
}

/** A confidence below this was unsure: after three of them the tie-breaker is asked sooner. */
export const unsureConfidence = 0.15;

/** State of a thread that has no decision yet. */
export const freshRouterState: RouterState = { previousMode: null, lastConfidences: [] };

/** Thread state after a decision; keeps three confidences. `mode` is the one that was really taken. */
export function nextRouterState(state: RouterState, result: { confidence: number }, mode: Mode): RouterState {
  return { previousMode: mode, lastConfidences: [...state.lastConfidences, result.confidence].slice(-3) };
}

function withState(signals: Signals, options: DecideOptions): Signals {
  const last = options.lastConfidences.slice(-3);
  const excluded = new Set(options.exclude ?? []);
  return {
    ...signals,
    previous_act: options.previousMode === 'ACT' ? 1 : 0,
    previous_clarify: options.previousMode === 'CLARIFY' ? 1 : 0,
    recent_confidence_max: last.length < 3 ? 1 : Math.max(...last),
    excluded_modes: modes.reduce((bits, mode, index) => (excluded.has(mode) ? bits + 2 ** index : bits), 0),
  };
}

/** The modes that may not win, whatever their scores. */
export function excludedModes({ excluded_modes: bits }: Pick<Signals, 'excluded_modes'>): Mode[] {
  return modes.filter((_, index) => (Math.floor(bits / 2 ** index) & 1) === 1);
}

/** The two best modes that may win; the order of the mode list settles a draw. */
function rank(scores: Scores, signals: Signals): readonly [Mode, Mode] {
  const excluded = excludedModes(signals);
  const open = modes.filter((mode) => !excluded.includes(mode));
  const [first, second] = open.toSorted((a, b) => scores[b] - scores[a]);
  if (first === undefined || second === undefined) {
    throw new SalienceError(
      'router.no_mode_left',
      `Expected at least two modes to choose from, got ${open.length}. Exclude fewer modes.`,
      { kind: 'bug', data: { open } },
    );
  }
  return [first, second];
}

/** The margin below which the two best modes are too close to call. */
export function effectiveMarginOf(signals: Signals, policy: Policy, first: Mode, second: Mode): number {
  const base = weightOf(policy, 'tiebreaker_base_margin');
  let margin = base - (base - weightOf(policy, 'tiebreaker_min_margin')) * signals.context_warmth;
  const unmarked = signals.interrogative === 1 && signals.has_question_mark === 0;
  if (signals.implicit_reference === 1) margin += weightOf(policy, 'tiebreaker_implicit_reference');
  if (signals.information_density < 0.3) margin += weightOf(policy, 'tiebreaker_low_density');
  if (unmarked) margin += weightOf(policy, 'tiebreaker_unmarked_question');
  if (signals.recent_confidence_max < unsureConfidence) margin += weightOf(policy, 'tiebreaker_hysteresis');
  if (second === 'ACT') margin += weightOf(policy, 'tiebreaker_act_missed');
  if (first === 'ACT') margin -= weightOf(policy, 'tiebreaker_act_chosen');
  return Math.max(Math.round(margin * 1e9) / 1e9, 0);
}

/** Decides from signals that already hold the thread's state, as a stored decision has them. */
export function decideFromStored(signals: Signals, policy: Policy): RoutingResult {
  const scores = scoreModes(signals, policy);
  const guard = guardOf(signals);
  const [best, second] = rank(scores, signals);
  const ratio = (scores[best] - scores[second]) / Math.max(Math.abs(scores[best]), 0.001);
  const margin = guard === null ? ratio : 1;
  const mode = guard === null ? best : 'IGNORE';
  const effectiveMargin = effectiveMarginOf(signals, policy, best, second);
  return {
    policyName: policy.name,
    policyVersion: policy.version,
    signals,
    scores,
    mode,
    runnerUp: guard !== null && best !== 'IGNORE' ? best : second,
    margin,
    confidence: Math.min(margin, 1),
    effectiveMargin,
    needsTiebreak: guard === null && mode !== 'IGNORE' && margin < effectiveMargin,
    decidedBy: guard ?? 'scores',
  };
}

/** What leaves nothing to weigh: no policy can have the agent answer an empty message, or one that is not for it. */
function guardOf(signals: Signals): Exclude<RoutingResult['decidedBy'], 'scores'> | null {
  if (signals.char_count === 0) return 'empty_guard';
  return signals.overheard === 1 ? 'overheard_guard' : null;
}

/**
 * Decides what a message deserves. Total over valid signals and deterministic: same signals, policy and
 * state, same bits. An empty message is IGNORE before anything is weighed, and so is one that was only overheard. Throws `router.signals_invalid`
 * for broken signals and `router.no_mode_left` when fewer than two modes are left.
 */
export function decide(signals: Signals, policy: Policy, options: DecideOptions): RoutingResult {
  return decideFromStored(withState(signals, options), policy);
}

/** The changes made by a run of actions, for the decision after it. */
export interface AfterActions {
  /** Actions that were carried out. */
  readonly acted: number;
}

/**
 * Decides once more after a run of actions: ACT cannot win again and neither can silence, what was done is a signal of its
 * own, and everything else is as fresh as the given signals are. Settle it with `applyTiebreak(result, null)`: nobody is asked a second time.
 */
export function decideAfterActions(
  fresh: Signals,
  policy: Policy,
  options: DecideOptions & AfterActions,
): RoutingResult {
  const { acted, ...rest } = options;
  const exclude = [...new Set<Mode>([...(rest.exclude ?? []), 'ACT', 'IGNORE'])];
  return decide({ ...fresh, acted: Math.max(0, acted) }, policy, { ...rest, exclude });
}
