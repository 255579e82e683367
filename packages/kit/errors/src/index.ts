export type { ErrorDetails, ErrorKind } from './salience-error.ts';
export { isSalienceError, messageOf, SalienceError } from './salience-error.ts';
