// The judge of runs in which authorised work is carried out, with what whoever runs one writes down.
export {
  type AuthorisedResult,
  type AuthorisedStats,
  checkAuthorised,
} from '../authorised/check-authorised.ts';
export type {
  AskedTask,
  DeliveredMail,
  GivenAnswer,
  HeldFolder,
  SeenEffect,
  SentMessage,
  Witnesses,
} from '../authorised/witnesses.ts';
