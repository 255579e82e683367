export { CALIBRATIONS, type Calibration, USE_LITE_ID } from './calibration.ts';
export {
  type PreparedModel,
  type PrepareOptions,
  prepareEmbeddingModel,
} from './conversion/prepare-model.ts';
export { createEmbedder, type Embedder, type EmbedderOptions } from './embedder.ts';
