import { type Embedder, createEmbedder } from '@salience/embeddings';
import { messageOf } from '@salience/errors';
import { createRecall, type Recall } from '@salience/recall';
import type { Runtime } from '@salience/runtime';
import type { EpisodicEnv } from './env.ts';

/** The sign code of an item as it is stored beside it, in base64, and the model that it belongs to. */
export interface ItemCode {
  readonly code: string;
  readonly codeModelId: string;
}

/** Text to vectors and codes, as this app needs them. Nothing here throws: what has no vector is found by its words. */
export interface Embedding {
  /** The raw unit vector of a text; undefined for an empty one, where embedding is off, and while the model cannot be loaded. */
  vectorOf(text: string): Promise<Float32Array | undefined>;
  /** The code of a statement; undefined as for vectors. */
  codeOf(text: string): Promise<ItemCode | undefined>;
}

/** Vectors over a model; without one there are none. */
export function createEmbedding(
  parts: { readonly embedder: Embedder | undefined; readonly recall: Pick<Recall, 'codeOf'> },
  onTrouble: (error: unknown) => void,
): Embedding {
  const vectorOf = async (text: string): Promise<Float32Array | undefined> => {
    if (parts.embedder === undefined || text.trim() === '') return undefined;
    try {
      return await parts.embedder.embed(text);
    } catch (error) {
      onTrouble(error);
      return undefined;
    }
  };
  return {
    vectorOf,
    async codeOf(text) {
      const vector = await vectorOf(text);
      if (vector === undefined) return undefined;
      try {
        return await parts.recall.codeOf(vector);
      } catch (error) {
        onTrouble(error);
        return undefined;
      }
    },
  };
}

/** The embedding of this process; its model is loaded with the first text and closed with the app. */
export function openEmbedding(
  runtime: Pick<Runtime<EpisodicEnv>, 'db' | 'env' | 'log' | 'telemetry' | 'use'>,
): Embedding {
  const { db, env, log } = runtime;
  const embedder =
    env.SALIENCE_EMBEDDER === 'on'
      ? createEmbedder({
          cacheDir: env.SALIENCE_MODEL_CACHE,
          modelDir: env.EMBEDDING_MODEL_DIR,
          onRun: () => runtime.telemetry.metrics.embedderRuns.inc({}),
        })
      : undefined;
  runtime.use('embedder', async () => embedder?.close());
  const onTrouble = (error: unknown): void =>
    log.warn({ cause: messageOf(error) }, 'what is stored now is found by its words alone');
  return createEmbedding({ embedder, recall: createRecall({ db, embedder, onTrouble }) }, onTrouble);
}
