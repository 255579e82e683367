export type { ErrorDetails, ErrorKind } from './salience-error.ts';
export { assertNever, isSalienceError, messageOf, SalienceError } from './salience-error.ts';
