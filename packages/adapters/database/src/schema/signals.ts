import type {
  ActivationState,
  DeltaType,
  EscalationReason,
  Fingerprint,
  Id,
  SignalEvent,
  SignalFeature,
  SignalSource,
  TurnId,
} from '@salience/contracts';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { agentId } from './agents.ts';
import { at, bytes, id, json, ownId, salience } from './columns.ts';

/** What is worth a question to an agent. A removed module stays as a row, for the signals that it judged. */
export const modules = salience.table(
  'modules',
  {
    id: ownId<'module'>(),
    agentId: agentId(),
    /** `module_id` of its fingerprint. */
    name: text('name').notNull(),
    cluster: text('cluster').notNull(),
    fingerprint: json<Fingerprint>('fingerprint').notNull(),
    /** SHA-256 of the fingerprint. One that is registered again as it was keeps everything that was learned. */
    hash: text('hash').notNull(),
    state: text('state').$type<'active' | 'paused' | 'removed'>().notNull().default('active'),
    /** The threshold that a person set; null: the fingerprint's, or the one that was learned. */
    threshold: doublePrecision('threshold'),
    lastWakeAt: at('last_wake_at'),
    /** Until then its wakes are shown only, because they were of no use. */
    breakerUntil: at('breaker_until'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('modules_name').on(t.agentId, t.name).where(sql`state <> 'removed'`),
    check('modules_state', sql`${t.state} in ('active', 'paused', 'removed')`),
  ],
);

/** A change in the world. Unique by agent, source and external id: whoever brings it again finds the row. Deleted some time after it came. */
export const signals = salience.table(
  'signals',
  {
    id: ownId<'signal'>(),
    agentId: agentId(),
    source: text('source').$type<SignalSource>().notNull(),
    /** What the source calls it. */
    externalId: text('external_id').notNull(),
    location: text('location').notNull(),
    deltaType: text('delta_type').$type<DeltaType>().notNull(),
    magnitude: doublePrecision('magnitude').notNull(),
    features: json<Record<string, SignalFeature>>('features').notNull(),
    /** The agent did it: it never wakes. */
    own: boolean('own').notNull().default(false),
    /** When it happened, and when it was taken in. */
    at: at('at').notNull(),
    takenAt: at('taken_at').notNull(),
  },
  (t) => [
    uniqueIndex('signals_external').on(t.agentId, t.source, t.externalId),
    index('signals_recent').on(t.agentId, t.takenAt, t.id),
    index('signals_old').on(t.takenAt),
  ],
);

/** How a signal was judged for one module. */
export interface Judgement {
  readonly module: string;
  readonly reason: EscalationReason;
  readonly score: number | null;
  readonly rule: number | null;
  /** What the LSTM says, calibrated; null where it has no say. */
  readonly learned: number | null;
  readonly threshold: number;
  /** The version of the model; 0: none. */
  readonly version: number;
  readonly activation?: Id<'activation'>;
}

/** The signals of a cluster in the order in which they are judged. A position is given under the lock of the cluster's row. */
export const clusterSignals = salience.table(
  'cluster_signals',
  {
    agentId: agentId(),
    cluster: text('cluster').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    signalId: id<Id<'signal'>>('signal_id').notNull(),
    /** By module; null before it was judged. */
    judged: json<readonly Judgement[]>('judged'),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.cluster, t.seq] }), index('cluster_signals_of').on(t.signalId)],
);

/** Modules that share a window and a model. One judge at a time, by lease and fence; `state` is a fold over its signals up to `judged`. */
export const clusters = salience.table(
  'clusters',
  {
    agentId: agentId(),
    cluster: text('cluster').notNull(),
    /** The last position that was given, and the last that was judged. */
    tail: bigint('tail', { mode: 'number' }).notNull().default(0),
    judged: bigint('judged', { mode: 'number' }).notNull().default(0),
    fence: bigint('fence', { mode: 'number' }).notNull().default(0),
    owner: text('owner'),
    leaseUntil: at('lease_until'),
    state: json<unknown>('state'),
    /** The model that scores; 0: none, the rule leads. */
    version: integer('version').notNull().default(0),
    /** Raised by each label. */
    labels: integer('labels').notNull().default(0),
    /** How many of them the latest training saw. */
    trained: integer('trained').notNull().default(0),
    /** Failures of judging in a row: what breaks its judge is passed over. */
    failures: integer('failures').notNull().default(0),
    retryAt: at('retry_at'),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.cluster] }),
    index('clusters_behind').on(t.agentId, t.cluster).where(sql`tail > judged`),
    index('clusters_untrained').on(t.agentId, t.cluster).where(sql`labels > trained`),
  ],
);

/** A model of a cluster. Never changed; the cluster names the one that scores. */
export const limbicModels = salience.table(
  'limbic_models',
  {
    agentId: agentId(),
    cluster: text('cluster').notNull(),
    version: integer('version').notNull(),
    parent: integer('parent').notNull(),
    /** SHA-256 of weights and heads. */
    sha256: text('sha256').notNull(),
    /** The version of the features that it was trained on. */
    schema: text('schema').notNull(),
    weights: bytes('weights').notNull(),
    /** By module: calibration, learned evidence by hash, threshold. */
    heads: json<unknown>('heads').notNull(),
    metrics: json<Record<string, unknown>>('metrics').notNull(),
    promoted: boolean('promoted').notNull(),
    reason: text('reason').notNull(),
    madeAt: at('made_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.cluster, t.version] })],
);

/** What one question asks about: it collects signals until it is due. A label belongs to it. */
export const activations = salience.table(
  'activations',
  {
    id: ownId<'activation'>(),
    agentId: agentId(),
    cluster: text('cluster').notNull(),
    /** Null where several modules may be meant. */
    module: text('module'),
    candidates: json<readonly string[]>('candidates').notNull(),
    /** `wake`, or `look`: shown and never asked. */
    kind: text('kind').$type<'look' | 'wake'>().notNull(),
    state: text('state').$type<ActivationState>().notNull(),
    reason: text('reason').$type<EscalationReason>().notNull(),
    openedAt: at('opened_at').notNull(),
    dueAt: at('due_at').notNull(),
    /** The highest of its signals, with the threshold that it passed. */
    score: doublePrecision('score').notNull(),
    threshold: doublePrecision('threshold').notNull(),
    version: integer('version').notNull(),
    /** How many signals it stands for; ids of the first fifty. */
    count: integer('count').notNull(),
    signals: json<readonly Id<'signal'>[]>('signals').notNull(),
    /** The window that passed first, as it was judged: what a model is trained on. */
    window: json<unknown>('window').notNull(),
    /** What the model was given: float32 [length, 16], and what it was made with. */
    matrix: bytes('matrix').notNull(),
    /** The latest of its signals, for the question. */
    latest: json<readonly SignalEvent[]>('latest').notNull(),
    question: text('question'),
    values: json<Record<string, string>>('values'),
    turnId: id<TurnId>('turn_id'),
    askedAt: at('asked_at'),
    /** When its question was found in what a model was shown. */
    heardAt: at('heard_at'),
    /** From 0, of no use, to 1; null: nobody said. */
    label: doublePrecision('label'),
    /** Of one that asked about several modules: the one that was meant. */
    choice: text('choice'),
    labelledBy: text('labelled_by'),
    labelledAt: at('labelled_at'),
  },
  (t) => [
    uniqueIndex('activations_open')
      .on(t.agentId, t.cluster, sql`coalesce(module, '')`)
      .where(sql`state = 'open'`),
    index('activations_due').on(t.dueAt).where(sql`state = 'open'`),
    index('activations_untold').on(t.openedAt).where(sql`state = 'told' and turn_id is null`),
    index('activations_recent').on(t.agentId, t.openedAt, t.id),
    index('activations_asked').on(t.agentId, t.askedAt).where(sql`asked_at is not null`),
    index('activations_unheard').on(t.askedAt).where(sql`state = 'asked' and heard_at is null`),
    index('activations_labelled').on(t.agentId, t.cluster, t.labelledAt).where(sql`label is not null`),
    index('activations_turn').on(t.turnId).where(sql`turn_id is not null`),
    check('activations_state', sql`${t.state} in ('open', 'asked', 'told', 'shown', 'dropped')`),
    check('activations_asked_turn', sql`${t.state} <> 'asked' or ${t.turnId} is not null`),
  ],
);
