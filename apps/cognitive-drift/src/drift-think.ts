import type { AgentId, TurnId } from '@salience/contracts';
import {
  claimDrift,
  releaseDrift,
  type ReleaseDrift,
  renewDrift,
  saveThought,
} from '@salience/database/drift';
import { isSalienceError, messageOf } from '@salience/errors';
import { driftPauseMs, driftRules, driftStop } from '@salience/memory';
import { yielded } from '@salience/runtime';
import { attributeKeys, recordError, spanNames, withSpan } from '@salience/telemetry';
import { holdLease, type Lease } from '@salience/worker';
import type { DriftDeps } from './drift-deps.ts';
import { findInspiration, type Inspiration } from './drift-material.ts';
import { askForThought, type AgentLease, openRun } from './drift-thought.ts';

/** How often a thinking worker renews its lease and checks whether the fleet is still idle, in milliseconds. */
const renewMs = 1_000;

/** The run of one agent. */
export interface Turn {
  readonly agentId: AgentId;
  /** The last turn that was accepted when the fleet was found idle. */
  readonly latestTurnId: TurnId | null;
  /** Aborts when the fleet is no longer idle, or this worker stops. */
  readonly signal: AbortSignal;
  readonly alive: () => void;
}

/**
 * Runs drift once for an agent, if it is due and not fatigued: resolves with 1 if a thought was stored, else with 0. Stops
 * at the signal, even during a model call; then nothing is stored and the agent stays due.
 */
export async function think(deps: DriftDeps, turn: Turn): Promise<0 | 1> {
  const { agentId } = turn;
  const now = await deps.clock.now();
  const { budgetMs, episodeMs, fatigueMs } = driftRules;
  const firstAt = nextAt(deps, now);
  const claim = await claimDrift(deps.db, {
    agentId,
    owner: deps.owner,
    now,
    firstAt,
    budgetMs,
    episodeMs,
    fatigueMs,
  });
  if (claim.status === 'waits') return 0;
  const held: AgentLease = { agentId, fence: claim.fence };
  await deps.fault('drift.claimed');
  const stop = driftStop(claim, deps.tokensMax);
  const found = stop ?? (await findInspiration(deps, agentId, now));
  if (typeof found !== 'string') return inspired(deps, turn, held, found);
  deps.metrics.driftSkipped.inc({ reason: found });
  await release(deps, held, { nextAt: nextAt(deps, now), run: null });
  return 0;
}

function nextAt({ draw }: Pick<DriftDeps, 'draw'>, now: Date): Date {
  return new Date(now.getTime() + driftPauseMs(draw));
}

function inspired(deps: DriftDeps, turn: Turn, held: AgentLease, inspiration: Inspiration): Promise<0 | 1> {
  const attributes = {
    [attributeKeys.agentId]: turn.agentId,
    [attributeKeys.driftStrategy]: inspiration.seed.strategy,
  };
  const link = inspiration.material.episode.traceparent;
  return withSpan(spanNames.driftThink, { attributes, link, begins: true }, async (span) => {
    const run = await openRun(deps, held, inspiration, await deps.clock.now());
    if (run === undefined) return 0;
    const lease = holdAgentLease(deps, turn, held);
    const signal = AbortSignal.any([turn.signal, lease.signal]);
    try {
      await deps.fault('drift.before-call');
      const asked = await askForThought(deps, turn.agentId, inspiration, run, signal);
      await deps.fault('drift.before-save');
      signal.throwIfAborted();
      const now = await deps.clock.now();
      const { tokens } = asked;
      const next = nextAt(deps, now);
      if (asked.kind === 'refused') {
        deps.metrics.driftSkipped.inc({ reason: asked.reason });
        await release(deps, held, {
          nextAt: next,
          run: { id: run.id, state: 'refused', reason: asked.reason, tokens },
        });
        return 0;
      }
      const { latestTurnId } = turn;
      const save = { ...held, runId: run.id, latestTurnId, now, nextAt: next, thought: asked.thought };
      const { status } = await saveThought(deps.db, save);
      await deps.fault('drift.after-save');
      return kept(deps, turn.agentId, asked.thought, status);
    } catch (error) {
      recordError(span, error);
      await stepBack(deps, held, run.id, signal, error);
      return 0;
    } finally {
      await lease.end();
    }
  });
}

function kept(
  { log, metrics }: DriftDeps,
  agentId: AgentId,
  { id, strategy, type }: { readonly id: string; readonly strategy: string; readonly type: string },
  status: Awaited<ReturnType<typeof saveThought>>['status'],
): 0 | 1 {
  if (status === 'yielded') metrics.driftYields.inc({});
  if (status === 'gone') metrics.driftSkipped.inc({ reason: 'gone' });
  if (status !== 'stored') return 0;
  metrics.driftThoughts.inc({ strategy });
  log.info({ agentId, thoughtId: id, type, strategy }, 'thought kept');
  return 1;
}

/** Releases the agent after an interrupted thought. Tokens of an unread answer stay reserved. */
async function stepBack(
  deps: DriftDeps,
  held: AgentLease,
  id: NonNullable<ReleaseDrift['run']>['id'],
  signal: AbortSignal,
  error: unknown,
): Promise<void> {
  if (signal.aborted) {
    const reason = isSalienceError(signal.reason) ? signal.reason.code : 'stopped';
    if (reason === 'quiet.over') deps.metrics.driftYields.inc({});
    await release(deps, held, { nextAt: null, run: { id, state: 'yielded', reason, tokens: null } });
    return;
  }
  if (!isSalienceError(error) || error.kind === 'bug') throw error;
  deps.metrics.driftSkipped.inc({ reason: 'failed' });
  deps.log.warn({ agentId: held.agentId, code: error.code, cause: messageOf(error) }, 'a thought failed');
  const now = await deps.clock.now();
  await release(deps, held, {
    nextAt: nextAt(deps, now),
    run: { id, state: 'failed', reason: error.code, tokens: null },
  });
}

async function release(
  { clock, db }: Pick<DriftDeps, 'clock' | 'db'>,
  held: AgentLease,
  how: Pick<ReleaseDrift, 'nextAt' | 'run'>,
): Promise<void> {
  await releaseDrift(db, { ...held, now: await clock.now(), ...how });
}

/** Renews the lease of an agent during its run. Also aborts the run if a turn was accepted and the signal was lost. */
function holdAgentLease({ db, log }: DriftDeps, { alive, latestTurnId }: Turn, held: AgentLease): Lease {
  return holdLease({
    everyMs: renewMs,
    async renew() {
      alive();
      const state = await renewDrift(db, held, latestTurnId);
      return state.held && state.rests ? undefined : yielded();
    },
    onError: (error) => log.debug({ cause: messageOf(error) }, 'lease not renewed'),
  });
}
