export type { Evidence } from './evidence/evidence.ts';
export {
  featureCount,
  type FeatureName,
  featureNames,
  slotOf,
  windowLength,
} from './features/feature-names.ts';
export { withHome } from './features/place.ts';
export { routesTo } from './features/routes.ts';
export { type Judgement, judge } from './judge.ts';
export { type Combined, combine } from './learn/blend.ts';
export type { Calibration } from './learn/calibrate.ts';
export { type Labelled, labelOfFeedback } from './learn/labelled.ts';
export {
  type HoldoutFigures,
  learn,
  type LearnInput,
  type Learned,
  type PromotionReason,
} from './learn/learn.ts';
export type { LimbicModel, ModelHead, ModuleModel } from './learn/model.ts';
export { pretrain, type Pretrained } from './learn/pretrain.ts';
export { forward } from './lstm/forward.ts';
export { type Random, seeded } from './lstm/random.ts';
export { gateRows, hiddenSize, type LstmTensors, tensorsOf } from './lstm/shape.ts';
export { type Sample, train, type TrainOptions, type Trained } from './lstm/train.ts';
export { decodeWeights, encodeWeights, initialWeights, weightsSchema } from './lstm/weights.ts';
export { ruleScore } from './rule/rule-score.ts';
export { atBeginning, emptyKinds, type KindState } from './series/kind-state.ts';
export { packWeights } from './series/packed-weights.ts';
export { seriesScore } from './series/series-score.ts';
export { emptySeries, type SeriesState } from './series/series-state.ts';
export { seriesWeights } from './series/series-weights.ts';
export { type KindStep, stepKinds } from './series/step-kinds.ts';
export { type SeriesPoint, type SeriesStep, stepSeries } from './series/step-series.ts';
export {
  advance,
  type ClusterState,
  emptyState,
  type WindowEvent,
  withActivation,
} from './window/cluster-state.ts';
export { nothingObserved, type Observed, observe, readObserved } from './window/observed.ts';
export { stackWindows, type StackedWindows } from './window/stack-windows.ts';
export {
  snapshotOf,
  type WindowFeatures,
  windowMatrix,
  type WindowSnapshot,
} from './window/window-matrix.ts';
