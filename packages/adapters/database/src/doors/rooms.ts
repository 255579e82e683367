/** Rooms of the switchboard: members, messages, hands, the floor. */
export type * from '../queries/rooms.ts';
export {
  claimMessage,
  claimOf,
  createRoom,
  dropPresence,
  endFloor,
  eventsAfter,
  giveFloor,
  joinRoom,
  leaveRoom,
  listRooms,
  lowerHand,
  lowerHuman,
  notePresence,
  raiseHand,
  raiseHuman,
  renewPresence,
  roomListeners,
  roomMessages,
  roomSeqs,
  roomState,
} from '../queries/rooms.ts';
export type * from '../queries/room-messages.ts';
export {
  deleteOldRoomEvents,
  openReplies,
  postReplies,
  postRoomMessage,
} from '../queries/room-messages.ts';
