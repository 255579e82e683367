import type { AgentId, Id } from '@salience/contracts';
import { and, desc, eq, or, sql } from 'drizzle-orm';
import { ask, call, type Database, withAgent } from '../connect.ts';
import { clusters, limbicModels } from '../schema/signals.ts';

/** A model as it is stored: weights and heads. */
export interface StoredModel {
  /** Base64. */
  readonly weights: string;
  readonly heads: unknown;
  readonly schema: string;
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

/** Has another version score from now on (0: none, the rule leads); false where there is no such version, or it was emptied because of what it had learned. Consumer. */
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
            sql`exists (select 1 from salience.limbic_models m where m.agent_id = ${agentId} and m.cluster = ${cluster} and m.version = ${version} and m.reason <> 'forgotten')`,
          ),
        ),
      )
      .returning({ version: clusters.version }),
  );
  return rows.length > 0;
}

/** Clusters that have more labels than their latest training saw, of an agent. Pulse-sensor. */
export function untrainedClusters(
  db: Database,
): Promise<
  { readonly agentId: AgentId; readonly cluster: string; readonly labels: number; readonly trained: number }[]
> {
  return ask(db, 'untrained_clusters');
}
