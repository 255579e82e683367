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
export type * from '../queries/signals.ts';
export {
  askedWakes,
  claimClusters,
  commitJudgements,
  deleteOldSignals,
  dueActivations,
  findActivation,
  findSignal,
  holdActivation,
  labelActivation,
  listActivations,
  listLimbicModels,
  listSignals,
  loadLesson,
  noteHeard,
  putOff,
  recentLabels,
  releaseCluster,
  repliesToWakes,
  saveLimbicModel,
  tellDigest,
  untoldActivations,
  untrainedClusters,
  useLimbicModel,
  wakeAgent,
} from '../queries/signals.ts';
