export { systemClock } from '@salience/database';
export { backUp, type ReadBackup, type Restored, verifyBackup } from '@salience/database/backup';
export { withEmptyDatabase, withLivedDatabase } from '../backup/own-database.ts';
export { restore } from '../backup/restore.ts';
export { prepareHome } from '../home/home.ts';
export { keepPersonToken } from '../home/person-token.ts';
export { installedVersion } from '../repository.ts';
