export { lowestTrust } from '@salience/contracts';
