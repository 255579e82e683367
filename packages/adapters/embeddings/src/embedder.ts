import { resolve } from 'node:path';
import { SalienceError } from '@salience/errors';
import type { Calibration } from './calibration.ts';
import { prepareEmbeddingModel } from './conversion/prepare-model.ts';
import { readModelConfig } from './model-config.ts';
import { type ModelDescription, USE_LITE } from './model-description.ts';
import { emptyText, type SentenceModel } from './sentence-model.ts';
import { useModel } from './shared-model.ts';
import { loadInThread } from './threaded-model.ts';
import { createVectorCache } from './vector-cache.ts';

/** What an embedder needs to know. */
export interface EmbedderOptions {
  /** Folder of a user's own ONNX sentence model with a `config.json`; by default the model Salience brings is used. */
  readonly modelDir?: string | undefined;
  /** Folder where `prepareEmbeddingModel` keeps the converted model. */
  readonly cacheDir: string;
  /** Folder of the published weights, for when the model is not prepared and the package cannot be found from here. */
  readonly weightsDir?: string | undefined;
  /** How many vectors to keep, 2 kB each; by default 2,048. */
  readonly cacheSize?: number | undefined;
  /** Called before each run of the model; a text whose vector is kept needs none. */
  readonly onRun?: (() => void) | undefined;
}

/** Turns text into vectors of one model. */
export interface Embedder {
  /** Store it with every vector and compare only vectors of one id. */
  readonly modelId: string;
  /** Length of the vectors. */
  readonly dimensions: number;
  /** Where decisions on cosines lie for this model. */
  readonly calibration: Calibration;
  /**
   * The raw unit vector of a text, the caller's own copy. The same text gives the same bits on the same kind of
   * processor; store vectors rather than computing them again for a replay. Calls are served one after another.
   * Throws `embeddings.empty-text`, `embeddings.closed`, `embeddings.thread-ended` (the next call may succeed), and at first use what
   * loading throws.
   */
  embed(text: string): Promise<Float32Array>;
  /** Loads the model now instead of at the first text. */
  warm(): Promise<void>;
  /** Finishes what was asked, then frees the model unless another embedder uses it. Embedding afterwards fails. May be called twice. */
  close(): Promise<void>;
}

const DEFAULT_CACHE_SIZE = 2_048;

/**
 * An embedder that loads its model into a thread when first used; embedders of one process that use the same model share it, each with
 * its own cache. A user's `config.json` is read here and now, so that a wrong
 * one stops the start: throws `embeddings.config-missing`, `embeddings.config-invalid`, `embeddings.calibration-missing`.
 */
export function createEmbedder(options: EmbedderOptions): Embedder {
  const description = options.modelDir === undefined ? USE_LITE : readModelConfig(options.modelDir);
  const cache = createVectorCache(options.cacheSize ?? DEFAULT_CACHE_SIZE);
  const model = useModel(modelKey(options, description), () => load(options, description));
  let closed = false;

  return {
    modelId: description.modelId,
    dimensions: description.dimensions,
    calibration: description.calibration,
    async embed(text) {
      if (closed) throw closedError();
      if (text.trim() === '') throw emptyText();
      return (
        cache.get(text) ??
        model.run(async (loaded) => {
          // Asked for twice at once, a text is embedded once.
          const kept = cache.get(text);
          if (kept !== undefined) return kept;
          options.onRun?.();
          const vector = await loaded.embed(text);
          cache.set(text, vector);
          return vector;
        })
      );
    },
    async warm() {
      if (closed) throw closedError();
      await model.run(() => undefined);
    },
    async close() {
      closed = true;
      await model.end();
    },
  };
}

/** What says that two embedders of a process use the same files in the same way. */
function modelKey({ cacheDir, modelDir }: EmbedderOptions, description: ModelDescription): string {
  return JSON.stringify([resolve(modelDir ?? cacheDir), description]);
}

async function load(options: EmbedderOptions, description: ModelDescription): Promise<SentenceModel> {
  if (options.modelDir !== undefined) return loadInThread(options.modelDir, description);
  const { folder } = await prepareEmbeddingModel(options);
  return loadInThread(folder, description);
}

function closedError(): SalienceError {
  return new SalienceError(
    'embeddings.closed',
    'Expected an open embedder, but this one was closed. Close it after the last worker that embeds.',
    { kind: 'bug' },
  );
}
