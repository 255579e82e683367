/** The prefrontal cortex: goals, evaluated actions, the monologue, hands, focus and settings. */
export type * from '../queries/pfc-goals.ts';
export { createGoal, deleteGoal, listGoals, updateGoal } from '../queries/pfc-goals.ts';
export type * from '../queries/pfc-actions.ts';
export {
  deleteOldPfc,
  evaluationInputs,
  expireHolds,
  listActions,
  logAction,
  recordOutcome,
} from '../queries/pfc-actions.ts';
export type * from '../queries/pfc-thoughts.ts';
export {
  clearThoughts,
  listThoughts,
  pfcStats,
  takeSynthesis,
  writeThought,
} from '../queries/pfc-thoughts.ts';
export type * from '../queries/pfc-hands.ts';
export { loadFocus, loadHand, setFocus, setHand } from '../queries/pfc-hands.ts';
export type * from '../queries/pfc-config.ts';
export { importConfigFile, loadConfig, patchConfig } from '../queries/pfc-config.ts';
