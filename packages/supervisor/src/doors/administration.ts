export { type Administration, administer, type RotatedKey } from '../administration/administration.ts';
