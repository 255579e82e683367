import type { ActStep, ToolCall } from '@salience/contracts';
import { signatureOf } from './canonical.ts';
import { costOf, type RunLimits, runLimits } from './limits.ts';

/** Why a loop ended, in the order in which the reasons are looked at. */
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

/** A call that has no end yet. */
export interface OpenCall {
  readonly n: number;
  readonly state: 'planned' | 'started' | 'waiting';
  readonly call: ToolCall;
  /** A ruling says that it runs. */
  readonly mayRun: boolean;
  /** A person said yes to exactly this call. */
  readonly approved: boolean;
  readonly attempt: number;
  readonly retryAt: string | null;
  /** The earlier step that was the same call; null for a call that is new. */
  readonly repeats: number | null;
  /** Place in its plan, from 0. */
  readonly place: number;
  /** Its plan was cut off by length. */
  readonly cutOff: boolean;
  /** It was proposed in the closing call, where nothing runs any more. */
  readonly afterTheEnd: boolean;
  /** A message came after it was proposed. */
  readonly overtaken: boolean;
}

/** Where a run stands, as folded from its steps. Plain JSON. */
export interface RunState {
  /** The turn whose loop this is. */
  readonly turnId: string | null;
  /** The number that the next step gets. */
  readonly nextN: number;
  /** Plans of this loop, the closing call not counted. */
  readonly iterations: number;
  /** Plans of all loops of the run. */
  readonly runIterations: number;
  /** What the actions of this loop used up of the budget. */
  readonly spent: number;
  /** Time of this loop's finished actions, milliseconds. */
  readonly activeMs: number;
  /** Calls of this loop that an earlier one was the same as. */
  readonly repeats: number;
  /** Calls of this loop that wait for a person. */
  readonly asked: readonly number[];
  /** Calls without an end, of any loop, in order. */
  readonly open: readonly OpenCall[];
  /** The last plan of this loop. */
  readonly lastPlan: LastPlan | null;
  /** The call that ends a loop at its cap was made. */
  readonly closingCallMade: boolean;
  /** Why this loop is over; null while it is not. */
  readonly closed: StopReason | null;
}

/** What the next move needs to know of a loop's last plan. */
export interface LastPlan {
  readonly n: number;
  readonly calls: number;
  readonly failed: boolean;
  /** This plan and the one before were both cut off by length before any call. */
  readonly cutOffTwice: boolean;
  readonly cutOff: boolean;
  /** A message came after it. */
  readonly overtaken: boolean;
}

/** The `reason` of the plan step that a closing call writes. */
export const closingCall = 'closing';

/** Reasons of calls that ended before anything judged or ran them; they do not make a later call a repeat. */
const notTried: readonly string[] = ['cut_off', 'overtaken', 'budget', 'active_time', 'closing', 'too_many'];

/** The first, or last permitted, time that a call was made. */
interface Seen {
  readonly n: number;
  readonly turnId: string;
  /** Changes to the world before it. */
  readonly changes: number;
  /** It only looked, and it came to an end. */
  readonly look: boolean;
}

/** The ends of an action that ran and whose outcome is known. */
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
 * The state of a run after its steps, in any order given. `turnId` names the turn whose loop is asked about: the budgets,
 * caps and stop reasons count its steps alone (default: the turn of the last step). Pure: same steps, same state.
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
    else if (own) folding.closed = stopReasons.find((reason) => reason === step.reason) ?? 'nothing_to_do';
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
  // What a person adds may change what there is to see: the same look again is then a new look.
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

/** The earlier step that was the same call, if there is one; remembers this one otherwise. */
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
    before?.look === true && (before.changes !== folding.changes || before.turnId !== step.turnId);
  if (before !== undefined && !newLook) {
    if (own) folding.repeats += 1;
    return before.n;
  }
  const { n, turnId } = step;
  const look = step.ruling?.tier === 'observe' && endsTried.includes(step.state);
  const seen = { n, turnId, changes: folding.changes, look };
  folding.seen.set(signature, seen);
  // What a person changed was asked for all the same: asking for the first arguments again is a repeat.
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
