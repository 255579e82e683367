export {
  type Administration,
  administer,
  type KeyAdministration,
  type RotatedKey,
} from '../administration/administration.ts';
