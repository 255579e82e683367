export {
  backUp,
  type ReadBackup,
  restore,
  type Restored,
  systemClock,
  verifyBackup,
} from '@salience/database';
export { withEmptyDatabase, withLivedDatabase } from '../backup/own-database.ts';
export { prepareHome } from '../home/home.ts';
export { keepPersonToken } from '../home/person-token.ts';
export { installedVersion } from '../repository.ts';
