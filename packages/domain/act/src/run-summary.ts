import type { ActStep, ConsequenceTier, Trust } from '@salience/contracts';
import { argumentsProblem, canonicalArguments } from './canonical.ts';
import { closingCall, type StopReason, stopReasons } from './run-state.ts';

/** One call and its outcome, for the answer. */
export interface SummarisedAction {
  readonly n: number;
  readonly tool: string;
  /** Canonical, shortened to `argumentsCharsMax`. */
  readonly arguments: string;
  readonly outcome: ActStep['state'];
  /** The critic's objection; null if it accepted. */
  readonly verdict: string | null;
  readonly text: string;
  readonly trust: Trust;
  /** How far its result can be relied on, 0..1; null where nothing ran. */
  readonly confidence: number | null;
}

/** An open approval, with its exact and complete arguments. */
export interface PendingRequest {
  readonly n: number;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly reason: string;
  readonly tier: ConsequenceTier | null;
}

/** The actions of a run: done, waiting, unknown. */
export interface RunSummary {
  readonly done: readonly SummarisedAction[];
  readonly pending: readonly PendingRequest[];
  /** Calls with an unknown outcome; never to be reported as done or failed. */
  readonly unknown: readonly SummarisedAction[];
  readonly stopReason: StopReason | null;
  /** The planner's last words. */
  readonly words: string;
}

/** Characters of the arguments and of the text of each summarised action. */
const argumentsCharsMax = 200;
const textCharsMax = 1_200;

/** The summary of a run for the answer. Pure; in the order of the steps. */
export function runSummary(steps: readonly ActStep[]): RunSummary {
  const ordered = steps.toSorted((a, b) => a.n - b.n);
  const actions = ordered.filter(({ kind, call }) => kind === 'action' && call !== null);
  const closing = ordered.findLast(({ kind }) => kind === 'closing');
  const plans = ordered.filter(({ kind, state }) => kind === 'plan' && state === 'done');
  return {
    done: actions.filter(({ state }) => state !== 'asked' && state !== 'unknown').map(summarise),
    pending: actions.filter(({ state }) => state === 'asked').map(pendingRequest),
    unknown: actions.filter(({ state }) => state === 'unknown').map(summarise),
    stopReason: stopReasons.find((reason) => reason === closing?.reason) ?? null,
    words: (plans.findLast(({ reason }) => reason === closingCall) ?? plans.at(-1))?.note ?? '',
  };
}

function summarise(step: ActStep): SummarisedAction {
  const { n, verdict, result, state } = step;
  const args = step.call?.arguments;
  const readable = step.call !== null && argumentsProblem(step.call) === null;
  const written = args && readable ? canonicalArguments(args) : '(unreadable)';
  return {
    n,
    tool: step.call?.tool ?? '',
    arguments: cap(written, argumentsCharsMax),
    outcome: state,
    verdict: verdict === null || verdict.verdict === 'accept' ? null : verdict.reason,
    text: cap(result?.text ?? '', textCharsMax),
    trust: result?.trust ?? 'agent',
    confidence: result?.confidence ?? null,
  };
}

function pendingRequest(step: ActStep): PendingRequest {
  return {
    n: step.n,
    tool: step.call?.tool ?? '',
    arguments: step.call?.arguments ?? {},
    reason: step.ruling?.asked?.because ?? step.ruling?.reason ?? '',
    tier: step.ruling?.effectiveTier ?? null,
  };
}

function cap(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
