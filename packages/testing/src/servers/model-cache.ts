import { prepareEmbeddingModel } from '@salience/embeddings';
import { modelCache } from './places.ts';

/** Makes sure that the embedding model lies converted in the shared cache; resolves with SALIENCE_MODEL_CACHE. */
export async function preparedModelCache(): Promise<string> {
  await prepareEmbeddingModel({ cacheDir: modelCache });
  return modelCache;
}
