import { type AgentId, type PayloadOf, type ThreadId, turnDigestJob, type TurnId } from '@salience/contracts';
import {
  type ClaimResult,
  claimLane,
  type CommitResult,
  type CommitTurn,
  commitTurn,
  type LaneStep,
  parkLane,
  releaseLane,
  renewLane,
  renewMs,
} from '@salience/database';
import { isSalienceError, messageOf } from '@salience/errors';
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
import { tellEnded } from './live-reply.ts';
import { tellEndedUnrun, tellTurn } from './turn-event.ts';
import { runTurn } from './turn.ts';

/** A lane lets others go first after this many turns in a row. */
const turnsInARow = 4;
/** How long a lane waits while its agent holds more than its share. */
const yieldMs = 150;

interface Lane {
  readonly agentId: AgentId;
  readonly threadId: ThreadId;
}

/** Why work on a lane was broken off. The strings are stable; they reach the log. */
type Break = 'cancelled' | 'lease-lost' | 'draining';

/**
 * Makes the handler of "this thread has work": claims the lane, runs its turns one after another and gives it back.
 * A failure of its model is committed as such and the lane goes on. Whatever else a turn throws counts as an attempt: it is tried
 * again after a delay, and set aside after the third. While the store is away nothing is counted and the wake-up just ends: the
 * sweeper repeats it, and a wake-up that waited for its next try would stand in the way of the sweeper's.
 */
export function createLaneHandler(deps: Deps): JobHandler<PayloadOf<typeof turnDigestJob>> {
  return async (lane, job) => {
    try {
      const claim = await claimed(deps, lane);
      if (claim === undefined) return done();
      if (claim.status === 'held') return done();
      if (claim.status === 'yield') return snooze(yieldMs);
      if (claim.takeover === true) deps.metrics.laneTakeovers.inc({});
      await deps.fault('digest.claimed');
      return await workLane(deps, lane, claim, job.signal);
    } catch (error) {
      if (!isSalienceError(error) || error.kind !== 'retryable') throw error;
      deps.log.warn({ threadId: lane.threadId, code: error.code }, 'lane left to the sweeper');
      return done();
    }
  };
}

/** The lane with its next turn; undefined where that cannot be read, which counts as an attempt at it. */
async function claimed(deps: Deps, lane: Lane): Promise<ClaimResult | undefined> {
  const now = await deps.clock.now();
  try {
    return await claimLane(deps.db, { ...lane, owner: deps.workerId, now });
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
    await tellEnded(deps, step.ended, step.fence);
    for (const state of step.endedAs ?? []) deps.metrics.turnsEnded.inc({ agent: lane.agentId, state });
    for (const [at, turnId] of step.ended.entries()) tellEndedUnrun(deps, lane, turnId, step.endedAs?.[at]);
    if (step.status !== 'turn') return done();
    const last = count >= turnsInARow || stop.aborted;
    const next = await runStep(deps, lane, step, { stop, takeNext: !last });
    if (next === undefined) return done();
    if (next === 'break') {
      await giveBack(deps, lane, step.fence);
      return done();
    }
    step = next;
  }
}

/** Runs one turn to its commit. Undefined: the lane is no longer ours, or was given back with the commit. `break`: ours, but to be given back. */
async function runStep(
  deps: Deps,
  lane: Lane,
  step: Extract<LaneStep, { status: 'turn' }>,
  options: { stop: AbortSignal; takeNext: boolean },
): Promise<LaneStep | 'break' | undefined> {
  const { fence, turn } = step;
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
      const ended = await runTurn(deps, step, signal);
      if (ended === 'abandoned') return signal.reason === 'lease-lost' ? undefined : 'break';
      if ('parkedUntil' in ended) {
        await park(deps, lane, { turnId: turn.id, fence, until: ended.parkedUntil });
        return undefined;
      }
      await deps.fault('digest.before-commit');
      const commitStarted = performance.now();
      const result = await withSpan(spanNames.turnCommit, {}, () =>
        committed(deps, ended.commit, options.takeNext),
      );
      if (result.status === 'fenced') {
        deps.log.warn({ turnId: turn.id, fence }, 'lane was taken over; this result is dropped');
        return undefined;
      }
      tellTurn(deps, turn, ended, { event, commitMs: performance.now() - commitStarted });
      await deps.fault('digest.after-commit');
      await ended.committed(result.topicId);
      if (result.more) await wake(deps, { ...lane, fence });
      return result.next ?? undefined;
    });
  } catch (error) {
    if (isStoreAway(error)) {
      // The store failed, not the turn: hand the lane back as soon as we can, so that nobody waits for the lease to end.
      await giveBackWhenPossible(deps, lane, fence);
      throw error;
    }
    if (await countFailedTurn(deps, lane, { fence, turnId: turn.id }, error))
      await wake(deps, { ...lane, fence });
    return undefined;
  } finally {
    await lease.end();
    deps.cancels.delete(turn.id);
    options.stop.removeEventListener('abort', onStop);
  }
}

/** Commits a turn and takes the next one, or leaves that to others where it cannot be read: this turn is not to blame for it. */
async function committed(
  deps: Deps,
  commit: Omit<CommitTurn, 'takeNext'>,
  takeNext: boolean,
): Promise<CommitResult> {
  try {
    return await commitTurn(deps.db, { ...commit, takeNext });
  } catch (error) {
    if (!takeNext || isStoreAway(error)) throw error;
    return await commitTurn(deps.db, { ...commit, takeNext: false });
  }
}

/** Gives the lane back until a time, with the turn in hand still its next one; the sweeper wakes it then. */
async function park(
  deps: Deps,
  lane: Lane,
  turn: { readonly turnId: TurnId; readonly fence: number; readonly until: Date },
): Promise<void> {
  const { status, wakeAt } = await parkLane(deps.db, { ...lane, ...turn, now: await deps.clock.now() });
  // Asked to stop meanwhile: there is nothing to wait for.
  if (status === 'parked' && wakeAt === null) await wake(deps, { ...lane, fence: turn.fence });
}

async function giveBack(deps: Deps, lane: Lane, fence: number): Promise<void> {
  const { more } = await releaseLane(deps.db, { ...lane, fence });
  if (more) await wake(deps, { ...lane, fence });
}

/** Gives the lane back as soon as a store that went away is there again; after the lease's length it is free anyway. */
async function giveBackWhenPossible(deps: Deps, lane: Lane, fence: number): Promise<void> {
  await whenReachable(() => giveBack(deps, lane, fence)).catch((error: unknown) =>
    deps.log.warn({ threadId: lane.threadId, cause: messageOf(error) }, 'lane could not be given back'),
  );
}

/** The span and the wide event of one turn, in the trace of the request that brought it. */
function inTurnSpan<T>(
  { turn, fence }: Extract<LaneStep, { status: 'turn' }>,
  run: (event: WideEvent) => Promise<T>,
): Promise<T> {
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
