import type { Id, PolicyStanding } from '@salience/contracts';
import { newId } from '@salience/database';
import {
  loadCalibration,
  loadReflections,
  noteCycle,
  type NotedChange,
  noteStanding,
  publishPolicy,
  routerCalibration,
} from '@salience/database/learning';
import type { CycleAction, Settlement } from '@salience/regulation';
import { causeOf, outcomeOf } from './causes.ts';
import type { CycleDone, CycleTask, StoredReview } from './cycle-work.ts';
import { workInThread } from './in-thread.ts';
import { type LineState, readLineState } from './line-state.ts';
import { type Line, nextVersionOf } from './lines.ts';
import type { RegulatorDeps } from './regulator-deps.ts';
import { decisionsOf, windowOf } from './window.ts';

/** Reviews that a cycle reads, the oldest of its days first. */
const reviewsMax = 5_000;
const reviewDays = 7;

/**
 * One cycle of a policy: reads what was decided and said of it, settles the open change, and publishes one version at most. What it finds and
 * what it leaves are one commit, under the version and the cycle that it knew. Resolves with how the policy
 * does, or null where somebody else was faster.
 */
export async function runCycle(
  deps: RegulatorDeps,
  line: Line,
  signal: AbortSignal,
  alive: () => void,
): Promise<PolicyStanding | null> {
  const { clock, db, fault, log } = deps;
  const now = await clock.now();
  const window = await windowOf(db, now, { agentId: line.agentId });
  const before = readLineState(line.head, line.live);
  const task: CycleTask = {
    kind: 'cycle',
    of: line.agentId === undefined ? 'fleet' : 'agent',
    state: before.regulator,
    base: line.base,
    reviews: await reviewsBefore(deps, now),
    calibrationError: errorOf((await loadCalibration(db, routerCalibration))?.figures),
    now: now.getTime(),
    nextVersion: await nextVersionOf(db, line.name),
  };
  await fault('regulator.before-work');
  const pages = decisionsOf(db, window, alive);
  const done = await workInThread(task, pages, signal);
  const standing = standingOf(done, now);
  if (done.unreadable > 0)
    log.warn({ policy: line.name, unreadable: done.unreadable }, 'some decisions could not be read');
  await fault('regulator.before-save');
  const kept = await save(deps, line, { before, done, now, standing });
  await fault('regulator.after-save');
  if (kept === null) return null;
  const { outcome } = standing;
  log.info({ policy: line.name, outcome, version: kept.version, decisions: done.decisions }, 'cycle ended');
  return standing;
}

async function reviewsBefore({ db }: RegulatorDeps, now: Date): Promise<StoredReview[]> {
  const from = new Date(now.getTime() - reviewDays * 24 * 3_600_000);
  return loadReflections(db, from, now, reviewsMax);
}

/** The error of the newest calibration; null where there is none. */
function errorOf(figures: Readonly<Record<string, unknown>> | undefined): number | null {
  const error = figures?.['errorBefore'];
  return typeof error === 'number' ? error : null;
}

function standingOf(
  { decisions, labelled, pressures, result, routing }: CycleDone,
  now: Date,
): PolicyStanding {
  return {
    at: now.toISOString(),
    outcome: outcomeOf(result.actions),
    decisions,
    labelled,
    one_to_one: routing.oneToOne,
    tiebreak_share: routing.tiebreakShare,
    shares: routing.shares,
    pressures: pressures.slice(0, 100),
  };
}

interface Found {
  readonly before: LineState;
  readonly done: CycleDone;
  readonly standing: PolicyStanding;
  readonly now: Date;
}

/** Keeps what a cycle did. Null where somebody else was faster. */
async function save(
  { db, tell }: RegulatorDeps,
  { base, head, name }: Line,
  { before, done, now, standing }: Found,
): Promise<{ readonly version: number | null } | null> {
  const { actions, state } = done.result;
  const made = actions.find((each) => each.kind === 'publish' || each.kind === 'revert');
  const settled = actions.find((each) => each.kind === 'confirm' || each.kind === 'revert');
  const from = head === undefined ? null : { version: head.liveVersion, cycledAt: head.cycledAt };
  const settles =
    before.changeId !== null &&
    settled?.change.version === before.regulator.live?.version &&
    settled !== undefined
      ? { settles: { id: before.changeId, measured: measuredOf(settled.settlement) } }
      : {};
  const last = made ?? settled;
  // Of one instant; ids have their order.
  const also = settled === undefined || settled === last ? {} : { also: notedOf(settled, now, -1) };
  const change = last === undefined ? undefined : notedOf(last, now);
  const left = (changeId: Id<'policyChange'> | null) => ({
    regulator: state,
    changeId: state.live === null ? null : changeId,
    standing,
  });
  if (made === undefined || change === undefined) {
    // Before anything was learned there is no head, and nothing to keep but when it was looked at.
    if (from === null) {
      await noteStanding(db, name, base, standing);
      return { version: null };
    }
    const noted = await noteCycle(db, {
      name,
      from,
      state: left(before.changeId),
      cycledAt: now,
      now,
      ...settles,
      ...(change === undefined ? {} : { change }),
    });
    return noted ? { version: null } : null;
  }
  const { policy } = made;
  const version = await publishPolicy(db, {
    name,
    from,
    parent: from === null ? { name: base.name, version: base.version } : { name, version: from.version },
    base: { name: base.name, version: base.version },
    weights: policy.weights as Readonly<Record<string, number>>,
    reason: { why: made.kind === 'publish' ? 'learned' : 'taken_back', ...reasonOf(change) },
    state: left(made.kind === 'publish' ? change.id : before.changeId),
    cycledAt: now,
    change,
    ...also,
    now,
    ...settles,
  });
  if (version === null) return null;
  tell(name);
  return { version };
}

function reasonOf({ cause, estimate, measured, parameter, pressure, valueAfter, valueBefore }: NotedChange) {
  return { cause, pressure, parameter, from: valueBefore, to: valueAfter, estimate, measured };
}

function measuredOf({ effect, fresh, pooled, verdict }: Settlement): Readonly<Record<string, unknown>> {
  return { verdict, effect, fresh, pooled };
}

/** What the history says of what a cycle did. */
function notedOf(action: Exclude<CycleAction, { kind: 'wait' }>, now: Date, later = 0): NotedChange {
  const told = {
    id: newId('policyChange', now.getTime() + later),
    action: action.kind,
    cause: causeOf(action),
  };
  if (action.kind === 'publish') {
    const { after, before, direction, parameter, pressure, step } = action.candidate;
    const estimate = { step, direction };
    return { ...told, parameter, valueBefore: before, valueAfter: after, pressure, estimate };
  }
  const { after, before, expected, parameter, pressure } = action.change;
  // What was expected beside what came of it.
  const estimate = { step: expected };
  const [from, to] = action.kind === 'revert' ? [after, before] : [before, after];
  const measured = measuredOf(action.settlement);
  return { ...told, parameter, valueBefore: from, valueAfter: to, pressure, estimate, measured };
}
