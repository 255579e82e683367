import type { AgentId } from '@salience/contracts';
import { claimMessage, createRoom, joinRoom, postRoomMessage } from '@salience/database/rooms';
import type { Fixture } from './fixture.ts';

/** Makes a room that the agent is in, with one message of the person, whose answer the agent has claimed. */
export async function plantRoom(
  { db }: Pick<Fixture, 'db'>,
  agentId: AgentId,
  room: { readonly id: string; readonly content: string; readonly messageId: string },
): Promise<void> {
  const { content, id, messageId } = room;
  const now = new Date();
  await createRoom(db, { id, name: id, kind: 'voice', now });
  await joinRoom(db, { room: id, kind: 'agent', member: agentId, display: 'default', now });
  await joinRoom(db, { room: id, kind: 'human', member: 'owner', display: 'Owner', now });
  const author = { authorKind: 'human', author: 'owner', display: 'Owner' } as const;
  await postRoomMessage(db, { room: id, id: messageId, ...author, content, now, heard: [] });
  await claimMessage(db, { room: id, messageId, agentId, now });
}
