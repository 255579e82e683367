export { type Administration, administer } from '../administration/administration.ts';
