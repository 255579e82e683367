import type { TurnId } from '@salience/contracts';
import { type Clock, type Database, newId } from '@salience/database';
import {
  learningMark,
  loadReviewed,
  loadReviewPool,
  moveMark,
  releaseLearning,
  type ReviewedTurn,
  saveReflections,
  takeLearning,
} from '@salience/database/learning';
import { isSalienceError, SalienceError } from '@salience/errors';
import type { Models } from '@salience/models';
import { askRole, type LoopRun, type Quiet, yielded } from '@salience/runtime';
import type { Logger, Metrics } from '@salience/telemetry';
import { type FaultPoint, holdLease, type Lease } from '@salience/worker';
import { acceptReview } from './accept-review.ts';
import { type ChosenReview, chooseReviews } from './choose-reviews.ts';
import { type DayBudget, keptAs, spentOn } from './day-budget.ts';

/** Dependencies of the reviewer. */
export interface ReviewDeps {
  readonly clock: Clock;
  readonly db: Database;
  readonly fault: FaultPoint;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly models: Pick<Models, 'describe' | 'reflect'>;
  readonly quiet: Quiet;
  /** This worker, as the owner of the lease. */
  readonly owner: string;
  /** Calls of a model within a day, over all replicas. */
  readonly callsMax: number;
}

const minuteMs = 60_000;
const reviewRules = {
  /** Confidence below which a decision was unsure, and from which it was sure. */
  low: 0.25,
  high: 0.7,
  /** How old a decision is that is reviewed: long enough for the person to have said something, and short enough to matter. Business time. */
  fromMs: 7 * 24 * 60 * minuteMs,
  toMs: 30 * minuteMs,
  /** Reviews of one sitting, how long after its start none is begun any more (milliseconds), and decisions that each stratum is drawn from. */
  sitting: 10,
  sittingMs: 60_000,
  each: 100,
} as const;

/** How long the lease lasts without renewal, and how often it is renewed, in milliseconds. */
const leaseMs = 15_000;
const renewMs = 1_000;
/** How long nothing is looked for after there was nothing, and after a model failed. Business time. */
const emptyMs = 10 * minuteMs;
const failedMs = 5 * minuteMs;

/** A sitting: its place in the day, what ends it, and the business time before which the next one does not begin. */
interface Sitting {
  readonly signal: AbortSignal;
  readonly alive: () => void;
  /** Turns whose review failed; this worker does not try them again. */
  readonly failed: Set<TurnId>;
  restUntil: number;
}

/**
 * Makes the run that reviews decisions while the whole fleet is idle, and stops at once, in the middle of a model call too, when somebody says
 * something. One replica reviews at a time. A call is counted before it is made, so a day's calls hold whatever is killed. Resolves with the
 * number of reviews kept.
 */
export function createReviewer(deps: ReviewDeps): LoopRun {
  const { callsMax, clock, db, owner, quiet } = deps;
  const kept = { failed: new Set<TurnId>(), restUntil: 0 };
  return async (signal, alive) => {
    const now = await clock.now();
    if (now.getTime() < kept.restUntil) return 0;
    const mark = await learningMark(db, 'reflection');
    if (spentOn(mark.readTo, now).calls >= callsMax) return 0;
    // Before the check: a turn that is accepted after it is noticed.
    const hold = quiet.hold();
    try {
      if (!(await quiet.idle())) return 0;
      const fence = await takeLearning(db, 'reflection', owner, leaseMs);
      if (fence === null) return 0;
      const lease = keepLease(deps, fence);
      try {
        const sitting = Object.assign(kept, {
          alive,
          signal: AbortSignal.any([signal, hold.signal, lease.signal]),
        });
        return await sit(deps, sitting);
      } finally {
        await lease.end();
        await releaseLearning(db, 'reflection', fence);
      }
    } finally {
      hold.release();
    }
  };
}

/** The lease of a sitting. It also ends where a turn was accepted and the signal was lost (law 1). */
function keepLease({ db, log, owner, quiet }: ReviewDeps, fence: number): Lease {
  return holdLease({
    everyMs: renewMs,
    async renew() {
      if ((await takeLearning(db, 'reflection', owner, leaseMs)) !== fence)
        return new SalienceError('reflection.fenced', 'Another worker reviews.', { kind: 'retryable' });
      return (await quiet.idle()) ? undefined : yielded();
    },
    onError: (error) => log.debug({ err: error }, 'lease not renewed'),
  });
}

async function sit(deps: ReviewDeps, sitting: Sitting): Promise<number> {
  const { clock, db } = deps;
  const now = await clock.now();
  const { readTo } = await learningMark(db, 'reflection');
  let spent = spentOn(readTo, now);
  let from = readTo;
  const chosen = await choose(deps, sitting, spent, now);
  const shown = new Map(
    (
      await loadReviewed(
        db,
        chosen.map(({ turnId }) => turnId),
      )
    ).map((turn) => [turn.turnId, turn]),
  );
  if (shown.size === 0) sitting.restUntil = now.getTime() + emptyMs;
  const began = performance.now();
  let kept = 0;
  for (const { stratum, turnId } of chosen) {
    const turn = shown.get(turnId);
    if (turn === undefined) continue;
    if (sitting.signal.aborted || performance.now() - began > reviewRules.sittingMs) break;
    spent = { ...spent, calls: spent.calls + 1 };
    const upto = keptAs(spent);
    if (!(await moveMark(db, { job: 'reflection', from, upto, now: await clock.now() }))) break;
    from = upto;
    await deps.fault('reflection.before-call');
    kept += await review(deps, sitting, turn, stratum);
    sitting.alive();
    // A model that failed once is likely to fail again.
    if (sitting.restUntil > now.getTime()) break;
  }
  return kept;
}

async function choose(
  { callsMax, db }: ReviewDeps,
  { failed }: Sitting,
  { calls, day }: DayBudget,
  now: Date,
): Promise<ChosenReview[]> {
  const { each, fromMs, high, low, sitting, toMs } = reviewRules;
  const pool = await loadReviewPool(db, {
    from: new Date(now.getTime() - fromMs),
    to: new Date(now.getTime() - toMs),
    low,
    high,
    // Another draw for each sitting, and the same one where it is repeated.
    seed: `${day}:${calls}`,
    each,
  });
  const open = pool.filter(({ turnId }) => !failed.has(turnId));
  return chooseReviews(open, { count: sitting, made: calls }).slice(0, callsMax - calls);
}

/** Reviews one decision; resolves with 1 where the review was kept. */
async function review(
  deps: ReviewDeps,
  sitting: Sitting,
  turn: ReviewedTurn,
  stratum: ChosenReview['stratum'],
): Promise<0 | 1> {
  const { metrics } = deps;
  try {
    const { agentId, before, decision, message, nextMessage, reply } = turn;
    // The first routing is what a policy decides; how a turn that acted then answered is not.
    const mode = decision.modeInitial;
    const input = { before, message, mode, reply, next: nextMessage, signals: decision.signals };
    const asked = await askRole(deps, 'reflect', input, { agentId, signal: sitting.signal });
    sitting.signal.throwIfAborted();
    const accepted = acceptReview(asked.object, { ...turn, mode });
    const kept = await save(deps, turn, stratum, accepted, asked.model);
    const outcome = accepted.confidence === 0 ? 'unclear' : accepted.agrees ? 'agrees' : 'disagrees';
    if (kept) metrics.reviews.inc({ outcome });
    return kept ? 1 : 0;
  } catch (error) {
    if (sitting.signal.aborted) {
      metrics.reviews.inc({ outcome: 'yielded' });
      return 0;
    }
    if (!isSalienceError(error) || error.kind === 'bug') throw error;
    metrics.reviews.inc({ outcome: 'failed' });
    sitting.failed.add(turn.turnId);
    sitting.restUntil = (await deps.clock.now()).getTime() + failedMs;
    deps.log.warn({ turnId: turn.turnId, code: error.code }, 'a review failed');
    return 0;
  }
}

/** Keeps a review and what it says of the decision; false where the decision was forgotten meanwhile. */
async function save(
  { clock, db }: ReviewDeps,
  { turnId }: ReviewedTurn,
  stratum: ChosenReview['stratum'],
  { label, ...accepted }: ReturnType<typeof acceptReview>,
  model: string,
): Promise<boolean> {
  const at = await clock.now();
  const given = label && {
    ...label,
    id: newId('label', at.getTime()),
    turnId,
    givenVia: 'reflection' as const,
    reason: 'review',
    givenBy: model.slice(0, 200),
    fromTurnId: null,
    at,
  };
  const row = { ...accepted, turnId, at, model, stratum };
  const kept = await saveReflections(db, { reflections: [row], labels: given === null ? [] : [given] });
  return kept > 0;
}
