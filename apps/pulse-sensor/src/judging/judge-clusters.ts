import type { Id } from '@salience/contracts';
import { newId } from '@salience/database';
import {
  type ClaimedCluster,
  claimClusters,
  commitJudgements,
  type Judged,
  type OpenedActivation,
  releaseCluster,
} from '@salience/database/signals';
import { dueAt, quietHoursOf } from '@salience/escalation';
import { messageOf } from '@salience/errors';
import { type LimbicModel, type StackedWindows, tensorsOf } from '@salience/limbic';
import type { LoopRun } from '@salience/runtime';
import { annotateSpan, attributeKeys, currentTraceparent, spanNames, withSpan } from '@salience/telemetry';
import type { AgentModules, Module } from '../modules/module-book.ts';
import type { SenseDeps } from '../senses/sense-deps.ts';
import { createHeldModels, type HeldModels } from './held-models.ts';
import { readState } from './held-state.ts';
import { type JudgedSignal, judgeSignals } from './judge-signals.ts';
import { pulseSettings } from '../modules/pulse-settings.ts';

/** Clusters in one claim, and signals of each. */
const clustersMax = 16;
const signalsMax = 256;
const pauseMs = 1_000;
const pauseMsMax = 300_000;

/** What judging works with. */
export interface JudgeDeps extends Omit<SenseDeps, 'judge'> {
  /** Runs the LSTM; opened when a cluster first has a model. */
  readonly lstm: () => Promise<{
    score(
      windows: Float32Array,
      lengths: Int32Array,
      weights: ReturnType<typeof tensorsOf>,
    ): Promise<Float32Array>;
  }>;
  /** Is told when something will be due, in milliseconds from now. */
  readonly due: (inMs: number) => void;
}

/**
 * Makes the run that judges what was taken in, cluster by cluster. A cluster is judged by one process at a time, by lease; its judgements are committed under the
 * fence together with the state behind them, so that a process may die anywhere and each signal is judged once.
 */
export function createJudge(deps: JudgeDeps): LoopRun {
  const models = createHeldModels();
  return async (signal, alive) => {
    let count = 0;
    while (!signal.aborted) {
      const { clock, db, leaseMs, workerId } = deps;
      const claimed = await claimClusters(db, {
        owner: workerId,
        leaseMs,
        limit: clustersMax,
        signals: signalsMax,
        now: await clock.now(),
        held: models.versions(),
      });
      if (claimed.length === 0) break;
      await deps.fault('pulse.clusters-claimed');
      // Who took these signals in may know modules that are new.
      await deps.book.fresh();
      for (const cluster of claimed) {
        count += await judgeCluster(deps, models, cluster);
        alive();
      }
    }
    return count;
  };
}

async function judgeCluster(deps: JudgeDeps, models: HeldModels, claimed: ClaimedCluster): Promise<number> {
  const { agentId, cluster, failures, fence } = claimed;
  try {
    return await judgedInSpan(deps, models, claimed);
  } catch (error) {
    const { clock, db, log, metrics } = deps;
    const waitMs = Math.min(pauseMsMax, pauseMs * 2 ** Math.min(failures, 10));
    metrics.adapterErrors.inc({ inlet: 'judge', code: 'judging.failed' });
    log.error({ agentId, cluster, err: error, waitMs }, 'signals could not be judged; they wait');
    const retryAt = new Date((await clock.now()).getTime() + waitMs);
    await releaseCluster(db, { agentId, cluster, fence, retryAt }).catch((again: unknown) =>
      log.warn(
        { agentId, cluster, error: messageOf(again) },
        'a cluster was not given back; its lease runs out',
      ),
    );
    return 0;
  }
}

/** Judges in a trace of its own, which the wakes that follow go on with. A cluster without waiting signals makes none. */
async function judgedInSpan(deps: JudgeDeps, models: HeldModels, claimed: ClaimedCluster): Promise<number> {
  if (claimed.signals.length === 0) return await judgeAndCommit(deps, models, claimed);
  const attributes = {
    [attributeKeys.agentId]: claimed.agentId,
    [attributeKeys.signalCount]: claimed.signals.length,
  };
  return await withSpan(spanNames.pulseJudge, { attributes, begins: true }, () =>
    judgeAndCommit(deps, models, claimed),
  );
}

async function judgeAndCommit(deps: JudgeDeps, models: HeldModels, claimed: ClaimedCluster): Promise<number> {
  const { book, clock, db, due, fault, metrics } = deps;
  const { agentId, cluster, fence, signals } = claimed;
  const now = await clock.now();
  const upto = signals.at(-1)?.seq;
  if (upto === undefined) {
    await releaseCluster(db, { agentId, cluster, fence, retryAt: null });
    return 0;
  }
  const agent = (await book.of(agentId)) ?? { agentId, zone: 'UTC', active: [] };
  const held = models.of(claimed);
  const result = await judgeSignals({
    claimed,
    agent,
    state: readState(claimed.state),
    held,
    now,
    agentThreshold: pulseSettings(agent.active[0]).threshold,
    runLstm: (windows, model) => runLstm(deps, windows, model),
  });
  const version = held?.version ?? 0;
  const activations = openedOf(agent, result.judged, now, version);
  const judged = result.judged.map((one) => judgedRow(one, activations, version));
  // What was deleted meanwhile has nothing to be judged.
  const committed = await commitJudgements(db, {
    agentId,
    cluster,
    fence,
    now,
    upto,
    state: result.state,
    judged,
    activations: activations.map(({ opened }) => traced(opened)),
    release: true,
  });
  await fault('pulse.judgements-committed');
  if (committed.status === 'lost') return 0;
  annotateSpan({ [attributeKeys.activationCount]: activations.length });
  for (const { verdicts } of result.judged)
    for (const { reason } of verdicts) metrics.judgements.inc({ reason });
  const next = activations.flatMap(({ opened }) => (opened.state === 'open' ? [opened.dueAt.getTime()] : []));
  if (next.length > 0) due(Math.max(0, Math.min(...next) - now.getTime()));
  return signals.length;
}

/** The latest of its signals names the trace of this judgement. */
function traced(opened: OpenedActivation): OpenedActivation {
  const traceparent = currentTraceparent();
  const last = opened.latest.at(-1);
  if (last === undefined) return opened;
  return { ...opened, latest: [...opened.latest.slice(0, -1), { ...last, traceparent }] };
}

async function runLstm(
  { lstm }: JudgeDeps,
  { lengths, windows }: StackedWindows,
  { weights }: LimbicModel,
): Promise<Float32Array> {
  return await (await lstm()).score(windows, lengths, tensorsOf(weights));
}

interface Opened {
  readonly key: string;
  readonly opened: OpenedActivation;
}

/** What is to be asked or shown: signals that the same module asks about are one. */
function openedOf(
  agent: AgentModules,
  judged: readonly JudgedSignal[],
  now: Date,
  version: number,
): Opened[] {
  const all = new Map<string, Opened>();
  for (const one of judged) {
    const key = keyOf(one);
    if (key === undefined || one.asks === undefined || one.signal.id === null) continue;
    const before = all.get(key);
    const opened = before === undefined ? openOne(agent, one, now, version) : joined(before.opened, one);
    all.set(key, { key, opened });
  }
  return [...all.values()];
}

/** Of a wake its module; of a look the signal, since each is looked at by itself. */
function keyOf({ asks, signal }: JudgedSignal): string | undefined {
  if (asks === undefined) return undefined;
  return asks.kind === 'look' ? `look ${signal.id ?? ''}` : `wake ${asks.module?.name ?? ''}`;
}

function openOne(
  { agentId: _agentId, zone }: AgentModules,
  { asks, event, signal, verdicts }: JudgedSignal,
  now: Date,
  version: number,
): OpenedActivation {
  const { candidates, judgement, kind, module, score, threshold } = asks as NonNullable<JudgedSignal['asks']>;
  const meant = module === null ? candidates : [module];
  const at = now.getTime();
  const lasts = meant.map(({ lastWakeAt }) => (lastWakeAt === null ? null : Date.parse(lastWakeAt)));
  const when = dueAt({
    now: at,
    firstAt: at,
    lastWakeAt: lasts.some((last) => last !== null) ? Math.max(...lasts.map((last) => last ?? 0)) : null,
    cooldownMs: cooldownOf(meant),
    quietHours: meant[0] === undefined ? null : quietHoursOf(meant[0].fingerprint, ownerHours(meant[0])),
    zone: meant[0]?.zone ?? zone,
  });
  const reason = verdicts.find((verdict) => verdict.module === (module ?? candidates[0]))?.reason ?? 'woke';
  return {
    id: newId('activation', at),
    module: module?.name ?? null,
    candidates: candidates.map(({ name }) => name),
    kind,
    state: kind === 'wake' ? 'open' : 'shown',
    reason: module === null ? 'ambiguous' : reason,
    dueAt: new Date(kind === 'wake' ? when : at),
    score,
    threshold,
    version,
    count: 1,
    signals: [signal.id as Id<'signal'>],
    window: judgement.snapshot,
    matrix: Buffer.from(
      judgement.matrix.buffer,
      judgement.matrix.byteOffset,
      judgement.matrix.byteLength,
    ).toString('base64'),
    latest: [event],
  };
}

function joined(before: OpenedActivation, { asks, event, signal }: JudgedSignal): OpenedActivation {
  return {
    ...before,
    count: before.count + 1,
    score: Math.max(before.score, asks?.score ?? 0),
    signals:
      before.signals.length >= 50 || signal.id === null ? before.signals : [...before.signals, signal.id],
    latest: [...before.latest, event].slice(-10),
  };
}

/** The longest pause of the modules that one question is about, in milliseconds. */
export function cooldownOf(modules: readonly Module[]): number {
  return Math.max(0, ...modules.map(({ fingerprint }) => fingerprint.cooldown_seconds * 1_000));
}

/** The owner's quiet hours, as a module carries them. */
export function ownerHours({ quietFrom, quietUntil }: Module): { from: string; until: string } | null {
  return quietFrom === null || quietUntil === null ? null : { from: quietFrom, until: quietUntil };
}

function judgedRow(
  one: JudgedSignal,
  activations: readonly Opened[],
  version: number,
): Judged['judged'][number] {
  const place = activations.findIndex(({ key }) => key === keyOf(one));
  const meant = new Set([one.asks?.module, ...(one.asks?.candidates ?? [])]);
  return {
    seq: one.signal.seq,
    judged: one.verdicts.map(({ learned, module, reason, rule, score, threshold }) => ({
      module: module.name,
      reason,
      score,
      rule,
      learned,
      threshold,
      version,
      ...(place >= 0 && meant.has(module) ? { opens: place } : {}),
    })),
  };
}
