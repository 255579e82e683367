import type { AgentId } from '@salience/contracts';
import type { ClaimedCluster, StoredModel } from '@salience/database/signals';
import { decodeWeights, type LimbicModel, type ModelHead } from '@salience/limbic';

/** A model with what belongs to it beside the scores. */
export interface HeldModel {
  readonly version: number;
  readonly model: LimbicModel;
  /** Learned thresholds by module. */
  readonly thresholds: Readonly<Record<string, number>>;
}

/** What is stored as the heads of a model. */
export interface StoredHeads {
  readonly head: ModelHead;
  readonly thresholds: Readonly<Record<string, number>>;
  /** How far each was moved on a day, in days since 1970. */
  readonly moved?: Readonly<Record<string, { readonly day: number; readonly by: number }>>;
}

/** Models at most; each is about 150 KB. */
const heldMax = 500;

/** The models that this process holds, by cluster, each as long as it is the one that scores. */
export interface HeldModels {
  /** The versions by `agent cluster`, for whoever asks for others. */
  versions(): Readonly<Record<string, number>>;
  /** The model of a claimed cluster; undefined: it has none, and the rule leads. */
  of(claimed: ClaimedCluster): HeldModel | undefined;
}

/** Makes an empty one. The least recently used model goes first. */
export function createHeldModels(): HeldModels {
  const held = new Map<string, HeldModel>();
  return {
    versions: () => Object.fromEntries([...held].map(([key, { version }]) => [key, version])),
    of({ agentId, cluster, model, version }) {
      const key = modelKey(agentId, cluster);
      const before = held.get(key);
      held.delete(key);
      if (version === 0) return undefined;
      const now = model === null ? before : { version, ...readModel(model) };
      // One that went while the cluster was claimed comes with the next claim.
      if (now === undefined || now.version !== version) return undefined;
      held.set(key, now);
      for (const oldest of held.keys()) {
        if (held.size <= heldMax) break;
        held.delete(oldest);
      }
      return now;
    },
  };
}

/** A stored model as it scores. */
export function readModel({ heads, weights }: StoredModel): Omit<HeldModel, 'version'> {
  const { head, thresholds } = heads as StoredHeads;
  return { model: { ...head, weights: decodeWeights(Buffer.from(weights, 'base64')) }, thresholds };
}

/** The key of a cluster's model. */
function modelKey(agentId: AgentId, cluster: string): string {
  return `${agentId} ${cluster}`;
}
