/** Inlets: hooks and mailboxes, and what came in through them. */
export type * from '../queries/inlets.ts';
export type * from '../queries/mailboxes.ts';
export {
  addHook,
  deleteOldInbound,
  findInbound,
  hookDoor,
  listHooks,
  listInbound,
  listSenderSessions,
  refuseInbound,
  revokeSenderSession,
  rotateHookSecret,
  senderOf,
  setHookState,
  takeIn,
} from '../queries/inlets.ts';
export { claimMailbox, listMailboxes, noteMailbox } from '../queries/mailboxes.ts';
