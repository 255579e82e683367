import { type AgentId, type PayloadOf, type ThreadId, turnDigestJob, type TurnId } from '@salience/contracts';
import { parkLane } from '@salience/database/acting';
import {
  type ClaimResult,
  claimLane,
  type CommitResult,
  type CommitTurn,
  commitTurn,
  type ClaimedTurn,
  type LaneStep,
  releaseLane,
  renewLane,
  renewMs,
} from '@salience/database/turns';
import { isSalienceError, messageOf, SalienceError } from '@salience/errors';
import { done, type JobHandler, type Outcome, snooze } from '@salience/queues';
import { wake } from '@salience/runtime';
import {
  attributeKeys,
  processAttributes,
  spanNames,
  type WideEvent,
  withSpan,
  withWideEvent,
} from '@salience/telemetry';
import { holdLease } from '@salience/worker';
import type { Deps } from './deps.ts';
import { countFailedClaim, countFailedTurn, isStoreAway, whenReachable } from './failed-turn.ts';
import { publishEnded } from './live-reply.ts';
import { logTurnEndedUnrun, logTurn } from './turn-event.ts';
import { runTurn } from './turn.ts';

/** Turns in a row after which a lane yields to others. */
const turnsInARow = 4;
/** How long a lane waits while its agent holds more than its share. */
const yieldMs = 150;
/** How long a lane waits for another worker where this one must not decide, in milliseconds. */
const undecidedMs = 1_000;

interface Lane {
  readonly agentId: AgentId;
  readonly threadId: ThreadId;
}

/** Why a worker stopped in the middle of a turn. The strings are stable; they appear in the log. */
type Break = 'cancelled' | 'lease-lost' | 'draining';

/** What a worker does after a turn: run the next step, release the lane, or nothing, because the lane is lost. */
type AfterTurn =
  | { readonly kind: 'next'; readonly step: LaneStep }
  | { readonly kind: 'release' }
  | { readonly kind: 'done' };

const over: AfterTurn = { kind: 'done' };

/**
 * Makes the handler of the wake-up job: claims the lane, runs its turns one after another and releases it.
 * A failure of the model is committed as a failed turn and the lane continues. Any other error counts as an attempt: the turn is
 * retried after a delay and quarantined after the third. While Postgres is unavailable no attempt is counted and the job just ends: the
 * sweep wakes the lane again, and a job waiting for its own retry would block that. While it is not known which policy decides, no lane is
 * claimed, and none is kept beyond the turn that runs.
 */
export function createLaneHandler(deps: Deps): JobHandler<PayloadOf<typeof turnDigestJob>> {
  return async (lane, job) => {
    try {
      if (isUndecided(deps)) return snooze(undecidedMs);
      const claim = await claimed(deps, lane);
      if (claim === undefined) return done();
      if (claim.status === 'held') return done();
      if (claim.status === 'yield') return snooze(yieldMs);
      if (claim.takeover === true) deps.metrics.laneTakeovers.inc({});
      if (claim.heldBy !== undefined) deps.metrics.laneClaims.inc({ holder: holderOf(deps, claim.heldBy) });
      await deps.fault('digest.claimed');
      return await workLane(deps, lane, claim, job.signal);
    } catch (error) {
      if (!isSalienceError(error) || error.kind !== 'retryable') throw error;
      deps.log.warn({ threadId: lane.threadId, code: error.code }, 'lane left to a sweep');
      return done();
    }
  };
}

/** The queue is held as well; this is for jobs that were on their way. */
function isUndecided({ policies }: Deps): boolean {
  return policies.unknown() !== undefined;
}

/** Who held a lane before this claim, for the metric. */
function holderOf({ workerId }: Deps, heldBy: string | null): 'none' | 'other' | 'same' {
  if (heldBy === null) return 'none';
  return heldBy === workerId ? 'same' : 'other';
}

/** Claims the lane with its next turn. Undefined when the turn cannot be read, which counts as an attempt at it. */
async function claimed(deps: Deps, lane: Lane): Promise<ClaimResult | undefined> {
  const now = await deps.clock.now();
  try {
    return await claimLane(deps.db, {
      ...lane,
      owner: deps.workerId,
      now,
      held: deps.threads.held(lane.threadId),
      topics: deps.topics.place(lane.agentId),
    });
  } catch (error) {
    if (isStoreAway(error)) throw error;
    const fence = await countFailedClaim(deps, lane, error);
    if (fence !== null) await wake(deps, { ...lane, fence });
    return undefined;
  }
}

async function workLane(deps: Deps, lane: Lane, first: LaneStep, stop: AbortSignal): Promise<Outcome> {
  let step = first;
  for (let count = 1; ; count += 1) {
    await publishEnded(deps, step.ended, step.fence);
    for (const state of step.endedAs ?? []) deps.metrics.turnsEnded.inc({ agent: lane.agentId, state });
    for (const [at, turnId] of step.ended.entries())
      logTurnEndedUnrun(deps, lane, turnId, step.endedAs?.[at]);
    if (step.status !== 'turn') return done();
    const last = count >= turnsInARow || stop.aborted || isUndecided(deps);
    const next = await runStep(deps, lane, step, { stop, takeNext: !last });
    if (next.kind === 'release') await giveBack(deps, lane, step.fence);
    if (next.kind !== 'next') return done();
    step = next.step;
  }
}

/** Runs one turn to its commit. */
async function runStep(
  deps: Deps,
  lane: Lane,
  step: ClaimedTurn,
  options: { stop: AbortSignal; takeNext: boolean },
): Promise<AfterTurn> {
  const { fence, turn } = step;
  deps.topics.hear(turn.agent_id, step.snapshot.topics);
  const abort = new AbortController();
  const breakOff = (why: Break): void => abort.abort(why);
  const onStop = (): void => breakOff('draining');
  if (options.stop.aborted) onStop();
  else options.stop.addEventListener('abort', onStop, { once: true });
  deps.cancels.set(turn.id, () => breakOff('cancelled'));
  const lease = holdLease({
    everyMs: renewMs,
    renew: async (): Promise<Break | undefined> => {
      const { held, cancel } = await renewLane(deps.db, { ...lane, fence });
      if (!held) return 'lease-lost';
      return cancel ? 'cancelled' : undefined;
    },
    onError: (error) =>
      deps.log.warn({ threadId: lane.threadId, cause: messageOf(error) }, 'lease not renewed'),
  });
  const signal = AbortSignal.any([abort.signal, lease.signal]);
  try {
    return await inTurnSpan(step, async (event) => {
      const ended = await runTurn(deps, await deps.threads.restore(step), signal);
      if (ended === 'abandoned' && signal.reason === 'lease-lost') return over;
      if (ended === 'abandoned') {
        if (isOverdue(options.stop)) throw overdue(turn.id);
        return { kind: 'release' };
      }
      if ('parkedUntil' in ended) {
        await park(deps, lane, { turnId: turn.id, fence, until: ended.parkedUntil });
        return over;
      }
      await deps.fault('digest.before-commit');
      const commitStarted = performance.now();
      const result = await withSpan(spanNames.turnCommit, {}, () =>
        committed(deps, ended.commit, options.takeNext),
      );
      if (result.status === 'fenced') {
        deps.log.warn({ turnId: turn.id, fence }, 'lane was taken over; this result is dropped');
        return over;
      }
      logTurn(deps, turn, ended, { event, commitMs: performance.now() - commitStarted });
      await deps.fault('digest.after-commit');
      await ended.committed(result);
      // It yields: what waits in the queue goes first, and else it stays where it is.
      const heldBy = options.stop.aborted || isUndecided(deps) ? null : deps.workerId;
      if (result.more) await wake(deps, { ...lane, fence, heldBy });
      return result.next === null ? over : { kind: 'next', step: result.next };
    });
  } catch (error) {
    if (isStoreAway(error)) {
      // Postgres failed, not the turn: release the lane as soon as possible, so that no turn waits for the lease to expire.
      await giveBackWhenPossible(deps, lane, fence);
      throw error;
    }
    if (await countFailedTurn(deps, lane, { fence, turnId: turn.id }, error))
      await wake(deps, { ...lane, fence });
    return over;
  } finally {
    await lease.end();
    deps.cancels.delete(turn.id);
    options.stop.removeEventListener('abort', onStop);
  }
}

/** True if the time limit of the job stopped the work, and not a worker that ends. */
function isOverdue({ reason }: AbortSignal): boolean {
  return isSalienceError(reason) && reason.code === 'queues.timeout';
}

/** Counts as an attempt: a turn that always takes longer would else be tried for ever. */
function overdue(turnId: TurnId): SalienceError {
  const message = `Turn ${turnId} was not done within the ${turnDigestJob.timeoutMs} ms of its job.`;
  return new SalienceError('queues.timeout', message, { kind: 'terminal' });
}

/** Commits a turn and takes the next one. If the next one cannot be read, commits without it: this turn must not fail for that. */
async function committed(
  deps: Deps,
  commit: Omit<CommitTurn, 'takeNext'>,
  takeNext: boolean,
): Promise<CommitResult> {
  try {
    return await commitTurn(deps.db, {
      ...commit,
      takeNext,
      topics: takeNext ? deps.topics.place(commit.agentId) : undefined,
    });
  } catch (error) {
    if (!takeNext || isStoreAway(error)) throw error;
    return await commitTurn(deps.db, { ...commit, takeNext: false });
  }
}

/** Parks the lane until a time. The turn stays its next one, and the sweep wakes the lane then. */
async function park(
  deps: Deps,
  lane: Lane,
  turn: { readonly turnId: TurnId; readonly fence: number; readonly until: Date },
): Promise<void> {
  const { status, wakeAt } = await parkLane(deps.db, { ...lane, ...turn, now: await deps.clock.now() });
  // The turn was cancelled meanwhile: there is nothing to wait for.
  if (status === 'parked' && wakeAt === null) await wake(deps, { ...lane, fence: turn.fence });
}

async function giveBack(deps: Deps, lane: Lane, fence: number): Promise<void> {
  const { more } = await releaseLane(deps.db, { ...lane, fence });
  if (more) await wake(deps, { ...lane, fence });
}

/** Releases the lane once Postgres is reachable again, within the length of a lease: after that the lane is free anyway. */
async function giveBackWhenPossible(deps: Deps, lane: Lane, fence: number): Promise<void> {
  await whenReachable(() => giveBack(deps, lane, fence)).catch((error: unknown) =>
    deps.log.warn({ threadId: lane.threadId, cause: messageOf(error) }, 'lane could not be given back'),
  );
}

/** Runs `run` in the span and the wide event of one turn, in the trace of the request that brought the turn. */
function inTurnSpan<T>({ turn, fence }: ClaimedTurn, run: (event: WideEvent) => Promise<T>): Promise<T> {
  const attributes = {
    ...processAttributes(turnDigestJob.queue, { attempt: turn.attempts }),
    [attributeKeys.agentId]: turn.agent_id,
    [attributeKeys.threadId]: turn.thread_id,
    [attributeKeys.turnId]: turn.id,
    [attributeKeys.fence]: fence,
  };
  const settings = { kind: 'consumer' as const, parent: turn.traceparent, attributes };
  return withWideEvent((event) =>
    withSpan(spanNames.process(turnDigestJob.queue), settings, () => run(event)),
  );
}
