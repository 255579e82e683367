export { exitCodes } from './exit-codes.ts';
