import type { AgentId, EscalationReason, Id, SignalEvent } from '@salience/contracts';
import { call, type Database } from '../connect.ts';
import type { Judgement } from '../schema/signals.ts';
import type { StoredModel } from './limbic-models.ts';
import type { OpenedEvent } from './wakes.ts';

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
  readonly latest: readonly OpenedEvent[];
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
