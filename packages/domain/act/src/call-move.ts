import type { ActionResult } from '@salience/contracts';
import { argumentsProblem } from './canonical.ts';
import type { RunLimits } from './limits.ts';
import type { OpenCall } from './run-state.ts';

/** Why a call ended without running, or with an unknown outcome; stored as the step's `reason`. */
export const settleReasons = [
  'closing',
  'cut_off',
  'broken_arguments',
  'unknown_tool',
  'too_many',
  'repeat',
  'overtaken',
  'budget',
  'active_time',
  'outcome_unknown',
] as const;
export type SettleReason = (typeof settleReasons)[number];

/** Makes the end of a call that does not run (again). */
export interface SettleMove {
  readonly kind: 'settle';
  readonly n: number;
  readonly state: 'failed' | 'refused' | 'unknown';
  readonly reason: SettleReason;
  readonly result: ActionResult;
}

/** The next move for a call that has not ended. */
export type CallMove =
  | SettleMove
  /** Rule on a planned call: run it, ask a person, or refuse it. */
  | { readonly kind: 'rule'; readonly n: number }
  /** Run a call that may run; retry a waiting one. */
  | { readonly kind: 'dispatch'; readonly n: number }
  /** Run a call again that a crashed worker had started, under the same idempotency key. */
  | { readonly kind: 'resume'; readonly n: number }
  /** It can only be retried later. */
  | { readonly kind: 'wait'; readonly until: string };

/** The properties of a tool that the next move depends on. */
export interface KnownTool {
  readonly name: string;
  readonly tier: string;
  readonly idempotent: boolean;
}

/** The state that a call is checked against. */
export interface CallSurroundings {
  /** The exhausted limit of the loop, if any. */
  readonly used: 'budget' | 'active_time' | null;
  readonly at: Date;
  readonly tools: readonly KnownTool[];
  readonly limits: RunLimits;
}

/** The next move for one open call, after all checks. */
export function callMove(call: OpenCall, around: CallSurroundings): CallMove {
  if (call.state === 'started') return resumed(call, around);
  const tool = around.tools.find(({ name }) => name === call.call.tool);
  const obstacle = unreadable(call) ?? unknownTool(call, tool, around.tools);
  if (obstacle !== null) return obstacle;
  if (call.state === 'waiting') return retried(call, around);
  // A person approved exactly this call: neither budget nor guard overrides that.
  if (call.approved) return { kind: 'dispatch', n: call.n };
  return unwanted(call, around) ?? { kind: call.mayRun ? 'dispatch' : 'rule', n: call.n };
}

/** A worker crashed between start and end: only calls that are safe to repeat run again. */
function resumed(call: OpenCall, { tools, limits }: CallSurroundings): CallMove {
  const tool = tools.find(({ name }) => name === call.call.tool);
  const harmless = tool !== undefined && (tool.tier === 'observe' || tool.idempotent);
  if (harmless && call.attempt <= limits.retryDelaysMs.length) return { kind: 'resume', n: call.n };
  return settle(
    call,
    'unknown',
    'outcome_unknown',
    'Nobody knows whether this was done: it was begun, and its end was never seen. It is not tried again. ' +
      'Say so plainly; do not call it done or failed.',
  );
}

function retried(call: OpenCall, { used, at }: CallSurroundings): CallMove {
  if (call.overtaken && !call.approved) {
    return settle(
      call,
      'failed',
      'overtaken',
      'It failed for the moment and was not tried again: a new message came.',
    );
  }
  // Its cost is already counted; only time can run out.
  if (used === 'active_time' && !call.approved) {
    return settle(
      call,
      'failed',
      'active_time',
      'It failed for the moment and the time for actions is over.',
    );
  }
  const due = call.retryAt === null ? at.getTime() : Date.parse(call.retryAt);
  return due <= at.getTime() || call.retryAt === null
    ? { kind: 'dispatch', n: call.n }
    : { kind: 'wait', until: call.retryAt };
}

function unreadable(call: OpenCall): CallMove | null {
  if (call.afterTheEnd) {
    return settle(call, 'refused', 'closing', 'Not run: the loop was at its end and offered no tools.');
  }
  if (call.cutOff) {
    return settle(
      call,
      'failed',
      'cut_off',
      'Not run: your message was cut off by its length. Send fewer or shorter calls.',
    );
  }
  const problem = argumentsProblem(call.call);
  if (problem === null) return null;
  return settle(
    call,
    'failed',
    'broken_arguments',
    `Not run: the arguments cannot be used (${problem.slice(0, 300)}). Send them again as one valid JSON object.`,
  );
}

function unknownTool(
  call: OpenCall,
  tool: KnownTool | undefined,
  tools: readonly KnownTool[],
): CallMove | null {
  if (tool !== undefined) return null;
  const known = tools.map(({ name }) => name).join(', ');
  return settle(
    call,
    'failed',
    'unknown_tool',
    `Not run: there is no tool "${call.call.tool.slice(0, 80)}". ` +
      (known === '' ? 'There are no tools at all.' : `The tools are: ${known}.`),
  );
}

function unwanted(call: OpenCall, { used, limits }: CallSurroundings): CallMove | null {
  if (call.place >= limits.callsPerPlanMax) {
    const text = `Not run: only the first ${limits.callsPerPlanMax} calls of a message are looked at.`;
    return settle(call, 'refused', 'too_many', text);
  }
  if (call.repeats !== null) {
    return settle(
      call,
      'refused',
      'repeat',
      'Not run: you made exactly this call before, and what came of it is above. Use that, or try another angle: ' +
        'other arguments or another tool.',
    );
  }
  if (call.overtaken) {
    return settle(
      call,
      'refused',
      'overtaken',
      'Not run: a new message came first. Plan again with it in mind.',
    );
  }
  if (used === 'budget') {
    return settle(call, 'refused', 'budget', 'Not run: what this loop may use up is used up.');
  }
  if (used === 'active_time') {
    return settle(call, 'refused', 'active_time', 'Not run: the time for actions is over.');
  }
  return null;
}

function settle(call: OpenCall, state: SettleMove['state'], reason: SettleReason, text: string): SettleMove {
  const outcome = state === 'unknown' ? 'unknown' : 'failed';
  // This text is ours, not a tool's.
  const result: ActionResult = { outcome, text, trust: 'agent', transient: false, durationMs: 0 };
  return { kind: 'settle', n: call.n, state, reason, result };
}
