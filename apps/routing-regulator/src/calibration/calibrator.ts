import { type Clock, type Database } from '@salience/database';
import {
  type AfterDecided,
  learningMark,
  loadCalibration,
  loadDecisions,
  moveMark,
  releaseLearning,
  routerCalibration,
  saveCalibration,
  takeLearning,
} from '@salience/database/learning';
import { SalienceError } from '@salience/errors';
import { calibrate, type JudgedDecision, sampleRules } from '@salience/regulation';
import type { LoopRun } from '@salience/runtime';
import type { Logger, Metrics } from '@salience/telemetry';
import { type FaultPoint, holdLease } from '@salience/worker';
import { judgedDecision } from './judged-decision.ts';

/** Dependencies of the calibrator. */
export interface CalibrationDeps {
  readonly clock: Clock;
  readonly db: Database;
  readonly fault: FaultPoint;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'calibrationError'>;
  /** This worker, as the owner of the lease. */
  readonly owner: string;
}

const dayMs = 24 * 3_600_000;
/** Decisions of so many days are looked at, a page at a time. Business time. */
const windowMs = 28 * dayMs;
const pageMax = 1_000;
/** How long the lease lasts without renewal, in milliseconds. */
const leaseMs = 30_000;

/**
 * Makes the run that compares, once in 24 hours of business time, the router's confidence with how often it was right by what was said of its
 * decisions, and keeps the map between them as the next version. Safe on every replica: one does it at a time, and a version is made once. Below
 * 50 labelled decisions nothing is kept. Resolves with 1 where a version was kept.
 */
export function createCalibrator(deps: CalibrationDeps): LoopRun {
  const { clock, db, owner } = deps;
  return async (signal, alive) => {
    if (!(await isDue(db, await clock.now()))) return 0;
    const fence = await takeLearning(db, 'calibration', owner, leaseMs);
    if (fence === null) return 0;
    const lease = holdLease({
      everyMs: leaseMs / 3,
      renew: async () =>
        (await takeLearning(db, 'calibration', owner, leaseMs)) === fence
          ? undefined
          : new SalienceError('calibration.fenced', 'Another worker calibrates.', { kind: 'retryable' }),
      onError: (error) => deps.log.debug({ err: error }, 'lease not renewed'),
    });
    try {
      const until = AbortSignal.any([signal, lease.signal]);
      // Somebody may have been faster since the first look.
      return (await isDue(db, await clock.now())) ? await calibrateOnce(deps, until, alive) : 0;
    } finally {
      await lease.end();
      await releaseLearning(db, 'calibration', fence);
    }
  };
}

async function isDue(db: Database, now: Date): Promise<boolean> {
  const { movedAt } = await learningMark(db, 'calibration');
  if (movedAt !== null && isWithinDay(movedAt, now)) return false;
  // A version that was kept by a worker that was killed before it said so.
  const latest = await loadCalibration(db, routerCalibration);
  return latest === undefined || !isWithinDay(latest.at, now);
}

/** A clock that was set back counts as a new day. */
function isWithinDay(at: Date, now: Date): boolean {
  const age = now.getTime() - at.getTime();
  return age >= 0 && age < dayMs;
}

async function calibrateOnce(deps: CalibrationDeps, signal: AbortSignal, alive: () => void): Promise<0 | 1> {
  const { clock, db, fault, log } = deps;
  const now = await clock.now();
  const judged = await judgedWithin(db, now, signal, alive);
  signal.throwIfAborted();
  const kept = judged.length >= sampleRules.labelled && (await publish(deps, judged, now));
  await fault('calibration.after-save');
  const { readTo } = await learningMark(db, 'calibration');
  await moveMark(db, { job: 'calibration', from: readTo, upto: now.toISOString(), now });
  log.info({ decisions: judged.length, kept }, 'calibration looked at what was said of decisions');
  return kept ? 1 : 0;
}

async function judgedWithin(
  db: Database,
  now: Date,
  signal: AbortSignal,
  alive: () => void,
): Promise<JudgedDecision[]> {
  const judged: JudgedDecision[] = [];
  const from = new Date(now.getTime() - windowMs);
  let after: AfterDecided | undefined;
  do {
    signal.throwIfAborted();
    const page = await loadDecisions(db, { from, to: now, limit: pageMax, after });
    judged.push(...page.flatMap((row) => judgedDecision(row) ?? []));
    after = page.at(-1);
    alive();
  } while (after !== undefined);
  return judged;
}

/** Keeps the next version; false where somebody else has made it. A map that does not help is kept empty: it changes nothing. */
async function publish(
  { db, metrics }: CalibrationDeps,
  judged: readonly JudgedDecision[],
  now: Date,
): Promise<boolean> {
  const from = (await loadCalibration(db, routerCalibration))?.version ?? 0;
  const { map, ...figures } = calibrate(judged, from + 1);
  const version = await saveCalibration(db, {
    name: routerCalibration,
    from,
    at: now,
    knots: figures.helps ? map.knots : [],
    figures,
    decisions: judged.length,
  });
  if (version === undefined) return false;
  metrics.calibrationError.set({ map: 'without' }, figures.errorBefore);
  metrics.calibrationError.set({ map: 'with' }, figures.helps ? figures.errorAfter : figures.errorBefore);
  return true;
}
