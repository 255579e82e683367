// The judge of runs in which agents listen in a room, with the clients that speak and listen there.
export { checkRoom, type RoomCheck, type RoomStats, type RoomWitnesses } from '../rooms/check-room.ts';
export { type ListenedRoom, RoomListener } from '../rooms/room-listener.ts';
export { type RoomAgent, roomAgents } from '../rooms/room-agents.ts';
export { type PostedMessage, RoomSpeaker } from '../rooms/room-speaker.ts';
