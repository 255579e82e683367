export {
  type ConfigProblem,
  mergeConfig,
  type MergedConfig,
} from './config/merge-config.ts';
export {
  classifierOf,
  configOf,
  defaultPfcConfig,
  type PfcDoc,
  thresholdsOf,
} from './config/pfc-settings.ts';
export { type ConfigFile, readConfigFile } from './config/read-config-file.ts';
export { bidOf, type HeardMessage } from './evaluation/bid-of.ts';
export {
  type ActionEvaluation,
  type ActionInput,
  evaluateAction,
  type Factors,
  type Thresholds,
} from './evaluation/evaluate-action.ts';
export type { Similarities, WeighedGoal } from './evaluation/goal-term.ts';
export type { BufferedThought } from './synthesis/buffered-thought.ts';
export { synthesisStyles } from './synthesis/digest.ts';
export { type Synthesis, synthesize } from './synthesis/synthesize.ts';
export {
  type ClassifiedThought,
  type ClassifierConfig,
  classifyThought,
} from './thought/classify-thought.ts';
export { type Focus, focusOf, type FocusInput } from './thought/focus.ts';
export { isSameName, mentions } from './thought/names.ts';
