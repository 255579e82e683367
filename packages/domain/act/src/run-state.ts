import type { ActStep, ToolCall } from '@salience/contracts';
import { signatureOf } from './canonical.ts';
import { costOf, type RunLimits, runLimits } from './limits.ts';

/** Why a loop ended, in the order in which the reasons are checked. */
export const stopReasons = [
  'planner_failed',
  'budget',
  'active_time',
  'iterations',
  'nothing_to_do',
  'repetition',
  'asked',
] as const;
export type StopReason = (typeof stopReasons)[number];

/** A call that has not ended. */
export interface OpenCall {
  readonly n: number;
  readonly state: 'planned' | 'started' | 'waiting';
  readonly call: ToolCall;
  /** A ruling allows it. */
  readonly mayRun: boolean;
  /** A person approved exactly this call. */
  readonly approved: boolean;
  readonly attempt: number;
  readonly retryAt: string | null;
  /** The earlier step with the same call; null for a new call. */
  readonly repeats: number | null;
  /** Position in its plan, from 0. */
  readonly place: number;
  /** Its plan was truncated. */
  readonly cutOff: boolean;
  /** It was proposed in the closing call, in which nothing runs. */
  readonly afterTheEnd: boolean;
  /** A message arrived after it was proposed. */
  readonly overtaken: boolean;
}

/** The state of a run, folded from its steps. Plain JSON. */
export interface RunState {
  /** The turn of the loop. */
  readonly turnId: string | null;
  /** The number of the next step. */
  readonly nextN: number;
  /** Plans of this loop, without the closing call. */
  readonly iterations: number;
  /** Plans of all loops of the run. */
  readonly runIterations: number;
  /** The budget that the actions of this loop have used. */
  readonly spent: number;
  /** Time of this loop's finished actions, milliseconds. */
  readonly activeMs: number;
  /** Repeated calls of this loop. */
  readonly repeats: number;
  /** Calls of this loop with an open approval. */
  readonly asked: readonly number[];
  /** Calls that have not ended, of any loop, in order. */
  readonly open: readonly OpenCall[];
  /** The last plan of this loop. */
  readonly lastPlan: LastPlan | null;
  /** The closing call was made. */
  readonly closingCallMade: boolean;
  /** Why this loop ended; null if it has not. */
  readonly closed: StopReason | null;
}

/** The properties of a loop's last plan that the next move depends on. */
export interface LastPlan {
  readonly n: number;
  readonly calls: number;
  readonly failed: boolean;
  /** This plan and the one before were both truncated before any call. */
  readonly cutOffTwice: boolean;
  readonly cutOff: boolean;
  /** A message arrived after it. */
  readonly overtaken: boolean;
}

/** The `reason` of the plan step that a closing call writes. */
export const closingCall = 'closing';

/** Reasons of calls that ended before a ruling; they do not make a later call a repeat. */
const notTried: readonly string[] = ['cut_off', 'overtaken', 'budget', 'active_time', 'closing', 'too_many'];

/** The first, or last approved, occurrence of a call. */
interface Seen {
  readonly n: number;
  readonly turnId: string;
  /** Number of changes to the world before it. */
  readonly changes: number;
  /** It only observed, and it ended. */
  readonly observes: boolean;
}

/** Ends of actions that ran with a known outcome. */
const endsTried: readonly string[] = ['succeeded', 'failed', 'timed_out'];

interface Folding {
  readonly open: OpenCall[];
  readonly asked: number[];
  readonly seen: Map<string, Seen>;
  plan: ActStep | null;
  place: number;
  planIteration: number;
  iterations: number;
  runIterations: number;
  spent: number;
  activeMs: number;
  repeats: number;
  changes: number;
  lastPlan: LastPlan | null;
  closingCallMade: boolean;
  closed: StopReason | null;
}

/**
 * The state of a run after its steps, in any order. `turnId`: the turn whose loop is meant; budgets,
 * limits and stop reasons count its steps alone (default: the turn of the last step). Pure: same steps, same state.
 */
export function foldRun(
  steps: readonly ActStep[],
  limits: RunLimits = runLimits,
  turnId: string | null = null,
): RunState {
  const ordered = steps.toSorted((a, b) => a.n - b.n);
  const turn = turnId ?? ordered.at(-1)?.turnId ?? null;
  const folding = emptyFolding();
  for (const step of ordered) {
    const own = step.turnId === turn;
    if (step.kind === 'plan') foldPlan(folding, step, own);
    else if (step.kind === 'steer') foldSteer(folding);
    else if (step.kind === 'action') foldAction(folding, step, own, limits);
    else if (step.kind === 'closing' && own)
      folding.closed = stopReasons.find((reason) => reason === step.reason) ?? 'nothing_to_do';
  }
  const { iterations, runIterations, spent, activeMs, repeats, asked, open, lastPlan } = folding;
  const { closingCallMade, closed } = folding;
  return {
    turnId: turn,
    nextN: (ordered.at(-1)?.n ?? -1) + 1,
    iterations,
    runIterations,
    spent,
    activeMs,
    repeats,
    asked,
    open,
    lastPlan,
    closingCallMade,
    closed,
  };
}

function emptyFolding(): Folding {
  return {
    open: [],
    asked: [],
    seen: new Map(),
    plan: null,
    place: 0,
    planIteration: 0,
    iterations: 0,
    runIterations: 0,
    spent: 0,
    activeMs: 0,
    repeats: 0,
    changes: 0,
    lastPlan: null,
    closingCallMade: false,
    closed: null,
  };
}

function foldPlan(folding: Folding, step: ActStep, own: boolean): void {
  folding.plan = step;
  folding.place = 0;
  if (step.reason === closingCall) {
    if (own) folding.closingCallMade = true;
    return;
  }
  folding.runIterations += 1;
  if (!own) return;
  // The first plan of a loop is iteration 0.
  folding.planIteration = folding.iterations;
  folding.iterations += 1;
  const cutOff = step.reason === 'length';
  const before = folding.lastPlan;
  folding.lastPlan = {
    n: step.n,
    calls: 0,
    failed: step.state === 'failed',
    cutOff,
    cutOffTwice: cutOff && before?.cutOff === true && before.calls === 0,
    overtaken: false,
  };
}

function foldSteer(folding: Folding): void {
  // A new message may change what a tool observes, so the same call is not a repeat after it.
  folding.changes += 1;
  if (folding.lastPlan !== null) folding.lastPlan = { ...folding.lastPlan, overtaken: true };
  for (const [index, call] of folding.open.entries()) folding.open[index] = { ...call, overtaken: true };
}

function foldAction(folding: Folding, step: ActStep, own: boolean, limits: RunLimits): void {
  const place = folding.place++;
  if (own && folding.lastPlan !== null && folding.plan?.n === folding.lastPlan.n) {
    folding.lastPlan = { ...folding.lastPlan, calls: folding.lastPlan.calls + 1 };
  }
  if (own && step.attempt > 0 && step.call !== null) {
    folding.spent += costOf(step.call.tool, folding.planIteration, limits);
  }
  if (own) folding.activeMs += step.result?.durationMs ?? 0;
  const repeats = noteRepeat(folding, step, own);
  if (step.state === 'asked' && own) folding.asked.push(step.n);
  if (step.state !== 'planned' && step.state !== 'started' && step.state !== 'waiting') {
    if (mayHaveChanged(step)) folding.changes += 1;
    return;
  }
  if (step.call === null) return;
  folding.open.push({
    n: step.n,
    state: step.state,
    call: step.call,
    mayRun: step.ruling?.path === 'run',
    approved: step.ruling?.path === 'run' && step.approvalId !== null,
    attempt: step.attempt,
    retryAt: step.retryAt,
    repeats,
    place,
    cutOff: folding.plan?.reason === 'length',
    afterTheEnd: folding.plan?.reason === closingCall,
    overtaken: false,
  });
}

/** The earlier step with the same call, if any; remembers this one otherwise. */
function noteRepeat(folding: Folding, step: ActStep, own: boolean): number | null {
  if (step.call === null || (step.reason !== null && notTried.includes(step.reason))) return null;
  // Whether a call may run is settled in order, so a call that was cut off is known by its plan before it is settled.
  if (
    step.state === 'planned' &&
    (folding.plan?.reason === 'length' || folding.plan?.reason === closingCall)
  ) {
    return null;
  }
  const signature = signatureOf(step.call);
  const before = folding.seen.get(signature);
  const newLook =
    before?.observes === true && (before.changes !== folding.changes || before.turnId !== step.turnId);
  if (before !== undefined && !newLook) {
    if (own) folding.repeats += 1;
    return before.n;
  }
  const { n, turnId } = step;
  const observes = step.ruling?.tier === 'observe' && endsTried.includes(step.state);
  const seen = { n, turnId, changes: folding.changes, observes };
  folding.seen.set(signature, seen);
  // An edited call still counts as asked for: repeating the first arguments is a repeat.
  if (step.note !== null) {
    const asked = JSON.parse(step.note) as Record<string, unknown>;
    folding.seen.set(signatureOf({ ...step.call, arguments: asked }), seen);
  }
  return null;
}

function mayHaveChanged(step: ActStep): boolean {
  return (
    step.attempt > 0 && step.ruling?.tier !== 'observe' && [...endsTried, 'unknown'].includes(step.state)
  );
}
