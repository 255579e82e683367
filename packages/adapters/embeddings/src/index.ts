export type { Calibration } from './calibration.ts';
export {
  inspectPreparedModel,
  type PreparedModel,
  type PreparedState,
  type PrepareOptions,
  prepareEmbeddingModel,
} from './conversion/prepare-model.ts';
export { createEmbedder, type Embedder, type EmbedderOptions } from './embedder.ts';
export { type LimbicSession, type LstmWeights, openLimbicSession } from './limbic/lstm-session.ts';
