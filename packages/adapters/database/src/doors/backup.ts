/** Backup and restore. */
export type { BackUpOptions, BackedUp } from '../backup/back-up.ts';
export { backUp } from '../backup/back-up.ts';
export type { ReadBackup } from '../backup/contents.ts';
export { refuseOccupiedAt } from '../backup/occupied.ts';
export type { RestoreOptions, Restored } from '../backup/restore.ts';
export { restore } from '../backup/restore.ts';
export type { CancelledTurn, MissedSchedule, Settled } from '../backup/settle-restored.ts';
export { verifyBackup } from '../backup/verify-backup.ts';
