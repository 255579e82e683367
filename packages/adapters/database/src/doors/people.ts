/** The people whom an agent knows: their names, zones and quiet hours. */
export type { PersonRow } from '../queries/found-person.ts';
export type { PersonChange, PersonName } from '../queries/people.ts';
export {
  addPersonName,
  changePerson,
  createPerson,
  findPerson,
  listPeople,
  namesOf,
  personZones,
  removePersonName,
} from '../queries/people.ts';
export { noteZoneTold, useZone } from '../queries/speaker-zones.ts';
export { mergePeople, splitPerson } from '../queries/merged-people.ts';
