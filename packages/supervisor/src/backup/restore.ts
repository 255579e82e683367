import { type RestoreOptions, type Restored, restore as restoreRows } from '@salience/database/backup';
import { planRestored } from '@salience/schedules';

/** Writes a backup into an empty database, as of `restore` of the database; what schedules had due since the backup is skipped. */
export function restore(options: Omit<RestoreOptions, 'planRestored'>): Promise<Restored> {
  return restoreRows({ ...options, planRestored });
}
