/** The autobiography and the chores that write it. */
export type {
  AutobiographyRow,
  BiographyLimits,
  BiographySource,
  SaveAutobiography,
} from '../queries/biography.ts';
export { loadAutobiographies, loadBiographySource, saveAutobiography } from '../queries/biography.ts';
export type { Chore, ChoreTask, ClaimChore } from '../queries/chores.ts';
export { claimAutobiography, claimProfiles, endChore, renewChore } from '../queries/chores.ts';
export type { BiographyStatement } from '../schema/biography.ts';
