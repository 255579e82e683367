/** Signals: modules, what senses take in, how clusters judge it, activations and models. */
export type * from '../queries/modules.ts';
export { changeModule, listModules, loadModules, registerModule, setBreaker } from '../queries/modules.ts';
export type * from '../queries/senses.ts';
export {
  callsSince,
  claimPage,
  claimRoot,
  endedTasksSince,
  inboundSince,
  listFiles,
  lookAtFiles,
  notePage,
  noteRoot,
  senseCursor,
  takeFiles,
  takeRows,
  takeSignals,
  writtenFacts,
} from '../queries/senses.ts';
export type * from '../queries/activations.ts';
export {
  activationsBetween,
  activationsOf,
  findActivation,
  labelActivation,
  listActivations,
  recentLabels,
} from '../queries/activations.ts';
export type * from '../queries/judgements.ts';
export { claimClusters, commitJudgements, releaseCluster } from '../queries/judgements.ts';
export type * from '../queries/limbic-models.ts';
export {
  listLimbicModels,
  loadLesson,
  saveLimbicModel,
  untrainedClusters,
  useLimbicModel,
} from '../queries/limbic-models.ts';
export type { ScoreCount } from '../queries/module-scores.ts';
export { moduleScores } from '../queries/module-scores.ts';
export { inspectSignals, type SignalFacts } from '../queries/signal-diagnosis.ts';
export type * from '../queries/signals.ts';
export { deleteOldSignals, findSignal, listSignals, placesOf } from '../queries/signals.ts';
export type * from '../queries/wakes.ts';
export {
  askedWakes,
  dueActivations,
  holdActivation,
  noteHeard,
  putOff,
  repliesToWakes,
  tellDigest,
  untoldActivations,
  wakeAgent,
} from '../queries/wakes.ts';
