import type {
  ActivationState,
  AgentId,
  EscalationReason,
  Id,
  SignalEvent,
  ThreadId,
  TurnId,
} from '@salience/contracts';
import { and, desc, eq, isNull, or, sql } from 'drizzle-orm';
import { ask, call, type Connections, type Database, withAgent } from '../connect.ts';
import { newId } from '../new-id.ts';
import {
  activations,
  clusters,
  clusterSignals,
  type Judgement,
  limbicModels,
  signals,
} from '../schema/signals.ts';

export type { Judgement } from '../schema/signals.ts';

/** A model as it is stored: weights and heads. */
export interface StoredModel {
  /** Base64. */
  readonly weights: string;
  readonly heads: unknown;
  readonly schema: string;
}

/** A signal that waits to be judged. */
export interface WaitingSignal extends Omit<SignalEvent, 'delta_type' | 'timestamp'> {
  readonly seq: number;
  /** Null: it was deleted before it was judged. */
  readonly id: Id<'signal'> | null;
  readonly deltaType: SignalEvent['delta_type'];
  readonly own: boolean;
  /** Seconds since 1970. */
  readonly at: number;
}

/** A cluster that is held, with what judging it needs. */
export interface ClaimedCluster {
  readonly agentId: AgentId;
  readonly cluster: string;
  readonly fence: number;
  readonly state: unknown;
  /** The model that scores; 0: none. */
  readonly version: number;
  /** Null where there is none, or the caller holds it. */
  readonly model: StoredModel | null;
  /** How often judging it broke off before. */
  readonly failures: number;
  readonly signals: readonly WaitingSignal[];
}

/** Takes the leases of clusters that have signals to be judged. See sql/signals/claim_clusters.sql. Pulse-sensor. */
export function claimClusters(
  db: Database,
  claim: {
    readonly owner: string;
    readonly leaseMs: number;
    readonly limit: number;
    readonly signals: number;
    readonly now: Date;
    readonly held: Readonly<Record<string, number>>;
  },
): Promise<ClaimedCluster[]> {
  return call(db, 'claim_clusters', claim);
}

/** An activation to be opened, or to be joined to the one that is open. */
export interface OpenedActivation {
  readonly id: Id<'activation'>;
  readonly module: string | null;
  readonly candidates: readonly string[];
  readonly kind: 'look' | 'wake';
  readonly state: 'open' | 'shown';
  readonly reason: EscalationReason;
  readonly dueAt: Date;
  readonly score: number;
  readonly threshold: number;
  readonly version: number;
  readonly count: number;
  readonly signals: readonly Id<'signal'>[];
  readonly window: unknown;
  /** Base64 of float32. */
  readonly matrix: string;
  readonly latest: readonly SignalEvent[];
}

/** How the signals of a held cluster were judged. `opens` of a judgement: a place in `activations`. */
export interface Judged {
  readonly agentId: AgentId;
  readonly cluster: string;
  readonly fence: number;
  readonly now: Date;
  readonly upto: number;
  readonly state: unknown;
  readonly judged: readonly {
    readonly seq: number;
    readonly judged: readonly (Omit<Judgement, 'activation'> & { readonly opens?: number })[];
  }[];
  readonly activations: readonly OpenedActivation[];
  readonly release: boolean;
}

/** Commits judgements with the state behind them; `lost` where somebody else holds the cluster. */
export function commitJudgements(
  db: Database,
  judged: Judged,
): Promise<{ readonly status: 'done' | 'lost'; readonly ids: readonly Id<'activation'>[] }> {
  return call(db, 'commit_judgements', judged);
}

/** Gives the lease of a cluster back without having judged. */
export function releaseCluster(
  db: Database,
  held: {
    readonly agentId: AgentId;
    readonly cluster: string;
    readonly fence: number;
    readonly retryAt: Date | null;
  },
): Promise<boolean> {
  return call(db, 'release_cluster', held);
}

/** An activation that is due. */
export interface DueActivation {
  readonly id: Id<'activation'>;
  readonly agentId: AgentId;
  readonly cluster: string;
  readonly module: string | null;
  readonly candidates: readonly string[];
  readonly count: number;
  readonly score: number;
  readonly threshold: number;
  readonly openedAt: string;
  readonly dueAt: string;
  readonly latest: readonly SignalEvent[];
  readonly window: unknown;
  readonly signals: readonly Id<'signal'>[];
}

/** Activations that are due to be asked, over all agents. Pulse-sensor. */
export function dueActivations(
  db: Database,
  due: { readonly now: Date; readonly limit: number },
): Promise<DueActivation[]> {
  return call(db, 'due_activations', due);
}

/** A turn that was begun. */
export interface BegunTurn {
  readonly threadId: ThreadId;
  readonly turnId: TurnId;
  readonly fence: number;
  readonly heldBy: Id<'worker'> | null;
}

/** Asks the agent about an activation, once. See sql/signals/wake.sql. Pulse-sensor. */
export function wakeAgent(
  db: Database,
  wake: {
    readonly agentId: AgentId;
    readonly id: Id<'activation'>;
    readonly count: number;
    readonly text: string;
    readonly question: string;
    readonly values: Readonly<Record<string, string>>;
    readonly zone: string | null;
    readonly now: Date;
    readonly cooldownMs: number;
    readonly dayStart: Date;
    readonly wakesMax: number;
    readonly tokensMax: number;
    readonly traceparent: string | undefined;
  },
): Promise<{
  readonly status: 'asked' | 'budget' | 'early' | 'gone' | 'grew';
  readonly turn?: BegunTurn | null;
}> {
  const at = wake.now.getTime();
  return call(db, 'wake', { ...wake, turnId: newId('turn', at), newThreadId: newId('thread', at) });
}

/** Takes an activation out of what is due without asking: shown only, told in the day's digest, or dropped. False where it is not open any more. Pulse-sensor. */
export async function holdActivation(
  db: Database,
  agentId: AgentId,
  id: Id<'activation'>,
  to: {
    readonly state: 'dropped' | 'shown' | 'told';
    readonly reason: EscalationReason;
    readonly question?: string;
  },
): Promise<boolean> {
  const rows = await withAgent(db, agentId, ({ orm }) =>
    orm
      .update(activations)
      .set(to)
      .where(and(eq(activations.agentId, agentId), eq(activations.id, id), eq(activations.state, 'open')))
      .returning({ id: activations.id }),
  );
  return rows.length > 0;
}

/** Puts off an activation that is open. Pulse-sensor. */
export async function putOff(
  db: Database,
  agentId: AgentId,
  id: Id<'activation'>,
  dueAt: Date,
): Promise<void> {
  await withAgent(db, agentId, ({ orm }) =>
    orm
      .update(activations)
      .set({ dueAt })
      .where(and(eq(activations.agentId, agentId), eq(activations.id, id), eq(activations.state, 'open'))),
  );
}

/** What the day's limits kept from being asked and nobody has told yet. */
export interface UntoldActivation {
  readonly id: Id<'activation'>;
  readonly agentId: AgentId;
  readonly cluster: string;
  readonly score: number;
  readonly module: string | null;
  readonly count: number;
  readonly openedAt: Date;
  readonly latest: readonly SignalEvent[];
}

/** Activations that wait for the day's digest, over all agents. Pulse-sensor. */
export function untoldActivations(db: Database, limit: number): Promise<UntoldActivation[]> {
  return call<(Omit<UntoldActivation, 'openedAt'> & { openedAt: string })[]>(db, 'untold_activations', {
    limit,
  }).then((all) => all.map((one) => ({ ...one, openedAt: new Date(one.openedAt) })));
}

/** Tells a day's digest, once. See sql/signals/tell_digest.sql. */
export function tellDigest(
  db: Database,
  digest: {
    readonly agentId: AgentId;
    readonly ids: readonly Id<'activation'>[];
    readonly day: string;
    readonly text: string;
    readonly zone: string | null;
    readonly now: Date;
    readonly traceparent: string | undefined;
  },
): Promise<{ readonly status: 'gone' | 'told'; readonly turn?: BegunTurn | null }> {
  const at = digest.now.getTime();
  return call(db, 'tell_digest', { ...digest, turnId: newId('turn', at), newThreadId: newId('thread', at) });
}

/** A wake whose turn has ended. */
export interface AskedWake {
  readonly id: Id<'activation'>;
  readonly agentId: AgentId;
  readonly question: string;
  /** Of the turn. */
  readonly state: string;
  /** What models were shown in it. */
  readonly shown: readonly string[];
}

/** Wakes whose turn has ended, and of which nobody knows yet whether they were heard. */
export function askedWakes(
  db: Database,
  ask: { readonly after: Date; readonly limit: number },
): Promise<AskedWake[]> {
  return call(db, 'asked_wakes', ask);
}

/** Notes that the question of a wake was found in what a model was shown. */
export function noteHeard(
  db: Database,
  note: { readonly agentId: AgentId; readonly id: Id<'activation'>; readonly now: Date },
): Promise<boolean> {
  return call(db, 'note_heard', note);
}

/** What a person said next to a wake. */
export interface ReplyToWake {
  readonly id: Id<'activation'>;
  readonly agentId: AgentId;
  readonly module: string | null;
  readonly candidates: readonly string[];
  readonly text: string;
  readonly at: string;
}

/** What persons said next to wakes that nobody has labelled. */
export function repliesToWakes(
  db: Database,
  ask: { readonly after: Date; readonly limit: number },
): Promise<ReplyToWake[]> {
  return call(db, 'replies_to_wakes', ask);
}

/** A label as it was kept. */
export interface KeptLabel {
  readonly id: Id<'feedback'>;
  readonly target: Id<'activation'>;
  readonly value: number;
  readonly note: string | null;
  readonly givenBy: string;
  readonly createdAt: string;
  readonly cluster: string;
}

/** Labels an activation; null where there is none, or a person's word stands. See sql/signals/label_activation.sql. */
export function labelActivation(
  db: Database,
  label: {
    readonly agentId: AgentId;
    readonly id: Id<'activation'>;
    readonly value: number;
    readonly note?: string | undefined;
    /** Of one that asked about several modules: the one that was meant. */
    readonly choice?: string | undefined;
    readonly givenBy: string;
    /** It was read from a reply: a word that was given stands above it. */
    readonly read: boolean;
    readonly now: Date;
  },
): Promise<KeptLabel | null> {
  return call(db, 'label_activation', { ...label, feedbackId: newId('feedback', label.now.getTime()) });
}

/** What a model of a cluster is trained on. */
export interface Lesson {
  readonly version: number;
  /** The highest version there is. */
  readonly latest: number;
  readonly labels: number;
  readonly trained: number;
  readonly state: unknown;
  readonly model: StoredModel | null;
  readonly fingerprints: readonly { readonly fingerprint: unknown; readonly threshold: number | null }[];
  readonly activations: readonly {
    readonly id: Id<'activation'>;
    readonly module: string | null;
    readonly candidates: readonly string[];
    readonly kind: 'look' | 'wake';
    readonly at: string;
    readonly score: number;
    readonly label: number;
    readonly choice: string | null;
    readonly window: unknown;
    readonly matrix: string;
  }[];
  /** How the latest signals were judged, labelled or not, and since when. */
  readonly scores: readonly { readonly module: string; readonly score: number }[];
  readonly scoresSince: string | null;
}

/** What a model of a cluster is trained on; null for one that is unknown. Pulse-sensor. */
export function loadLesson(
  db: Database,
  ask: {
    readonly agentId: AgentId;
    readonly cluster: string;
    readonly limit: number;
    readonly scores: number;
  },
): Promise<Lesson | null> {
  return call(db, 'load_lesson', ask);
}

/** Keeps a trained model; `stale` where another one was promoted meanwhile. Pulse-sensor. */
export function saveLimbicModel(
  db: Database,
  model: {
    readonly agentId: AgentId;
    readonly cluster: string;
    readonly from: number;
    readonly version: number;
    readonly sha256: string;
    readonly schema: string;
    readonly weights: string;
    readonly heads: unknown;
    readonly metrics: Readonly<Record<string, unknown>>;
    readonly promoted: boolean;
    readonly reason: string;
    readonly trained: number;
    readonly now: Date;
  },
): Promise<'done' | 'stale'> {
  return call(db, 'save_limbic_model', model);
}

/** A model without its weights, with the thresholds that it learned, by module. */
export type LimbicModelRow = Omit<typeof limbicModels.$inferSelect, 'heads' | 'weights'> & {
  readonly thresholds: Readonly<Record<string, number>>;
  readonly active: boolean;
};

/** The models of a cluster, latest first. Consumer. */
export async function listLimbicModels(
  db: Database,
  agentId: AgentId,
  cluster: string,
): Promise<LimbicModelRow[]> {
  return withAgent(db, agentId, async ({ orm }) => {
    const [k] = await orm
      .select({ version: clusters.version })
      .from(clusters)
      .where(and(eq(clusters.agentId, agentId), eq(clusters.cluster, cluster)));
    const rows = await orm
      .select(modelColumns)
      .from(limbicModels)
      .where(and(eq(limbicModels.agentId, agentId), eq(limbicModels.cluster, cluster)))
      .orderBy(desc(limbicModels.version))
      .limit(100);
    return rows.map((row) => ({ ...row, active: row.version === k?.version }));
  });
}

const modelColumns = {
  agentId: limbicModels.agentId,
  cluster: limbicModels.cluster,
  version: limbicModels.version,
  parent: limbicModels.parent,
  sha256: limbicModels.sha256,
  schema: limbicModels.schema,
  thresholds: sql<Record<string, number>>`coalesce(${limbicModels.heads}->'thresholds', '{}')`,
  metrics: limbicModels.metrics,
  promoted: limbicModels.promoted,
  reason: limbicModels.reason,
  madeAt: limbicModels.madeAt,
};

/** Has another version score from now on (0: none, the rule leads); false where there is no such version. Consumer. */
export async function useLimbicModel(
  db: Database,
  agentId: AgentId,
  cluster: string,
  version: number,
): Promise<boolean> {
  const rows = await withAgent(db, agentId, ({ orm }) =>
    orm
      .update(clusters)
      .set({ version })
      .where(
        and(
          eq(clusters.agentId, agentId),
          eq(clusters.cluster, cluster),
          or(
            sql`${version} = 0`,
            sql`exists (select 1 from salience.limbic_models m where m.agent_id = ${agentId} and m.cluster = ${cluster} and m.version = ${version})`,
          ),
        ),
      )
      .returning({ version: clusters.version }),
  );
  return rows.length > 0;
}

/** A signal as it was taken in. */
export type SignalRow = Readonly<typeof signals.$inferSelect>;

/** A page of signals, latest first. Consumer. */
export function listSignals(
  db: Database,
  agentId: AgentId,
  {
    after,
    limit,
    source,
  }: {
    readonly limit: number;
    readonly source?: SignalRow['source'] | undefined;
    readonly after?: { readonly at: Date; readonly id: string } | undefined;
  },
): Promise<SignalRow[]> {
  const before =
    after &&
    sql`(date_trunc('milliseconds', ${signals.takenAt}), ${signals.id}) < (${after.at}, ${after.id})`;
  return withAgent(db, agentId, ({ orm }) =>
    orm
      .select()
      .from(signals)
      .where(and(eq(signals.agentId, agentId), source && eq(signals.source, source), before))
      .orderBy(desc(sql`date_trunc('milliseconds', ${signals.takenAt})`), desc(signals.id))
      .limit(limit),
  );
}

/** A signal with how each cluster judged it; undefined where the agent has none with this id. Consumer. */
export async function findSignal(
  db: Database,
  agentId: AgentId,
  id: string,
): Promise<
  | {
      readonly signal: SignalRow;
      readonly places: readonly {
        readonly cluster: string;
        readonly seq: number;
        readonly judged: readonly Judgement[] | null;
      }[];
    }
  | undefined
> {
  return withAgent(db, agentId, async ({ orm }) => {
    const [signal] = await orm
      .select()
      .from(signals)
      .where(and(eq(signals.agentId, agentId), eq(signals.id, id as Id<'signal'>)));
    if (signal === undefined) return undefined;
    const places = await orm
      .select({ cluster: clusterSignals.cluster, seq: clusterSignals.seq, judged: clusterSignals.judged })
      .from(clusterSignals)
      .where(and(eq(clusterSignals.agentId, agentId), eq(clusterSignals.signalId, signal.id)));
    return { signal, places };
  });
}

/** An activation. */
export type ActivationRow = Readonly<typeof activations.$inferSelect>;

/** A page of activations, latest first. Consumer. */
export function listActivations(
  db: Database,
  agentId: AgentId,
  {
    after,
    kind,
    limit,
    module,
    state,
    unlabelled,
  }: {
    readonly limit: number;
    readonly kind?: ActivationRow['kind'] | undefined;
    readonly state?: ActivationState | undefined;
    readonly module?: string | undefined;
    readonly unlabelled?: boolean | undefined;
    readonly after?: { readonly at: Date; readonly id: string } | undefined;
  },
): Promise<ActivationRow[]> {
  const before =
    after &&
    sql`(date_trunc('milliseconds', ${activations.openedAt}), ${activations.id}) < (${after.at}, ${after.id})`;
  return withAgent(db, agentId, ({ orm }) =>
    orm
      .select()
      .from(activations)
      .where(
        and(
          eq(activations.agentId, agentId),
          kind && eq(activations.kind, kind),
          state && eq(activations.state, state),
          module === undefined ? undefined : eq(activations.module, module),
          unlabelled === true ? isNull(activations.label) : undefined,
          before,
        ),
      )
      .orderBy(desc(sql`date_trunc('milliseconds', ${activations.openedAt})`), desc(activations.id))
      .limit(limit),
  );
}

/** One activation; undefined where the agent has none with this id. Consumer. */
export async function findActivation(
  db: Database,
  agentId: AgentId,
  id: string,
): Promise<ActivationRow | undefined> {
  const rows = await withAgent(db, agentId, ({ orm }) =>
    orm
      .select()
      .from(activations)
      .where(and(eq(activations.agentId, agentId), eq(activations.id, id as Id<'activation'>))),
  );
  return rows[0];
}

/** The latest labels of wakes of a module, latest first. Pulse-sensor. */
export async function recentLabels(
  db: Database,
  agentId: AgentId,
  module: string,
  limit: number,
): Promise<{ readonly at: Date; readonly label: number }[]> {
  const rows = await withAgent(db, agentId, ({ orm }) =>
    orm
      .select({ at: activations.labelledAt, label: activations.label })
      .from(activations)
      .where(
        and(
          eq(activations.agentId, agentId),
          eq(activations.module, module),
          eq(activations.kind, 'wake'),
          sql`${activations.label} is not null`,
        ),
      )
      .orderBy(desc(activations.labelledAt))
      .limit(limit),
  );
  return rows.flatMap(({ at, label }) => (at === null || label === null ? [] : [{ at, label }]));
}

/** Deletes signals that were taken in before an instant and activations of then that nobody labelled; resolves with how many. Scheduler role. */
export function deleteOldSignals(
  db: Connections,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<number> {
  return ask(db, 'delete_old_signals', before, limit);
}

/** Clusters that have more labels than their latest training saw, of an agent. Pulse-sensor. */
export function untrainedClusters(
  db: Database,
): Promise<
  { readonly agentId: AgentId; readonly cluster: string; readonly labels: number; readonly trained: number }[]
> {
  return ask(db, 'untrained_clusters');
}
